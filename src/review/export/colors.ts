/** The colours of exported documents and pictures, for light and for dark. Those of the page are the same. */

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
