/** One command of the history: a link to its block, or its recorded output if the terminal is closed. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { withoutControls } from '../../../client/blocks/copied-text.ts';
import { whereLabel } from '../../../client/blocks/place.ts';
import { TAB_COMMANDS } from '../../../client/commands/tabs.ts';
import { factsOfPast, trendBars } from '../../../client/history-page.ts';
import { statusOfPast } from '../../../client/history-search.ts';
import { duration } from '../../../protocol/common/durations.ts';
import { reasonOf } from '../../../protocol/common/reason-of.ts';
import type { HistoryCommand, TrendRun } from '../../../protocol/cotty/history.ts';
import { type Chip, chipOf } from '../../../review/chip.ts';
import { type StyledLine, textOfLine } from '../../../screen/cells/styled-line.ts';
import type { HistoryList } from '../../model/history-list.ts';
import type { Anchor } from '../../model/menu.ts';
import { hashOf } from '../../model/place.ts';
import { firstLine } from '../../model/terminal-rows.ts';
import type { OutputLines } from '../../text/output-lines.ts';
import { numbered } from '../../text/output-sections.ts';
import { StyledText } from '../blocks/StyledText.tsx';
import { MoreButton } from '../menu/MoreButton.tsx';
import { useMenuOpener } from '../menu/use-menu-opener.ts';
import { usePage } from '../parts/context.ts';
import { copyText } from '../parts/copy-text.ts';
import { LONG_MS, timeText } from '../parts/durations.ts';
import { openPastMenu, type PastPlace, pastKey } from './history-acts.ts';

type OutputProps = { readonly command: HistoryCommand; readonly outputs: OutputLines };

type Props = OutputProps & {
  readonly list: HistoryList;
  /** Undefined until they have been read. */
  readonly runs: readonly TrendRun[] | undefined;
};

export function HistoryRow({ command, list, runs, outputs }: Props) {
  const page = usePage();
  const place: PastPlace = { page, list, outputs, command };
  const open = (anchor: Anchor) => openPastMenu(place, anchor);
  const menu = useMenuOpener(open);
  const isOpened = useSignal(false);
  const { terminal, seq } = command;
  const chip = chipOf(statusOfPast(command));
  const onKey = (event: KeyboardEvent) => {
    if (pastKey(event, place)) event.preventDefault();
  };
  return (
    <li class={`found ${chip.tone}`}>
      <div class="found-row">
        {command.open ? (
          <a
            data-row
            class="found-main"
            href={hashOf({ kind: 'terminal', uri: terminal, block: seq })}
            onKeyDown={onKey}
          >
            <Facts command={command} runs={runs} chip={chip} />
          </a>
        ) : (
          <button
            data-row
            type="button"
            class="found-main"
            aria-expanded={isOpened.value}
            onClick={() => {
              isOpened.value = !isOpened.value;
            }}
            onKeyDown={onKey}
            onContextMenu={menu.onContextMenu}
            {...menu.press}
          >
            <Facts command={command} runs={runs} chip={chip} />
          </button>
        )}
        <MoreButton small label={`More about ${firstLine(command.commandLine)}`} open={open} />
      </div>
      {!isOpened.value && <FoundLine line={command.found} />}
      {isOpened.value && <KeptOutput command={command} outputs={outputs} />}
    </li>
  );
}

type FactsProps = Pick<Props, 'command' | 'runs'> & { readonly chip: Chip };

function Facts({ command, runs, chip }: FactsProps) {
  const page = usePage();
  const { name, open, where, startedAt, note, bookmarked } = command;
  const { line, further, isMarked, folder, by, tookMs } = factsOfPast(command, {
    now: command.finishedAt === undefined ? page.clock.now.value : 0,
    home: page.home,
    me: page.session.writer,
    mark: page.compareMark.value,
  });
  return (
    <>
      <span class={`chip ${chip.tone}`} title={chip.words}>
        {chip.sign}
      </span>
      <span class="unseen">{chip.words},</span>
      <span class="found-text">
        {bookmarked === true && (
          <span class="bookmark" title="Bookmarked">
            ★
          </span>
        )}
        <span class="command">{line}</span>
        {further > 0 && <span class="dim"> +{further} lines</span>}
        {isMarked && <span class="who">marked to compare</span>}
        {note !== undefined && <span class="dim">{note}</span>}
      </span>
      <span class="found-facts">
        <span class="found-terminal">
          {name}
          {!open && <span class="closed"> closed</span>}
        </span>
        {folder !== undefined && <span class="folder">{folder}</span>}
        {by !== undefined && <span class="who">{by}</span>}
        {by === undefined && where !== undefined && <span class="who">{whereLabel(where)}</span>}
        <Trend runs={runs} />
        {tookMs !== undefined && (
          <span class={tookMs >= LONG_MS ? 'duration long' : 'duration'}>{duration(tookMs)}</span>
        )}
        <time dateTime={new Date(startedAt).toISOString()}>
          {timeText(startedAt, page.clock.today.value)}
        </time>
      </span>
    </>
  );
}

