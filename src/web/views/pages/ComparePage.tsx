/** Two runs of a command compared: both headers, what differs in sum, and the changes with lines around them. */

import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { RunPlace } from '../../../client/blocks/recorded-run.ts';
import { writerLabel } from '../../../client/blocks/writer-label.ts';
import type { CommandId } from '../../../client/commands/commands.ts';
import {
  type ComparedLine,
  type CompareRow,
  changeCount,
  compareRows,
  skippedText,
  unifiedDiff,
} from '../../../client/compare/compare-rows.ts';
import { changedText, maskedWords, notedTexts, UNMASKED } from '../../../client/compare/compare-words.ts';
import {
  COMPARE_CHANGES,
  type CompareAsk,
  type Compared,
  type Comparing,
  comparedOf,
  comparingOf,
  LAST,
  olderAgainst,
  toggledSucceeded,
  withRuns,
} from '../../../client/compare/comparing.ts';
import { readRuns } from '../../../client/compare/read-runs.ts';
import { duration } from '../../../protocol/common/durations.ts';
import { chipOf } from '../../../review/chip.ts';
import { statusOfEnd } from '../../../review/exit-state.ts';
import type { Run } from '../../../review/run.ts';
import type { Page } from '../../model/page.ts';
import { helpOf, pageCommand } from '../../model/page-keymap.ts';
import { hashOf } from '../../model/place.ts';
import { firstLine } from '../../model/terminal-rows.ts';
import { rerunAt } from '../menu/compare-acts.ts';
import { usePage } from '../parts/context.ts';
import { copyText } from '../parts/copy-text.ts';
import { timeText } from '../parts/durations.ts';
import { PageFrame } from './PageFrame.tsx';

/** From this width in pixels on, both runs are side by side unless it is asked for otherwise. */
const WIDE = 1_000;
/** Limit: rows that are shown. */
const MOST_ROWS = 4_000;

type Props = { readonly run: RunPlace; readonly against: RunPlace | 'succeeded' | undefined };

export function ComparePage({ run, against }: Props) {
  const page = usePage();
  const comparing = useSignal(comparingOf(askOf(run, against)));
  const list = useRef<HTMLElement>(null);
  const { asked } = comparing.value;
  useEffect(() => {
    void readRuns(page.client, asked).then((found) => {
      const now = comparing.peek();
      if (now.asked === asked) comparing.value = withRuns(now, found);
    });
  }, [page, asked, comparing]);
  const act = (command: CommandId) => ACTS[command]?.({ page, comparing, list: list.current });
  return (
    <PageFrame
      title="Compare"
      onKey={(event) => {
        const command = pageCommand(event, 'compare');
        if (command === undefined || ACTS[command] === undefined) return false;
        act(command);
        return true;
      }}
    >
      <Toolbar comparing={comparing.value} act={act} />
      <Found comparing={comparing.value} list={list} />
    </PageFrame>
  );
}

function askOf(later: RunPlace, than: Props['against']): CompareAsk {
  const other = than === undefined ? LAST : toggledSucceeded(LAST);
  return { later, commandLine: '', against: typeof than === 'object' ? { kind: 'run', run: than } : other };
}

// What the keys and buttons of the page do.

type Acting = {
  readonly page: Page;
  readonly comparing: Signal<Comparing>;
  /** The element with the changes. */
  readonly list: HTMLElement | null;
};

type Act = (acting: Acting) => void;

const changing =
  (id: keyof typeof COMPARE_CHANGES): Act =>
  ({ comparing }) => {
    const before = comparing.peek();
    comparing.value = COMPARE_CHANGES[id](before, isSideBySide(before));
  };

const going =
  (id: 'compare.nextChange' | 'compare.previousChange'): Act =>
  (acting) => {
    changing(id)(acting);
    const { change } = acting.comparing.peek();
    acting.list?.querySelector(`[data-change="${change}"]`)?.scrollIntoView({ block: 'center' });
  };

const ACTS: { readonly [Id in CommandId]?: Act } = {
  'compare.nextChange': going('compare.nextChange'),
  'compare.previousChange': going('compare.previousChange'),
  'compare.masks': changing('compare.masks'),
  'compare.sideBySide': changing('compare.sideBySide'),
  'compare.succeeded': changing('compare.succeeded'),
  'compare.older': changing('compare.older'),
  'compare.rerun': ({ page, comparing }) => rerunAt(page, comparing.peek().asked.later),
  'compare.copy': ({ page, comparing }) => {
    const found = comparedOf(comparing.peek());
    const text = found === undefined ? '' : unifiedDiff(found);
    if (text !== '') void copyText(page, 'the differences', text);
  },
};

function isSideBySide({ sideBySide }: Comparing): boolean {
  return sideBySide ?? innerWidth >= WIDE;
}

const hasRuns = (comparing: Comparing) => comparedOf(comparing) !== undefined;
const hasChanges = (comparing: Comparing) => {
  const found = comparedOf(comparing);
  return found !== undefined && changeCount(found.comparison) > 0;
};

/** Buttons, with the commands that they stand for, whether they are pressed, and whether they have an effect (by default they have). */
const BUTTONS = [
  { id: 'compare.previousChange', label: 'Previous', works: hasChanges },
  { id: 'compare.nextChange', label: 'Next', works: hasChanges },
  { id: 'compare.masks', label: 'Show masked', isOn: ({ masked }) => !masked, works: hasRuns },
  { id: 'compare.sideBySide', label: 'Side by side', isOn: isSideBySide, works: hasChanges },
  {
    id: 'compare.succeeded',
    label: 'Last that succeeded',
    isOn: ({ asked }) => asked.against.kind === 'succeeded',
  },
  {
    id: 'compare.older',
    label: 'Older run',
    works: (comparing) => hasRuns(comparing) || olderAgainst(comparing) !== comparing.asked.against,
  },
  { id: 'compare.rerun', label: 'Run again', changes: true },
  { id: 'compare.copy', label: 'Copy', works: hasRuns },
] as const satisfies readonly {
  readonly id: CommandId;
  readonly label: string;
  readonly changes?: true;
  readonly isOn?: (comparing: Comparing) => boolean;
  readonly works?: (comparing: Comparing) => boolean;
}[];

