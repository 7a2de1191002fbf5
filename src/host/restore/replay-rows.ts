/** Replays the rows of a replay log to a terminal, which then has the state that it had when the last row was written. */

import type { ReplayHead } from '../keep/replay-head.ts';
import type { ReplayRow } from '../keep/replay-row.ts';
import type { InheritedPty } from '../pty/pty-port.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { ReplayClock } from './replay-clock.ts';

/** Bytes after which the replayed output is parsed. A pty would be paused at this point, because the text log holds no more. */
const SETTLE_EVERY = 1024 * 1024;

export function replayRows(
  rows: readonly ReplayRow<ReplayHead>[],
  terminal: Terminal,
  pty: Pick<InheritedPty, 'replay'>,
  clock: ReplayClock,
): void {
  let unsettled = 0;
  for (const row of rows) {
    if ('at' in row) clock.set(row.at);
    if (row.kind === 'read') {
      pty.replay(row.bytes);
      unsettled += row.bytes.length;
    } else if (row.kind === 'act') terminal.act(row.action);
    else if (row.kind === 'writer') terminal.input.noteInput('', row.writer);
    else if (row.kind === 'shells') terminal.replayUnprinted(row);
    if (unsettled < SETTLE_EVERY) continue;
    terminal.settle();
    unsettled = 0;
  }
  clock.set(undefined);
  terminal.settle();
}
