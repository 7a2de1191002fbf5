/** Text as cells: graphemes and their widths exactly as the emulator would place them. */
import { joins, properties, widthOf } from './grapheme-width.ts';

export type TextCell = { readonly text: string; readonly width: 0 | 1 | 2 };

/** Returns the graphemes of a text in order. A control character is an entry of its own with width 0: it takes no cell. */
export function cells(text: string): TextCell[] {
  const found: { text: string; width: 0 | 1 | 2 }[] = [];
  let before = 0;
  for (const char of text) {
    const codepoint = char.codePointAt(0) ?? 0;
    if (isControl(codepoint)) {
      found.push({ text: char, width: 0 });
      before = 0;
      continue;
    }
    const next = properties(codepoint, before);
    const last = found.at(-1);
    if (joins(next) && last !== undefined && before !== 0) {
      last.text += char;
      last.width = widthOf(next);
    } else {
      found.push({ text: char, width: widthOf(next) });
    }
    before = next;
  }
  return found;
}

/** Returns the number of cells that a text takes on one line of unlimited length. */
export function textWidth(text: string): number {
  if (PRINTABLE_ASCII.test(text)) return text.length;
  let width = 0;
  for (const cell of cells(text)) width += cell.width;
  return width;
}

const PRINTABLE_ASCII = /^[ -~]*$/;

function isControl(codepoint: number): boolean {
  return codepoint < 32 || (codepoint >= 127 && codepoint < 160);
}
