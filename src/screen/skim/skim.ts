/**
 * Skims long output: of many lines only the last ones remain in screen and scrollback, so only those are worth parsing.
 *
 * When the waiting text contains only printable characters, CR, LF, TAB, SGR and erase in line, and the whole screen
 * scrolls, every line feed at the bottom adds a fresh row. After `scrollback + rows` line feeds nothing older is left;
 * another `below` are needed before the cursor is at the bottom. So the text from that many line feeds before the end
 * gives the same screen and scrollback, if it starts in the first column with the right pen. The pen results from the
 * SGR sequences before it: each sets attributes to fixed values, so of equal ones only the last counts, and nothing
 * before a reset counts.
 */
import { linesBefore, penSequence, resetsPen, SEQUENCE_LIMIT, unfinishedFrom } from './lines.ts';

export type Keep = {
  readonly rows: number;
  readonly scrollback: number;
  /** Number of rows below the cursor's row. */
  readonly below: number;
  /** The width at which lines wrap; 0 when they do not wrap. */
  readonly cols: number;
};

/** A shorter `text` with the same effect; `skipped` is the number of characters of the original that it leaves out. */
export type Skimmed = { readonly text: string; readonly skipped: number };

const CARRIAGE_RETURN = 13;

/** Limit: different SGR sequences since the last reset. If there are more, nothing is skipped. */
const PEN_LIMIT = 4096;

/**
 * Returns the length of the lines in a text, without an incomplete sequence at its end. Returns undefined when the text is
 * not lines, or when that sequence is longer than the limit.
 */
export function linesEnd(text: string): number | undefined {
  const end = unfinishedFrom(text);
  if (text.length - end > SEQUENCE_LIMIT) return undefined;
  return linesBefore(end < text.length ? text.slice(0, end) : text) === end ? end : undefined;
}

/** Returns undefined when there is nothing to leave out, or when the text is not only lines. */
export function skim(pending: string, keep: Keep): Skimmed | undefined {
  const start = keptStart(pending, keep);
  return start > 0 && linesBefore(pending) === pending.length ? from(pending, start) : undefined;
}

/** Like `skim`, for a text known to be lines. */
export function skimLines(lines: string, keep: Keep): string | undefined {
  const start = keptStart(lines, keep);
  return start > 0 ? from(lines, start)?.text : undefined;
}

/**
 * Like `skim`, for a text known to be lines: leaves what `keep` requires, but at most about `most` characters or one screen.
 * Holding 40 MB of text for a scrollback of long coloured lines is not worth it.
 */
export function skimTo(most: number, lines: string, keep: Keep): Skimmed | undefined {
  const bare = keptStart(lines, { ...keep, scrollback: 0 });
  if (bare <= 0) return undefined;
  const exact = keptStart(lines, keep);
  if (lines.length - Math.max(0, exact) <= most) return exact > 0 ? from(lines, exact) : undefined;
  const cut = lines.indexOf('\r\n', lines.length - most) + 2;
  // Older rows stay above: the cursor's row is erased, so that the first kept line does not start on a half-written row.
  return from(lines, cut > 2 ? Math.min(cut, bare) : bare, '\r\x1b[2K');
}

function from(pending: string, start: number, begin = '\r'): Skimmed | undefined {
  const pen = penBefore(pending, start);
  if (pen === undefined) return undefined;
  const text = `${begin}${pen}${pending.slice(start)}`;
  return text.length < pending.length ? { text, skipped: start } : undefined;
}

/** Returns the start of the first line after which there are enough line feeds, counting wraps; −1 if there is none. */
function keptStart(text: string, { rows, scrollback, below, cols }: Keep): number {
  let missing = scrollback + rows + below;
  for (let end = text.lastIndexOf('\n'); ; ) {
    const before = text.lastIndexOf('\n', end - 1);
    if (before < 1) return -1;
    missing -= rowsOf(text, before + 1, end, cols);
    // Without a carriage return before it, the line would not start in the first column.
    if (missing <= 0 && text.charCodeAt(before - 1) === CARRIAGE_RETURN) return before + 1;
    end = before;
  }
}

/** Returns the least number of rows that the cursor moves down in this line, its line feed included. */
function rowsOf(text: string, start: number, end: number, cols: number): number {
  const length = end - start - (text.charCodeAt(end - 1) === CARRIAGE_RETURN ? 1 : 0);
  if (cols === 0 || length <= cols) return 1;
  return isNarrow(text, start, start + length) ? Math.ceil(length / cols) : 1;
}

/** Whether each character of a stretch takes one cell, whatever was set before. */
function isNarrow(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code > 0x7e) return false;
  }
  return true;
}

/** Returns the SGR sequences that set the pen at `start`; undefined when there are too many, or other sequences. */
export function penBefore(text: string, start: number): string | undefined {
  const sequences = new Set<string>();
  // Searching a long text backwards for a character that it lacks is slow; searching forwards is fast.
  const earliest = text.indexOf('\x1b');
  if (earliest < 0) return '';
  for (let at = start; at > earliest; ) {
    at = text.lastIndexOf('\x1b', at - 1);
    const sequence = penSequence(text, at);
    if (sequence === undefined) return undefined;
    if (sequence.endsWith('K')) continue;
    sequences.add(sequence);
    if (resetsPen(sequence)) break;
    if (sequences.size > PEN_LIMIT) return undefined;
  }
  return Array.from(sequences).reverse().join('');
}
