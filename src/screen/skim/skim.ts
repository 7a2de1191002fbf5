/**
 * Skimming — of a long stretch of lines only the last ones can still be seen, so only those are worth parsing.
 *
 * When the waiting text is nothing but printable characters, CR, LF, TAB, SGR and erasing in the line, and the whole
 * screen scrolls, every line feed at the bottom brings in a fresh row. After `scrollback + rows` of them nothing older
 * is left; another `below` go by before the cursor is at the bottom. So the text from that many line feeds before the
 * end gives the same screen and scrollback, provided it starts in the first column with the right pen. The pen is the
 * work of the SGR sequences before it: each sets attributes to fixed values, so of equal ones only the last counts, and
 * nothing before a reset does.
 */
export type Keep = {
  readonly rows: number;
  readonly scrollback: number;
  /** Rows under the cursor's. */
  readonly below: number;
  /** The width at which lines wrap; 0: they do not. */
  readonly cols: number;
};

/** `text` stands for the whole; `skipped` is how many characters of the original it leaves out. */
export type Skimmed = { readonly text: string; readonly skipped: number };

/** Anything but lines: other control characters (8-bit ones too), or an escape that is none of ours nor the start of one at the very end. */
const NOT_LINES = /[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f]|\x1b(?!\[[\d;:]*(?:m|$)|\[[012]?K|$)/;
const RESETS = /^\x1b\[0*[;m]/;
/** Takes one cell a character, whatever was set before. */
const NARROW = /^[\x20-\x7e]*$/;
/** Of what follows an escape at the end of a text not all has come. */
const BEGUN = /^\x1b(?:\[[\d;:]*)?$/;
const CARRIAGE_RETURN = 13;

const SEQUENCE = /^\x1b\[[\d;:]*[mK]/;
/** Limit: characters of one SGR sequence before a cut. Beyond it nothing is skipped. */
export const SEQUENCE_LIMIT = 512;

/** Limit: different SGR sequences since the last reset. Beyond it nothing is skipped. */
const PEN_LIMIT = 4096;

export function isLines(text: string): boolean {
  return !NOT_LINES.test(text);
}

/**
 * Up to where a text is lines, whatever follows: at its end a sequence may begin that is not all there. Undefined: it
 * is not lines, or that sequence is longer than any of ours.
 */
export function linesEnd(text: string): number | undefined {
  const begun = text.lastIndexOf('\x1b');
  const end = begun >= 0 && BEGUN.test(text.slice(begun)) ? begun : text.length;
  if (text.length - end > SEQUENCE_LIMIT) return undefined;
  return isLines(end < text.length ? text.slice(0, end) : text) ? end : undefined;
}

/** How much of a text is lines, before something else comes. */
export function linesBefore(text: string): number {
  return NOT_LINES.exec(text)?.index ?? text.length;
}

/** Nothing when there is nothing to leave out, or when the text is not all lines. */
export function skim(pending: string, keep: Keep): Skimmed | undefined {
  const start = keptStart(pending, keep);
  return start > 0 && isLines(pending) ? from(pending, start) : undefined;
}

/** The same of a text known to be lines. */
export function skimLines(lines: string, keep: Keep): string | undefined {
  const start = keptStart(lines, keep);
  return start > 0 ? from(lines, start)?.text : undefined;
}

/**
 * Of a text known to be lines, the end: as much as `keep` asks for, or about `most` characters where that is more —
 * a scrollback of long coloured lines is not worth holding 40 MB of text.
 */
export function skimTo(most: number, lines: string, keep: Keep): Skimmed | undefined {
  const bare = keptStart(lines, { ...keep, scrollback: 0 });
  if (bare <= 0) return undefined;
  const exact = keptStart(lines, keep);
  if (lines.length - exact <= most) return exact > 0 ? from(lines, exact) : undefined;
  const cut = lines.indexOf('\r\n', lines.length - most) + 2;
  // The first line kept follows older ones: not on what the line before it had begun.
  return from(lines, cut > 2 ? Math.min(cut, bare) : bare, '\r\x1b[2K');
}

function from(pending: string, start: number, begin = '\r'): Skimmed | undefined {
  const pen = penBefore(pending, start);
  if (pen === undefined) return undefined;
  const text = `${begin}${pen}${pending.slice(start)}`;
  return text.length < pending.length ? { text, skipped: start } : undefined;
}

/** Where a line starts from which on there are enough line feeds, those of wrapping included; −1 if there is none. */
function keptStart(text: string, { rows, scrollback, below, cols }: Keep): number {
  let missing = scrollback + rows + below;
  for (let end = text.lastIndexOf('\n'); end > 0; ) {
    const before = text.lastIndexOf('\n', end - 1);
    if (before < 1) return -1;
    missing -= rowsOf(text, before + 1, end, cols);
    // Without a carriage return before it the line would not start in the first column.
    if (missing <= 0 && text.charCodeAt(before - 1) === CARRIAGE_RETURN) return before + 1;
    end = before;
  }
  return -1;
}

/** At least so many rows the cursor goes down in this line, its line feed included. */
function rowsOf(text: string, start: number, end: number, cols: number): number {
  const length = end - start - (text.charCodeAt(end - 1) === CARRIAGE_RETURN ? 1 : 0);
  if (cols === 0 || length <= cols) return 1;
  return NARROW.test(text.slice(start, start + length)) ? Math.ceil(length / cols) : 1;
}

/** The SGR sequences that make the pen at a place, nothing when there are too many, or others than `among`. */
export function penBefore(text: string, start: number, among: 'lines' | 'all' = 'lines'): string | undefined {
  const sequences = new Set<string>();
  // Searching back through a long text for what is not there takes long; forth it does not.
  const earliest = text.indexOf('\x1b');
  for (let at = earliest < 0 ? 0 : start; at > earliest; ) {
    at = text.lastIndexOf('\x1b', at - 1);
    if (at < 0) break;
    const sequence = SEQUENCE.exec(text.slice(at, at + SEQUENCE_LIMIT))?.[0];
    if (sequence === undefined && among === 'lines') return undefined;
    if (sequence === undefined || sequence.endsWith('K')) continue;
    sequences.add(sequence);
    if (RESETS.test(sequence)) break;
    if (sequences.size > PEN_LIMIT) return undefined;
  }
  return Array.from(sequences).reverse().join('');
}
