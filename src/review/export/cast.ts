/**
 * Runs as an asciicast v3 (`.cast`), which asciinema and its player play. Each command is a marker and a line at a prompt; what it
 * printed comes when it ended, or as it was timed. Times are those of the runs; a player cuts long pauses.
 */

import type { Run } from '../run.ts';
import { timedText, withCarriageReturns } from '../timed-text.ts';
import type { ExportedRun } from './exported.ts';
import { type ExportOptions, tookMs, visible, wellFormed } from './facts.ts';

const ROWS = 24;
const USUAL_COLS = 80;
/** Seconds to which a player cuts a pause. */
const IDLE_LIMIT = 2;

type Event = { readonly at: number; readonly code: 'o' | 'm' | 'x'; readonly data: string };

export function cast(runs: readonly ExportedRun[], options: ExportOptions = {}): string {
  const [first] = runs;
  const { title } = options;
  const header = {
    version: 3,
    term: { cols: Math.max(1, ...runs.map(({ run }) => run.cols ?? USUAL_COLS)), rows: ROWS },
    timestamp: Math.floor((first?.run.startedAt ?? 0) / 1000),
    idle_time_limit: IDLE_LIMIT,
    ...(title === undefined ? {} : { title: visible(title) }),
  };
  const lines = [JSON.stringify(header)];
  let before = first?.run.startedAt ?? 0;
  for (const { at, code, data } of runs.flatMap(({ run }) => eventsOf(run))) {
    const after = Math.max(before, at);
    lines.push(JSON.stringify([(after - before) / 1000, code, wellFormed(data)]));
    before = after;
  }
  return `${lines.join('\n')}\n`;
}

function eventsOf(run: Run): readonly Event[] {
  const { startedAt, exitCode } = run;
  return [
    { at: startedAt, code: 'm', data: visible(run.commandLine).split('\n', 1)[0] ?? '' },
    ...printedOf(run).map(({ at, text }) => ({ at, code: 'o', data: text }) as const),
    ...(exitCode === undefined
      ? []
      : [{ at: startedAt + (tookMs(run) ?? 0), code: 'm', data: `exit ${exitCode}` } as const]),
  ];
}

/** A line at a prompt and what the command printed, with times (Unix ms); text without a time comes when it ended. */
export function printedOf(run: Run): readonly { readonly at: number; readonly text: string }[] {
  const { startedAt, output } = run;
  const command = visible(run.commandLine);
  const ended = startedAt + (tookMs(run) ?? 0);
  const pieces = timedText(run) ?? [{ atMs: ended - startedAt, text: withCarriageReturns(output) }];
  const line = `\x1b[1m$ ${command.replaceAll('\n', '\r\n> ')}\x1b[0m\r\n`;
  const last = pieces.findLast(({ text }) => text !== '')?.text ?? '';
  // The next prompt begins a line, and in no colour of this output.
  const end = `\x1b[0m${last === '' || last.endsWith('\n') ? '' : '\r\n'}`;
  return [
    { at: startedAt, text: line },
    ...pieces.filter(({ text }) => text !== '').map(({ atMs, text }) => ({ at: startedAt + atMs, text })),
    { at: ended, text: end },
  ];
}
