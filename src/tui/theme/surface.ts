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
import { mixed, nearestIndexed, type Rgb, readableOn, rgbValue } from './contrast.ts';

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
    // What has a background of its own is readable there.
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