type ToolbarProps = { readonly comparing: Comparing; readonly act: (command: CommandId) => void };

function Toolbar({ comparing, act }: ToolbarProps) {
  const page = usePage();
  return (
    <div class="compare-acts" role="toolbar" aria-label="Comparison">
      {BUTTONS.filter((button) => page.mayType || !('changes' in button)).map((button) => (
        <button
          key={button.id}
          type="button"
          class="filter-chip"
          title={helpOf(button.id)}
          {...('isOn' in button && { 'aria-pressed': button.isOn(comparing) })}
          disabled={'works' in button && !button.works(comparing)}
          onClick={() => act(button.id)}
        >
          {button.label}
        </button>
      ))}
    </div>
  );
}

type FoundProps = { readonly comparing: Comparing; readonly list: RefObject<HTMLElement | null> };

function Found({ comparing, list }: FoundProps) {
  const { found } = comparing;
  if (found === undefined) return <p class="compare-note">Reading the outputs…</p>;
  if ('why' in found)
    return (
      <p class="compare-note" role="status">
        {found.why}
      </p>
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section ref={list} class="compare-scroll" tabIndex={0} aria-label="Differences">
      <Head found={found} masked={comparing.masked} />
      <Changes comparing={comparing} found={found} />
    </section>
  );
}

// The head: both runs, and what differs in sum.

function Head({ found, masked }: { readonly found: Compared; readonly masked: boolean }) {
  const { before, after, comparison } = found;
  const what = masked ? maskedWords(comparison) : UNMASKED;
  return (
    <div class="compare-head">
      <p>
        <code>{firstLine(after.commandLine)}</code>
      </p>
      <ul class="compared">
        <RunFacts sign="−" run={before} />
        <RunFacts sign="+" run={after} />
      </ul>
      <p>{changedText(comparison)}</p>
      <p class="compare-headline" role="status">
        {comparison.headline}
      </p>
      {what !== '' && <p class="dim">{what}</p>}
      {notedTexts(comparison, [before, after]).map((text) => (
        <p key={text} class="compare-warning">
          {text}
        </p>
      ))}
    </div>
  );
}

function RunFacts({ sign, run }: { readonly sign: '−' | '+'; readonly run: Run }) {
  const page = usePage();
  const chip = chipOf(statusOfEnd(run));
  const by = writerLabel(run.writer, page.session.writer);
  const title = page.rows.value.find(({ uri }) => uri === run.uri)?.title ?? run.terminal;
  return (
    <li>
      <span class={sign === '+' ? 'diff-sign new' : 'diff-sign gone'}>{sign}</span>
      <span class={`chip ${chip.tone}`} title={chip.words}>
        {chip.sign}
      </span>
      <a href={hashOf({ kind: 'terminal', uri: run.uri, block: run.seq })}>
        {title} #{run.seq}
      </a>
      <time dateTime={new Date(run.startedAt).toISOString()}>
        {timeText(run.startedAt, page.clock.today.value)}
      </time>
      {run.finishedAt !== undefined && <span class="dim">{duration(run.finishedAt - run.startedAt)}</span>}
      {by.kind === 'other' && <span class="who">{by.label}</span>}
    </li>
  );
}

// The changes.

function Changes({ comparing, found }: { readonly comparing: Comparing; readonly found: Compared }) {
  const sideBySide = isSideBySide(comparing);
  const rows = useMemo(
    () => compareRows(found.comparison, sideBySide, MOST_ROWS),
    [found.comparison, sideBySide],
  );
  if (changeCount(found.comparison) === 0) return null;
  return (
    <div class={sideBySide ? 'diff beside' : 'diff'}>
      {numbered(rows).map(({ row, number }) => (
        <RowView key={number} row={row} isHere={'change' in row && row.change === comparing.change} />
      ))}
    </div>
  );
}

function numbered(rows: readonly CompareRow[]) {
  return rows.map((row, number) => ({ row, number }));
}

function RowView({ row, isHere }: { readonly row: CompareRow; readonly isHere: boolean }) {
  if ('count' in row) return <div class="diff-line skipped">{skippedText(row)}</div>;
  const here = isHere ? ' here' : '';
  return (
    <div class={`diff-row${here}`} data-change={row.change}>
      {row.kind === 'line' ? (
        <LineView line={row.line} />
      ) : (
        <>
          <LineView line={row.before} />
          <LineView line={row.after} />
        </>
      )}
    </div>
  );
}

const CLASSES = { ' ': 'same', '-': 'gone', '+': 'new' } as const;
const SIGNS = { ' ': ' ', '-': '−', '+': '+' } as const;

function LineView({ line }: { readonly line: ComparedLine | undefined }) {
  if (line === undefined) return <div class="diff-line none" />;
  const { sign, parts } = line;
  return (
    <div class={`diff-line ${CLASSES[sign]}`}>
      {SIGNS[sign]} {placed(parts).map(({ text, changed, at }) => (changed ? <b key={at}>{text}</b> : text))}
      {'\n'}
    </div>
  );
}

function placed(parts: ComparedLine['parts']) {
  return parts.map((part, at) => ({ ...part, at }));
}
