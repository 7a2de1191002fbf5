/**
 * The lines of a running command that have left the screen's scrollback, from the output that the host keeps.
 *
 * An emulator with many lines of scrollback makes long output slow, and nobody sees most of them. So the screen keeps few, and
 * reads the others when somebody scrolls back.
 */

import type { AskOutput } from '../../protocol/cotty/command-output.ts';
import { NEAR_LINES } from '../../protocol/cotty/near-lines.ts';
import { rowText } from '../../screen/cells/row.ts';
import { Emulator } from '../../screen/emulator/emulator.ts';

/** UTF-16 units of one answer. */
const PIECE_CHARS = 1024 * 1024;
/** Limit: UTF-16 units of older output that are read; beyond it the oldest lines are left out. */
const OLDER_CHARS = 8 * 1024 * 1024;
/** Rows that must be equal for two screens to show the same output. */
const SAME_ROWS = 60;
/** Most rows that may have been printed since the output was read. */
const ROWS_SINCE = 4 * NEAR_LINES;

/** Reads the last lines of an output. Throws what `ask` throws. */
export async function readTail(ask: AskOutput, seq: number, lines: number): Promise<string> {
  let answer = await ask({ seq, fromEnd: lines, maxChars: PIECE_CHARS });
  let { text } = answer;
  while (answer.more && answer.lines > 0) {
    answer = await ask({ seq, fromLine: answer.fromLine + answer.lines, maxChars: PIECE_CHARS });
    text = withinLimit(text + answer.text);
  }
  return text;
}

/**
 * Puts the older lines of an output back above a screen, up to `lines` of them in all. Returns how many were added: 0 when
 * the output does not lead to what the screen shows.
 */
export function addOlderLines(screen: Emulator, output: string, lines: number): number {
  const older = new Emulator({ cols: screen.cols, rows: screen.rows, scrollback: lines });
  older.write(output);
  const before = older.alternate ? 0 : Math.max(0, rowsBefore(older, screen));
  const { length } = screen;
  if (before > 0) screen.keepScrollback(Math.max(lines, screen.scrollback), older, before);
  older.close();
  return screen.length - length;
}

/** Returns how many rows of `older` come before the first row of `screen`; −1 when they have no rows in common. */
function rowsBefore(older: Emulator, screen: Emulator): number {
  const first = Array.from({ length: Math.min(SAME_ROWS, screen.base) }, (_, row) =>
    rowText(screen.row(row)),
  );
  const end = older.base + older.cursor.y;
  const expected = end - (screen.base + screen.cursor.y);
  for (let since = 0; since <= ROWS_SINCE; since += 1) {
    for (const at of since === 0 ? [expected] : [expected + since, expected - since]) {
      // The last row may not be whole yet.
      const common = Math.min(first.length, end - at);
      if (
        at >= 0 &&
        common > 0 &&
        first.slice(0, common).every((text, row) => text === rowText(older.row(at + row)))
      )
        return at;
    }
  }
  return -1;
}

function withinLimit(text: string): string {
  return text.length <= OLDER_CHARS ? text : text.slice(text.indexOf('\n', text.length - OLDER_CHARS) + 1);
}
