/**
 * The surface of tabs, headers and bar: the background that the outer terminal reports, with a few per cent of its foreground.
 * Named colours are the person's own and stay, but for those that even xterm's palette would make unreadable on it.
 */

import type { Row } from '../../screen/cells/row.ts';
import type { StyleId } from '../../screen/cells/style.ts';
import {
  COLOR_INDEXED,
  COLOR_MODE,
  COLOR_NAMED,
  COLOR_RGB,
  PALETTE_VALUE,
  RGB_VALUE,
} from '../../screen/cells/style-bits.ts';
import { pinnedStyleNumber, styleNumber, styleWords } from '../../screen/cells/style-table.ts';

export type Surface = {
  readonly color: Rgb;
  /** Puts a row of ours on the surface, except the cells from `from` on up to `to`. */
  readonly row: (row: Row, except?: { readonly from: number; readonly to: number }) => Row;
  /** Puts a row of output that is selected on the same colour, but weaker, and leaves its text as it is. */
  readonly output: (row: Row) => Row;
};

/** Part of the surface in text that is beside the point. */
const MUTED = 0.4;

/** The palette of xterm, which stands for that of the person. */
export const XTERM: readonly Rgb[] = [
  [0, 0, 0],
  [205, 0, 0],
  [0, 205, 0],
  [205, 205, 0],
  [0, 0, 238],
  [205, 0, 205],
  [0, 205, 205],
  [229, 229, 229],
  [127, 127, 127],
  [255, 0, 0],
  [0, 255, 0],
  [255, 255, 0],
  [92, 92, 255],
  [255, 0, 255],
  [0, 255, 255],
  [255, 255, 255],
];

/** Named grey: beside the point, and in some palettes the same as the background. */
const GRAY = 8;

/** Part of the surface in the ground of selected output: it ends where the next header begins. */
const SELECTED = 0.5;

/** Colours of the body; the background is unknown where the terminal does not tell it. */
export type Around = { readonly foreground: Rgb; readonly background: Rgb | undefined };

/** `depth` says whether the terminal has true colours or only the 256. */
export function surfaceOf(color: Rgb, around: Around, depth: 'true' | '256'): Surface {
  const { foreground, background = color } = around;
  const word = (rgb: Rgb) =>
    depth === 'true' ? COLOR_RGB | rgbValue(rgb) : COLOR_INDEXED | nearestIndexed(rgb);
  const readable = XTERM.map((named, index) => {
    const wanted = index === GRAY ? mixed(foreground, color, MUTED) : named;
    const shown = readableOn(color, wanted);
    return shown === named ? undefined : word(shown);
  });
  const bg = word(color);
  const selected = word(mixed(background, color, SELECTED));
  const ours = remembered((id) => {
    const words = styleWords(id);
    // Text with a background of its own is readable already.
    if ((words.bg & COLOR_MODE) !== 0) return id;
    return pinnedStyleNumber(readableWord(words.fg, readable), words.bg | bg, words.ext);
  });
  const theirs = (id: StyleId): StyleId => {
    const words = styleWords(id);
    const isBare = (words.bg & COLOR_MODE) === 0;
    return isBare ? styleNumber(words.fg, words.bg | selected, words.ext, words.link) : id;
  };
  return {
    color,
    row: (row, except) => ({ ...row, styles: row.styles.map((id, x) => (isIn(x, except) ? id : ours(id))) }),
    output: (row) => ({ ...row, styles: row.styles.map(theirs) }),
  };
}

function isIn(x: number, range: { readonly from: number; readonly to: number } | undefined): boolean {
  return range !== undefined && x >= range.from && x < range.to;
}

/** Limit: styles that are remembered, many times those of a theme; when full, all are found anew. */
const STYLES_LIMIT = 1024;

function remembered(find: (id: StyleId) => StyleId): (id: StyleId) => StyleId {
  const known = new Map<StyleId, StyleId>();
  return (id) => {
    const found = known.get(id);
    if (found !== undefined) return found;
    if (known.size >= STYLES_LIMIT) known.clear();
    const made = find(id);
    known.set(id, made);
    return made;
  };
}

function readableWord(fg: number, readable: readonly (number | undefined)[]): number {
  if ((fg & COLOR_MODE) !== COLOR_NAMED) return fg;
  const color = readable[fg & PALETTE_VALUE];
  return color === undefined ? fg : (fg & ~(COLOR_MODE | RGB_VALUE)) | color;
}

// True colours: mixed, compared by contrast, and made readable on a background.

/** Red, green and blue, 0 to 255 each. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Least contrast of text on its background, of WCAG 2. */
export const READABLE = 4.5;

/** Returns `part` (0 to 1) of the second colour in the first. */
export function mixed(one: Rgb, other: Rgb, part: number): Rgb {
  const channel = (at: 0 | 1 | 2) => Math.round(one[at] + (other[at] - one[at]) * part);
  return [channel(0), channel(1), channel(2)];
}

/** Returns the contrast of two colours, 1 to 21, as WCAG 2 counts it. */
export function contrast(one: Rgb, other: Rgb): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Returns the colour itself where it is readable on a background, else the nearest one on its way to black or white that is. */
function readableOn(background: Rgb, color: Rgb): Rgb {
  const end: Rgb = isLight(background) ? [0, 0, 0] : [255, 255, 255];
  for (let part = 0; part < 1; part += 0.05) {
    const tried = mixed(color, end, part);
    if (contrast(background, tried) >= READABLE) return tried;
  }
  return end;
}

/** Whether black text is easier to read on a colour than white text. */
export function isLight(color: Rgb): boolean {
  return contrast(color, [0, 0, 0]) > contrast(color, [255, 255, 255]);
}

function rgbValue([red, green, blue]: Rgb): number {
  return (red << 16) | (green << 8) | blue;
}

/** Returns the nearest of the colours 16 to 255 that all terminals agree about. */
export function nearestIndexed(color: Rgb): number {
  const step = (value: number) => (value < 48 ? 0 : value < 115 ? 1 : Math.floor((value - 35) / 40));
  const [red, green, blue] = color.map(step) as [number, number, number];
  const level = (at: number) => (at === 0 ? 0 : at * 40 + 55);
  const cube: Rgb = [level(red), level(green), level(blue)];
  const average = (color[0] + color[1] + color[2]) / 3;
  const grey = Math.max(0, Math.min(23, Math.round((average - 8) / 10)));
  const tone = grey * 10 + 8;
  const isGrey = distance(color, [tone, tone, tone]) < distance(color, cube);
  return isGrey ? 232 + grey : 16 + red * 36 + green * 6 + blue;
}

function distance(one: Rgb, other: Rgb): number {
  return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 + (one[2] - other[2]) ** 2;
}

/** Relative luminance of WCAG 2, 0 to 1. */
function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(value: number): number {
  const part = value / 255;
  return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
