/**
 * Packed cell attributes: three 32-bit words per cell, in the layout of xterm.js buffer lines, so that a cell read from
 * the emulator needs no translation. A test compares this layout with the emulator's behaviour.
 */

/** The colour mode, in bits 24–25 of a word; the value is in the low 24 (rgb) or 8 (palette) bits. */
export const COLOR_MODE = 0x3000000;
export const COLOR_NAMED = 0x1000000;
export const COLOR_INDEXED = 0x2000000;
export const COLOR_RGB = 0x3000000;
export const RGB_VALUE = 0xffffff;
export const PALETTE_VALUE = 0xff;

/** Flags in the foreground word. */
export const INVERSE = 0x4000000;
export const BOLD = 0x8000000;
export const UNDERLINE = 0x10000000;
export const BLINK = 0x20000000;
export const INVISIBLE = 0x40000000;
export const STRIKETHROUGH = 0x80000000 | 0;

/** Flags in the background word. */
export const ITALIC = 0x4000000;
export const DIM = 0x8000000;
export const HAS_EXTENDED = 0x10000000;
export const PROTECTED = 0x20000000;
export const OVERLINE = 0x40000000;

/** The extended word: underline colour in the low 26 bits, underline style (1–5) above it. */
export const UNDERLINE_COLOR = 0x3ffffff;
export const UNDERLINE_STYLE = 0x1c000000;
export const UNDERLINE_STYLE_SHIFT = 26;

const FG_FLAGS = INVERSE | BOLD | UNDERLINE | BLINK | INVISIBLE | STRIKETHROUGH;
const BG_FLAGS = ITALIC | DIM | OVERLINE;

/**
 * Returns the one plain form of a colour: xterm keeps the high bytes of an earlier rgb value when a palette colour
 * follows, and the first 16 of the 256 colours are the named ones.
 */
export function plainColor(word: number): number {
  const mode = word & COLOR_MODE;
  if (mode === 0) return 0;
  if (mode === COLOR_RGB) return word & (COLOR_MODE | RGB_VALUE);
  const index = word & PALETTE_VALUE;
  return index < 16 ? COLOR_NAMED | index : COLOR_INDEXED | index;
}

export function plainFg(word: number): number {
  return (word & FG_FLAGS) | plainColor(word);
}

export function plainBg(word: number): number {
  return (word & BG_FLAGS) | plainColor(word);
}

/**
 * Returns the plain extended word of a cell, 0 unless it is underlined. xterm stores SGR 59 ("default") as a colour of
 * all ones, so an underline of exactly rgb(255, 255, 255) reads as the default colour.
 */
export function plainExt(fg: number, bg: number, ext: number): number {
  if ((fg & UNDERLINE) === 0) return 0;
  if ((bg & HAS_EXTENDED) === 0) return 1 << UNDERLINE_STYLE_SHIFT;
  const color = ext & UNDERLINE_COLOR;
  const style = ext & UNDERLINE_STYLE || 1 << UNDERLINE_STYLE_SHIFT;
  return style | (color === UNDERLINE_COLOR ? 0 : plainColor(color));
}
