/** Reads one line of the emulator as a row — fast from xterm's own array of cells, or slowly through its public interface. */
import type { IBufferCell, IBufferLine } from '@xterm/headless';
import type { Row } from '../cells/row.ts';
import { internStyle, type StyleId } from '../cells/style.ts';
import { HAS_EXTENDED, plainBg, plainExt, plainFg, UNDERLINE } from '../cells/style-bits.ts';
import { styleNumber } from '../cells/style-table.ts';
import type { CoreLine } from './emulator-core.ts';

/** The content word of a cell: code point, a flag for "more than one code point", width in the top bits. */
export const CODEPOINT = 0x1fffff;
export const COMBINED = 0x200000;
export const WIDTH_SHIFT = 22;
export const CELL_WORDS = 3;
const HAS_TEXT = CODEPOINT | COMBINED;

const CHARS: readonly string[] = Array.from({ length: 0x250 }, (_, code) =>
  code === 0 ? ' ' : String.fromCharCode(code),
);

export function coreRow(line: CoreLine, cols: number): Row {
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
      lastStyle = styleNumber(plainFg(fg), plainBg(bg), fg & UNDERLINE ? extOf(line, x, fg, bg) : 0);
    }
    styles[x] = lastStyle;
  }
  return { chars, styles, wrapped: line.isWrapped };
}

/** The same by the public interface. It tells of an underline but neither its form nor its colour. */
export function publicRow(line: IBufferLine, cols: number, reused: IBufferCell): Row {
  const chars: string[] = [];
  const styles: StyleId[] = [];
  for (let x = 0; x < cols; x++) {
    const cell = line.getCell(x, reused);
    chars.push(cell === undefined ? ' ' : publicChar(line, x, cell));
    styles.push(cell === undefined || cell.isAttributeDefault() ? 0 : publicStyle(cell));
  }
  return { chars, styles, wrapped: line.isWrapped };
}

/**
 * A wide cell and its right half go together. Torn apart (xterm lets that happen at the last column while wrapping is
 * off) either is shown as a blank: a painter that printed half a wide cell would shift the rest of the row.
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

function extOf(line: CoreLine, x: number, fg: number, bg: number): number {
  return plainExt(fg, bg, bg & HAS_EXTENDED ? (line._extendedAttrs[x]?._ext ?? 0) : 0);
}

function publicChar(line: IBufferLine, x: number, cell: IBufferCell): string {
  const width = cell.getWidth();
  if (width === 0) return x > 0 && line.getCell(x - 1)?.getWidth() === 2 ? '' : ' ';
  if (width === 2 && line.getCell(x + 1)?.getWidth() !== 0) return ' ';
  return cell.getChars() || ' ';
}

function publicStyle(cell: IBufferCell): StyleId {
  return internStyle({
    fg: cell.isFgRGB()
      ? { kind: 'rgb', value: cell.getFgColor() }
      : cell.isFgPalette()
        ? { kind: 'palette', index: cell.getFgColor() }
        : { kind: 'default' },
    bg: cell.isBgRGB()
      ? { kind: 'rgb', value: cell.getBgColor() }
      : cell.isBgPalette()
        ? { kind: 'palette', index: cell.getBgColor() }
        : { kind: 'default' },
    bold: cell.isBold() !== 0,
    dim: cell.isDim() !== 0,
    italic: cell.isItalic() !== 0,
    underline: cell.isUnderline() !== 0 ? 1 : 0,
    blink: cell.isBlink() !== 0,
    inverse: cell.isInverse() !== 0,
    invisible: cell.isInvisible() !== 0,
    strikethrough: cell.isStrikethrough() !== 0,
    overline: cell.isOverline() !== 0,
  });
}

/** The number of the hyperlink a cell belongs to, 0 for none. */
export function linkNumber(line: CoreLine, x: number): number {
  if (x < 0 || x >= line.length) return 0;
  const bg = line._data[x * CELL_WORDS + 2] ?? 0;
  return bg & HAS_EXTENDED ? (line._extendedAttrs[x]?.urlId ?? 0) : 0;
}
