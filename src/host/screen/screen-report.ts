/** The screen of a terminal as facts, for those who do not look at it. */

import type { LedgerRecord } from '../../ledger/records/record.ts';
import type { ScreenReport } from '../../protocol/cotty/cotty-requests.ts';
import { rowText } from '../../screen/cells/row.ts';
import type { Emulator } from '../../screen/emulator/emulator.ts';
import { lastLines } from '../../screen/text/screen-text.ts';
import { asksAtEnd } from './prompt-like.ts';

/** A program that asks has nothing more to say. */
export const QUIET_MS = 400;

/** What is known of a terminal's screen at this moment. */
export type ScreenReading = {
  readonly emulator: Emulator;
  readonly title: string;
  readonly echoOff: boolean;
  /** Nothing was printed for a moment. */
  readonly quiet: boolean;
};

export function screenReport(
  look: ScreenReading,
  running: LedgerRecord | undefined,
  lines?: number,
): ScreenReport {
  const { emulator, title } = look;
  const { cols, rows, cursor, alternate, progress } = emulator;
  return {
    lines: lines === undefined ? viewport(emulator) : linesOf(lastLines(emulator, lines)),
    cols,
    rows,
    cursor: { x: cursor.x, y: cursor.y, visible: cursor.visible },
    fullScreen: alternate,
    title,
    running:
      running === undefined
        ? null
        : { cmd: running.commandLine, seq: running.seq, writer: running.writer ?? null },
    waitingForInput: waitingFor(look, running),
    applicationCursorKeys: emulator.modes.applicationCursorKeys,
    // A program that was killed cannot take it back.
    progress: running === undefined ? null : progress,
  };
}

function viewport(emulator: Emulator): string[] {
  return Array.from({ length: emulator.rows }, (_, y) => rowText(emulator.row(emulator.base + y)));
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

/** A guess, but one that says what it goes by. Full-screen programs always wait, which would tell nothing. */
function waitingFor(
  { emulator, echoOff, quiet }: ScreenReading,
  running: LedgerRecord | undefined,
): ScreenReport['waitingForInput'] {
  if (echoOff) return 'echo-off';
  if (running === undefined || !quiet || emulator.alternate) return null;
  const { base, cursor } = emulator;
  return asksAtEnd(rowText(emulator.row(base + cursor.y)).slice(0, cursor.x)) ? 'prompt' : null;
}