/** How long the runs of the same command in the same folder took, and which of them failed; of a single run nothing is told. */
function Trend({ runs }: { readonly runs: readonly TrendRun[] | undefined }) {
  const cells = trendBars(runs, false).map((cell, at) => ({ ...cell, at }));
  if (cells.length === 0) return null;
  const failed = cells.filter((cell) => cell.failed).length;
  const words = `of the last ${cells.length} runs ${failed === 0 ? 'none' : failed} failed`;
  return (
    <span class="trend" title={words}>
      <span class="unseen">{words},</span>
      <span aria-hidden="true">
        {cells.map(({ glyph, failed: isBad, at }) => (
          <span key={at} class={isBad ? 'bad' : undefined}>
            {glyph}
          </span>
        ))}
      </span>
    </span>
  );
}

/** The line of its output by which a command was found. */
function FoundLine({ line }: { readonly line: string | undefined }) {
  if (line === undefined) return null;
  return (
    <pre class="found-lines">
      <div>{line}</div>
    </pre>
  );
}

// The recorded output of a command whose terminal is closed.

/** Limit: lines that are shown, from the end, and UTF-16 units in which they are asked for. */
const MOST_LINES = 500;
const MOST_CHARS = 256 * 1024;

type Kept = { readonly lines: readonly StyledLine[]; readonly above: number };

function KeptOutput({ command: { terminal, seq, commandLine }, outputs }: OutputProps) {
  const page = usePage();
  const kept = useSignal<Kept | undefined>(undefined);
  const failure = useSignal<string | undefined>(undefined);
  useEffect(() => {
    const asked = { seq, fromEnd: MOST_LINES, maxChars: MOST_CHARS };
    page.client.cotty
      .output(terminal, asked)
      .then(({ text, fromLine }) => {
        kept.value = { lines: outputs.of(text), above: fromLine - 1 };
      })
      .catch((error: unknown) => {
        failure.value = reasonOf(error);
      });
  }, [page, terminal, seq, outputs, kept, failure]);
  const shown = kept.value;
  if (failure.value !== undefined) return <p class="kept-note bad">{failure.value}</p>;
  if (shown === undefined) return <p class="kept-note">Reading…</p>;
  const { lines, above } = shown;
  return (
    <div class="kept">
      <div class="kept-acts">
        <span class="dim">{note(lines.length, above)}</span>
        <button
          type="button"
          class="button small"
          onClick={() => void copyText(page, 'the command', withoutControls(commandLine))}
        >
          Copy command
        </button>
        <button
          type="button"
          class="button small"
          disabled={lines.length === 0}
          onClick={() => void copyText(page, 'the output', lines.map(textOfLine).join('\n'))}
        >
          Copy output
        </button>
        <a class="button small" href={hashOf({ kind: 'replay', uri: terminal })}>
          {TAB_COMMANDS['tab.replay'].title}
        </a>
      </div>
      {lines.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        <section class="kept-output" tabIndex={0} aria-label="Output">
          <pre>
            {numbered(lines, above).map(({ line, number }) => (
              <div key={number} class="line">
                <StyledText line={line} />
                {'\n'}
              </div>
            ))}
          </pre>
        </section>
      )}
    </div>
  );
}

function note(count: number, above: number): string {
  if (count === 0) return 'It printed nothing, or nothing of it was kept.';
  return above === 0 ? '' : `The last ${count} lines; ${above.toLocaleString('en')} above them`;
}
