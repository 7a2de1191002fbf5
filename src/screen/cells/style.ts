/** Cell styles: a small number for the colours and attributes of a cell, and the SGR sequence that draws it. */
import {
  BLINK,
  BOLD,
  COLOR_INDEXED,
  COLOR_MODE,
  COLOR_NAMED,
  COLOR_RGB,
  DIM,
  INVERSE,
  INVISIBLE,
  ITALIC,
  OVERLINE,
  PALETTE_VALUE,
  plainColor,
  RGB_VALUE,
  STRIKETHROUGH,
  UNDERLINE,
  UNDERLINE_COLOR,
  UNDERLINE_STYLE,
  UNDERLINE_STYLE_SHIFT,
} from './style-bits.ts';
import { pinnedStyleNumber, styleWords, type Words } from './style-table.ts';

/** The number of a style; 0 is the default style. Valid only in this process, for a time that style-table defines. */
export type StyleId = number;

export type CellColor =
  | { readonly kind: 'default' }
  | { readonly kind: 'palette'; readonly index: number }
  | { readonly kind: 'rgb'; readonly value: number };

/** The SGR number: 0 none, 1 single, 2 double, 3 curly, 4 dotted, 5 dashed. */
export type UnderlineStyle = 0 | 1 | 2 | 3 | 4 | 5;

export type CellStyle = {
  readonly fg: CellColor;
  readonly bg: CellColor;
  readonly underlineColor: CellColor;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly underline: UnderlineStyle;
  readonly blink: boolean;
  readonly inverse: boolean;
  readonly invisible: boolean;
  readonly strikethrough: boolean;
  readonly overline: boolean;
};

const DEFAULT_COLOR: CellColor = { kind: 'default' };

/** Returns the number of a style; omitted fields are off or default. */
export function internStyle(style: Partial<CellStyle>): StyleId {
  const fg =
    packColor(style.fg) |
    (style.bold ? BOLD : 0) |
    (style.blink ? BLINK : 0) |
    (style.inverse ? INVERSE : 0) |
    (style.invisible ? INVISIBLE : 0) |
    (style.strikethrough ? STRIKETHROUGH : 0) |
    (style.underline ? UNDERLINE : 0);
  const bg =
    packColor(style.bg) |
    (style.dim ? DIM : 0) |
    (style.italic ? ITALIC : 0) |
    (style.overline ? OVERLINE : 0);
  const ext = style.underline
    ? (style.underline << UNDERLINE_STYLE_SHIFT) | packColor(style.underlineColor)
    : 0;
  return pinnedStyleNumber(fg, bg, ext);
}

export function styleOf(id: StyleId): CellStyle {
  const { fg, bg, ext } = styleWords(id);
  return {
    fg: unpackColor(fg),
    bg: unpackColor(bg),
    underlineColor: unpackColor(ext & UNDERLINE_COLOR),
    bold: (fg & BOLD) !== 0,
    dim: (bg & DIM) !== 0,
    italic: (bg & ITALIC) !== 0,
    underline: underlineStyle(ext),
    blink: (fg & BLINK) !== 0,
    inverse: (fg & INVERSE) !== 0,
    invisible: (fg & INVISIBLE) !== 0,
    strikethrough: (fg & STRIKETHROUGH) !== 0,
    overline: (bg & OVERLINE) !== 0,
  };
}

/**
 * Cached sequences, by style number. Limit: 1,024 strings; when full, the cache is emptied and sequences are built again.
 * Sequences of true colours are not cached: images made of them have another one in each cell, and building one is cheap.
 */
const SEQUENCES_LIMIT = 1024;
const sequences = new Map<StyleId, string>();

/** Returns one complete SGR sequence for a cell of this style, independent of earlier sequences. */
export function sgr(id: StyleId): string {
  const known = sequences.get(id);
  if (known !== undefined) return known;
  const words = styleWords(id);
  const built = sgrOf(words);
  if (isTrueColor(words.fg) || isTrueColor(words.bg)) return built;
  if (sequences.size >= SEQUENCES_LIMIT) sequences.clear();
  sequences.set(id, built);
  return built;
}

function isTrueColor(word: number): boolean {
  return (word & COLOR_MODE) === COLOR_RGB;
}

/** Like `sgr`, from packed words. Sets an underline colour even without an underline: a program may have set it in advance. */
export function sgrOf({ fg, bg, ext }: Words): string {
  let codes = '0';
  if (fg & BOLD) codes += ';1';
  if (bg & DIM) codes += ';2';
  if (bg & ITALIC) codes += ';3';
  if (fg & UNDERLINE) codes += underlineCode(underlineStyle(ext));
  if (fg & BLINK) codes += ';5';
  if (fg & INVERSE) codes += ';7';
  if (fg & INVISIBLE) codes += ';8';
  if (fg & STRIKETHROUGH) codes += ';9';
  if (bg & OVERLINE) codes += ';53';
  codes += colorCode(fg, 30) + colorCode(bg, 40) + underlineColorCode(ext);
  return `\x1b[${codes}m`;
}

function underlineCode(style: UnderlineStyle): string {
  return style > 1 ? `;4:${style}` : ';4';
}

/** `base` is 30 for the foreground, 40 for the background. The 16 named colours keep their short codes for the user's palette. */
function colorCode(word: number, base: 30 | 40): string {
  switch (word & COLOR_MODE) {
    case COLOR_NAMED: {
      const index = word & PALETTE_VALUE;
      return `;${index < 8 ? base + index : base + 60 + index - 8}`;
    }
    case COLOR_INDEXED:
      return `;${base + 8};5;${word & PALETTE_VALUE}`;
    case COLOR_RGB:
      return `;${base + 8};2;${(word >> 16) & 255};${(word >> 8) & 255};${word & 255}`;
    default:
      return '';
  }
}

/** Uses colons, so that a terminal that does not know 58 does not read the values as separate attributes. */
function underlineColorCode(ext: number): string {
  switch (ext & COLOR_MODE) {
    case COLOR_NAMED:
    case COLOR_INDEXED:
      return `;58:5:${ext & PALETTE_VALUE}`;
    case COLOR_RGB:
      return `;58:2::${(ext >> 16) & 255}:${(ext >> 8) & 255}:${ext & 255}`;
    default:
      return '';
  }
}

function packColor(color: CellColor | undefined): number {
  if (color === undefined || color.kind === 'default') return 0;
  if (color.kind === 'rgb') return COLOR_RGB | (color.value & RGB_VALUE);
  return plainColor(COLOR_INDEXED | (color.index & PALETTE_VALUE));
}

function unpackColor(word: number): CellColor {
  switch (word & COLOR_MODE) {
    case COLOR_NAMED:
    case COLOR_INDEXED:
      return { kind: 'palette', index: word & PALETTE_VALUE };
    case COLOR_RGB:
      return { kind: 'rgb', value: word & RGB_VALUE };
    default:
      return DEFAULT_COLOR;
  }
}

function underlineStyle(ext: number): UnderlineStyle {
  const style = (ext & UNDERLINE_STYLE) >>> UNDERLINE_STYLE_SHIFT;
  return style <= 5 ? (style as UnderlineStyle) : 1;
}
