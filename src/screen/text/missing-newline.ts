/** Removes the mark that a shell prints after output without a final newline: the mark is not part of the program's output. */

import { ShellMark } from './shell-mark.ts';

/** Limit: characters searched at the end; enough for a row of blanks in the widest window, the mark and some titles. */
const TAIL = 4096;
/** Longest text that zsh is configured to print instead of `%`, in UTF-16 units. */
const MAX_SIGN = 16;

export function withoutMissingNewlineMark(output: string): string {
  const from = Math.max(0, output.length - TAIL);
  const tail = output.slice(from);
  // Both marks contain a blank before a CR; other text is not worth a second look.
  if (!tail.includes(' \r')) return output;
  const { whole } = new ShellMark(tail, (_char, index) => index < MAX_SIGN);
  return whole === undefined ? output : output.slice(0, from + whole);
}
