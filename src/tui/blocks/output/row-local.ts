/**
 * Row-local output: each row depends only on its own characters and on the colours before it. A piece of such an
 * output can be rendered alone. All other output (cursor up, scroll regions, full screen) must be rendered whole.
 */

/** Vertical tabs, form feeds, shifts to another character set, C1 controls. */
const OTHER_CONTROLS = /[\x0b\x0c\x0e\x0f\x80-\x9f]/;

/**
 * Escapes other than these: colours, moves and edits within the row, modes without effect on rows, a title or link on
 * one line, the ASCII character set, keypad mode.
 */
const OTHER_ESCAPES =
  /\x1b(?!\[[\d;:]*m|\[\d*[CDGKPX@]|\[\?(?:1|12|25|1004|2004|2026)[hl]|\][^\x00-\x1f\x7f-\x9f]*(?:\x07|\x1b\\)|\\|\(B|[=>])/;

/**
 * Erasing. From the first column on, it makes a wrapped row a line of its own, so line feeds would miscount lines.
 */
const ERASES = /\x1b\[\d*K/;
const MOVES_BACK = /\r(?!\r*\n)|\x08|\x1b\[(?:2K|\d*[GD])/;

export function isRowLocal(output: string): boolean {
  if (OTHER_CONTROLS.test(output) || OTHER_ESCAPES.test(output)) return false;
  return !ERASES.test(output) || !MOVES_BACK.test(output);
}

const SGR = /\x1b\[[\d;:]*m/g;

/** Returns the sequences that set the colours in effect at `end`. */
export function colorsBefore(output: string, end: number): string {
  const reset = Math.max(output.lastIndexOf('\x1b[0m', end - 1), output.lastIndexOf('\x1b[m', end - 1));
  return (output.slice(Math.max(0, reset), end).match(SGR) ?? []).join('');
}

const LINE_END = '\r\n';

/** Index after the last line end within `output[from, to)`, or undefined. */
export function lineStartBefore(output: string, from: number, to: number): number | undefined {
  const at = output.lastIndexOf(LINE_END, to - LINE_END.length);
  return at < from ? undefined : at + LINE_END.length;
}

/** Index after the next line end from `from` on, or the end of the output. */
export function lineStartAfter(output: string, from: number): number {
  const at = output.indexOf(LINE_END, from);
  return at < 0 ? output.length : at + LINE_END.length;
}

export function countLines(output: string, end: number): number {
  let count = 0;
  for (let at = output.indexOf('\n'); at >= 0 && at < end; at = output.indexOf('\n', at + 1)) count++;
  return count;
}
