/** The colours of exported documents and pictures, for light and for dark. Those of the page are the same. */

import { fixedColor } from '../../screen/cells/fixed-color.ts';
import type { TextColor, TextStyle } from '../../screen/cells/styled-line.ts';

export type Shade = 'light' | 'dark';

type Named = 'body' | 'surface' | 'text' | 'dim' | 'good' | 'bad' | 'warn' | 'line' | 'link';

const NAMED: Readonly<Record<Named, readonly [light: string, dark: string]>> = {
  body: ['#fdfcfa', '#17181b'],
  surface: ['#f1efea', '#24262b'],
  text: ['#24262b', '#dcdad5'],
  dim: ['#63666d', '#9a9da4'],
  good: ['#2b7637', '#69c97c'],
  bad: ['#c0322b', '#c9372e'],
  warn: ['#8a5a00', '#e6b84f'],
  line: ['#d8d4cb', '#3a3d44'],
  link: ['#0b6e54', '#5fd3a6'],
};

/** The 16 named colours of terminals. */
const ANSI: readonly (readonly [light: string, dark: string])[] = [
  ['#24262b', '#2a2c32'],
  ['#b3261e', '#e5695f'],
  ['#2f7d3b', '#69c97c'],
  ['#8a6100', '#e0b955'],
  ['#1f5fbf', '#6ea4f5'],
  ['#8d3fa8', '#cc86e6'],
  ['#0b7480', '#56c4cf'],
  ['#8b8e95', '#c9c7c2'],
  ['#6b6e75', '#7d8087'],
  ['#d13b32', '#ff877c'],
  ['#277c38', '#8be29b'],
  ['#946800', '#f5d273'],
  ['#2b6fd6', '#93bdff'],
  ['#a14cbd', '#e2a8f7'],
  ['#0b7a87', '#7fdfe8'],
  ['#3b3e45', '#ffffff'],
];

/** Returns all colours with the names that style sheets give them: `text`, `a1` for red. */
export function colorsOf(shade: Shade): ReadonlyMap<string, string> {
  const at = shade === 'light' ? 0 : 1;
  return new Map([
    ...Object.entries(NAMED).map(([name, pair]) => [name, pair[at]] as const),
    ...ANSI.map((pair, index) => [`a${index}`, pair[at]] as const),
  ]);
}

/** The fonts that are asked for, the usual ones of each system first. */
export const FONTS =
  'ui-monospace,"SF Mono","Cascadia Mono",Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace';

const HEX = /^#[0-9a-f]{6}$/;

/**
 * Returns the colours of a cell as names or as `#rrggbb`; undefined for those of the text around. On a background of its own a cell
 * looks the same in light and dark, with the colours that programs expect of a dark terminal: so it can be read in both.
 */
export function cellColors({ fg, bg, inverse }: TextStyle): {
  readonly front?: string;
  readonly back?: string;
} {
  const [front, back] = inverse ? [bg, fg ?? 'text'] : [fg, bg];
  if (back === undefined) return front === undefined ? {} : { front: nameOf(front) };
  if (typeof back === 'string' && !HEX.test(back)) {
    return { front: front === undefined ? (inverse ? 'body' : 'text') : nameOf(front), back: nameOf(back) };
  }
  const behind = onDark(back);
  return { front: front === undefined ? readableOn(behind) : onDark(front), back: behind };
}

/** Returns a colour by its name, or as `#rrggbb`. */
export function nameOf(color: TextColor): string {
  if (typeof color === 'number') return color < 16 ? `a${color}` : fixedColor(color);
  return HEX.test(color) || Object.hasOwn(NAMED, color) ? color : 'text';
}

/** Returns a colour as it is on a dark terminal. */
function onDark(color: TextColor): string {
  const name = nameOf(color);
  return HEX.test(name) ? name : (colorsOf('dark').get(name) ?? '#ffffff');
}

/** Luminance from which on dark text is read better. */
const BRIGHT = 0.3;

function readableOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (at) => (Number.parseInt(color.slice(at, at + 2), 16) / 255) ** 2.2,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > BRIGHT ? '#17181b' : '#ffffff';
}
