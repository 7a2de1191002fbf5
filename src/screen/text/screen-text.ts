/** The screen as plain text, for agents and scripts. */

import { rowText } from '../cells/row.ts';
import type { Emulator } from '../emulator/emulator.ts';
import { withoutBlankEnd } from './blank-end.ts';
import { logicalTexts, withoutBlanks } from './logical-lines.ts';

/** Returns the viewport, one line per row, without blank rows at the end. */
export function screenText(emulator: Emulator): string {
  const rows: string[] = [];
  for (let y = 0; y < emulator.rows; y++) rows.push(rowText(emulator.row(emulator.base + y)));
  return withoutBlankEnd(rows).join('\n');
}

/** Returns the last `count` lines of scrollback and viewport, with wrapped rows joined and without blank lines at the end. */
export function lastLines(emulator: Emulator, count: number): string {
  // A logical line has at least one row, so `count` rows up to the last used one are enough.
  const from = Math.max(0, lastUsed(emulator) + 1 - count);
  return withoutBlankEnd(logicalTexts(emulator, from, emulator.length))
    .slice(-count)
    .join('\n');
}

function lastUsed(emulator: Emulator): number {
  let line = emulator.length - 1;
  while (line > 0 && withoutBlanks(emulator.text(line).text) === '') line--;
  return line;
}
