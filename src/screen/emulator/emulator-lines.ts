/** Reads one line of the emulator as a row, or as text alone, from xterm's own array of cells. */
import type { Row } from '../cells/row.ts';
import type { StyleId } from '../cells/style.ts';
import { HAS_EXTENDED, plainBg, plainExt, plainFg, UNDERLINE } from '../cells/style-bits.ts';
import { styleNumber } from '../cells/style-table.ts';
import type { Core, CoreLine } from '../core/emulator-core.ts';
import { imageExt } from '../image/draw-image.ts';

/** The content word of a cell: the code point, a flag for "more than one code point", and the width in the top bits. */
export const CODEPOINT = 0x1fffff;
export const COMBINED = 0x200000;
export const WIDTH_SHIFT = 22;
export const CELL_WORDS = 3;
const HAS_TEXT = CODEPOINT | COMBINED;

const CHARS: readonly string[] = Array.from({ length: 0x250 }, (_, code) =>
  code === 0 ? ' ' : String.fromCharCode(code),
);

/** `linkOf` gives the link of a style for a link number of this emulator. */
export function coreRow(line: CoreLine, cols: number, linkOf: (number: number) => number): Row {
  const data = line._data;
  const chars = new Array<string>(cols);
  const styles = new Array<StyleId>(cols);
  let lastFg = 0;
  let lastBg = 0;
  let lastStyle: StyleId = 0;
  for (let x = 0, at = 0; x < cols; x++, at += CELL_WORDS) {
    const content = data[at] ?? 0;
    const fg = data[at + 1] ?? 0;
    const bg = data[at + 2] ?? 0;
    const code = content & HAS_TEXT;
    chars[x] =
      content >>> WIDTH_SHIFT === 1
        ? (CHARS[code] ?? longChar(line, x, content))
        : unevenChar(line, x, content);
    if (fg !== lastFg || bg !== lastBg || bg & HAS_EXTENDED) {
      lastFg = fg;
      lastBg = bg;
      const link = bg & HAS_EXTENDED ? linkOf(linkNumber(line, x)) : 0;
      lastStyle = styleNumber(plainFg(fg), plainBg(bg), extOf(line, x, fg, bg, link), link);
    }
    styles[x] = lastStyle;
  }
  return { chars, styles, wrapped: line.isWrapped };
}

/** `text` has all cells, blanks too. `startsWide`: its first character takes two cells. */
export type LineText = { readonly text: string; readonly wrapped: boolean; readonly startsWide: boolean };

/** The text of a row. For readers of thousands of lines: a `Row` with its styles takes twenty times as long. */
export function coreText(line: CoreLine | undefined, cols: number): LineText {
  if (line === undefined) return { text: ' '.repeat(cols), wrapped: false, startsWide: false };
  const { _data: data, isWrapped: wrapped } = line;
  const startsWide = cols > 1 && isWide(data, 0);
  if (units.length < cols) units = new Uint16Array(cols);
  let length = 0;
  for (let x = 0, at = 0; x < cols; x++, at += CELL_WORDS) {
    const content = data[at] ?? 0;
    const code = content & HAS_TEXT;
    const isHalf = content >>> WIDTH_SHIFT !== 1;
    if (isHalf && x + 1 < cols && isWide(data, at)) {
      x++;
      at += CELL_WORDS;
    } else if (isHalf) return { text: slowText(line, cols), wrapped, startsWide };
    if (code > LAST_OF_ONE_UNIT) return { text: slowText(line, cols), wrapped, startsWide };
    units[length++] = code === 0 ? BLANK : code;
  }
  const text = Buffer.from(units.buffer, 0, length * units.BYTES_PER_ELEMENT).toString('utf16le');
  return { text, wrapped, startsWide };
}

const BLANK = 0x20;
const LAST_OF_ONE_UNIT = 0xffff;
/** A buffer for the longest line so far; its size is limited by that of a terminal. */
let units = new Uint16Array(256);

/** Whether these words are a wide cell and its right half. */
function isWide(data: Uint32Array, at: number): boolean {
  const next = data[at + CELL_WORDS];
  return (data[at] ?? 0) >>> WIDTH_SHIFT === 2 && next !== undefined && next >>> WIDTH_SHIFT === 0;
}

function slowText(line: CoreLine, cols: number): string {
  return coreRow(line, cols, () => 0).chars.join('');
}

/**
 * The text of a wide cell or of its right half. A half without the other one is shown as a blank, because a painter that
 * printed half a wide cell would shift the rest of the row. xterm leaves halves at the last column while wrapping is off.
 */
function unevenChar(line: CoreLine, x: number, content: number): string {
  const { _data: data } = line;
  const at = x * CELL_WORDS;
  if (content >>> WIDTH_SHIFT === 0)
    return x > 0 && (data[at - CELL_WORDS] ?? 0) >>> WIDTH_SHIFT === 2 ? '' : ' ';
  const next = data[at + CELL_WORDS];
  if (next === undefined || next >>> WIDTH_SHIFT !== 0) return ' ';
  return longChar(line, x, content);
}

function longChar(line: CoreLine, x: number, content: number): string {
  if (content & COMBINED) return line._combined[x] ?? ' ';
  return String.fromCodePoint(content & CODEPOINT);
}

/** The extended word of a style: the underline, or the place of a cell in its image. */
function extOf(line: CoreLine, x: number, fg: number, bg: number, link: number): number {
  if (link < 0) return imageExt(line._extendedAttrs[x]?._ext ?? 0);
  if ((fg & UNDERLINE) === 0) return 0;
  return plainExt(fg, bg, bg & HAS_EXTENDED ? (line._extendedAttrs[x]?._ext ?? 0) : 0);
}

/** Returns a line of the active buffer; undefined outside of it. */
export function lineAt({ buffers }: Core, line: number): CoreLine | undefined {
  const { lines } = buffers.active;
  return line >= 0 && line < lines.length ? lines.get(line) : undefined;
}

/** The number of the hyperlink a cell belongs to, 0 for none. */
export function linkNumber(line: CoreLine, x: number): number {
  if (x < 0 || x >= line.length) return 0;
  const bg = line._data[x * CELL_WORDS + 2] ?? 0;
  return bg & HAS_EXTENDED ? (line._extendedAttrs[x]?.urlId ?? 0) : 0;
}
