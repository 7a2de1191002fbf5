/**
 * Skimming — of a long stretch of lines only the last ones can still be seen, so only those are worth parsing.
 *
 * When the waiting text is nothing but printable characters, CR, LF, TAB and SGR, and the whole screen scrolls, every
 * line feed at the bottom brings in a fresh row. After `scrollback + rows` of them nothing older is left; at most
 * another `rows` line feeds go by before the cursor is at the bottom. So the text from that many line feeds before the
 * end gives the same screen and scrollback, provided it starts in the first column with the right pen. The pen is the
 * work of the SGR sequences before it: each sets attributes to fixed values, so of equal ones only the last counts, and
 * nothing before a reset does.
 */
export type Keep = { readonly rows: number; readonly scrollback: number };

/** `text` stands for the whole; `skipped` is how many characters of the original it leaves out. */
export type Skimmed = { readonly text: string; readonly skipped: number };

/** Anything but lines: other control characters (8-bit ones too), or an escape that is no SGR nor the start of one at the very end. */
const NOT_LINES = /[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f]|\x1b(?!\[[\d;:]*(?:m|$)|$)/;
const RESETS = /^\x1b\[0*[;m]/;

/** Limit: different SGR sequences since the last reset. Beyond it nothing is skipped. */
const PEN_LIMIT = 4096;

/** Nothing when there is nothing to leave out, or when the text is not all lines. */
export function skim(pending: string, { rows, scrollback }: Keep): Skimmed | undefined {
  const start = keptStart(pending, scrollback + 2 * rows);
  if (start <= 0 || NOT_LINES.test(pending)) return undefined;
  const pen = penBefore(pending, start);
  if (pen === undefined) return undefined;
  const text = `\r${pen}${pending.slice(start)}`;
  return text.length < pending.length ? { text, skipped: start } : undefined;
}

/** Where a line starts that is followed by at least so many line feeds; −1 if there is none. */
function keptStart(text: string, lineFeeds: number): number {
  let at = text.length;
  for (let count = 0; count < lineFeeds; count++) {
    at = at > 0 ? text.lastIndexOf('\n', at - 1) : -1;
    if (at < 0) return -1;
  }
  // Without a carriage return before it the line would not start in the first column.
  const end = at > 1 ? text.lastIndexOf('\r\n', at - 2) : -1;
  return end < 0 ? -1 : end + 2;
}

/** The SGR sequences that make the pen at a place, nothing when there are too many. */
function penBefore(text: string, start: number): string | undefined {
  const sequences = new Set<string>();
  for (let at = start; at > 0; ) {
    at = text.lastIndexOf('\x1b', at - 1);
    if (at < 0) break;
    const sequence = text.slice(at, text.indexOf('m', at) + 1);
    sequences.add(sequence);
    if (RESETS.test(sequence)) break;
    if (sequences.size > PEN_LIMIT) return undefined;
  }
  return Array.from(sequences).reverse().join('');
}
