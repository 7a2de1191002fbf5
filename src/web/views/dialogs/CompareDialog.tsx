/** The differences between the outputs of two runs of one command. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Block } from '../../../client/blocks/block.ts';
import { chipOf } from '../../../client/blocks/chip.ts';
import { duration } from '../../../protocol/common/durations.ts';
import { firstLine } from '../../model/terminal-rows.ts';
import { type DiffLine, lineDiff } from '../../text/line-diff.ts';
import { outputLines } from '../menu/block-acts.ts';
import { usePage } from '../parts/context.ts';
import { timeText } from '../parts/durations.ts';
import { Modal, ModalButtons } from './Modal.tsx';

type Props = { readonly earlier: Block; readonly later: Block };

/** Limit: lines that are shown. */
const MOST_LINES = 2_000;

export function CompareDialog({ earlier, later }: Props) {
  const page = usePage();
  const front = page.front.value;
  const diff = useSignal<readonly DiffLine[] | undefined>(undefined);
  useEffect(() => {
    if (front === undefined) return;
    const both = Promise.all([outputLines(front, earlier), outputLines(front, later)]);
    page.messages.watch(
      both.then(([before, after]) => {
        diff.value = lineDiff(before, after);
      }),
    );
  }, [page, front, earlier, later, diff]);
  return (
    <Modal title="Compared with the run before" wide>
      <p>
        <code>{firstLine(later.commandLine)}</code>
      </p>
      <ul class="compared">
        <RunFacts sign="−" block={earlier} />
        <RunFacts sign="+" block={later} />
      </ul>
      <Difference lines={diff.value} />
      <ModalButtons />
    </Modal>
  );
}

function RunFacts({ sign, block }: { readonly sign: string; readonly block: Block }) {
  const page = usePage();
  const { status, timestamp, durationMs } = block;
  const chip = chipOf(status);
  return (
    <li>
      <span class={sign === '+' ? 'diff-sign new' : 'diff-sign gone'}>{sign}</span>
      <span class={`chip ${chip.tone}`}>{chip.sign}</span>
      <time dateTime={new Date(timestamp).toISOString()}>{timeText(timestamp, page.clock.today.value)}</time>
      {durationMs !== undefined && <span class="dim">{duration(durationMs)}</span>}
    </li>
  );
}

function Difference({ lines }: { readonly lines: readonly DiffLine[] | undefined }) {
  if (lines === undefined) return <p class="dim">Reading the outputs…</p>;
  if (lines.length === 0) return <p>Both runs printed the same.</p>;
  const left = lines.length - MOST_LINES;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <pre class="diff" tabIndex={0}>
      {numberedLines(lines.slice(0, MOST_LINES)).map(({ line, number }) => (
        <DiffLineView key={number} line={line} />
      ))}
      {left > 0 && <div class="diff-line skipped">{left.toLocaleString('en')} more lines</div>}
    </pre>
  );
}

function DiffLineView({ line }: { readonly line: DiffLine }) {
  if (line.kind === 'skipped') {
    const { count } = line;
    return (
      <div class="diff-line skipped">
        {count === 1 ? '1 equal line' : `${count.toLocaleString('en')} equal lines`}
      </div>
    );
  }
  const sign = { same: ' ', gone: '−', new: '+' }[line.kind];
  return <div class={`diff-line ${line.kind}`}>{`${sign} ${line.text}\n`}</div>;
}

function numberedLines(
  lines: readonly DiffLine[],
): readonly { readonly line: DiffLine; readonly number: number }[] {
  return lines.map((line, number) => ({ line, number }));
}
