/** Plays the tape of an earlier host to a terminal: it becomes what it was when the last row was written. */

import type { TapeHead } from '../keep/tape-head.ts';
import type { TapeRow } from '../keep/tape-row.ts';
import type { AdoptedPty } from '../pty/pty-port.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { TapeClock } from './tape-clock.ts';

export function replayTape(
  rows: readonly TapeRow<TapeHead>[],
  terminal: Terminal,
  pty: Pick<AdoptedPty, 'replay'>,
  clock: TapeClock,
): void {
  for (const row of rows) {
    if ('at' in row) clock.set(row.at);
    if (row.kind === 'read') pty.replay(row.bytes);
    else if (row.kind === 'act') terminal.act(row.action);
    else if (row.kind === 'writer') terminal.input.noteInput('', row.writer);
    else if (row.kind === 'shells') terminal.replayShells(row.track, row.actions);
  }
  clock.set(undefined);
  terminal.settle();
}
