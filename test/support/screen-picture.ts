/** A screen of cotty as the export draws it: colours that the window has mixed for its terminal become those of light and dark. */

import { type PictureRow, svg } from '../../src/review/export/svg.ts';
import { internStyle, type StyleId, styleOf } from '../../src/screen/cells/style.ts';
import type { TextColor, TextStyle } from '../../src/screen/cells/styled-line.ts';
import { themeFor } from '../../src/tui/theme/theme.ts';
import { type Cell, OUTER_COLORS, type OuterScreen } from './outer-screen.ts';

/** Returns the picture of a screen with its cursor, in a frame; `label` says what it shows. */
export function screenPicture(screen: OuterScreen, title: string, label: string): string {
  const rows = Array.from({ length: screen.rows }, (_, y) => pictureRow(screen, y));
  return svg(rows, { cols: screen.cols, label, frame: { title } });
}

function pictureRow(screen: OuterScreen, y: number): PictureRow {
  const cells = screen.cells(y);
  const { x, y: line } = screen.cursor;
  const styles = cells.map((cell) => styleWith(cell));
  if (line === y && screen.showsCursor) styles[x] = { ...styles[x], inverse: true };
  return { chars: cells.map(({ text }) => text), styles: joined(styles) };
}

/** Equal styles beside each other as one object, so that they are drawn together. */
function joined(styles: readonly TextStyle[]): readonly TextStyle[] {
  const known = new Map<string, TextStyle>();
  return styles.map((style) => {
    const name = JSON.stringify(style);
    const first = known.get(name) ?? style;
    known.set(name, first);
    return first;
  });
}

const ATTRIBUTES = {
  bold: 'bold',
  dim: 'dim',
  italic: 'italic',
  inverse: 'inverse',
  strike: 'strike',
} as const;

function styleWith({ fg, bg, attributes }: Cell): TextStyle {
  const names = attributes.split(' ');
  const [front, back] = [colorOf(fg), colorOf(bg)];
  return {
    ...(front !== undefined && { fg: front }),
    // White on it is read better than on the lighter red of dark terminals.
    ...(back !== undefined && { bg: back === RED ? '#c0322b' : back }),
    ...Object.fromEntries(names.filter((name) => name in ATTRIBUTES).map((name) => [name, true])),
    ...(names.some((name) => name.startsWith('underline')) && { underline: true }),
  };
}

const RED = 1;
const GRAY = 8;
const RGB = 3;

/** Returns a colour that is `mode:value` in the emulator. */
function colorOf(color: string): TextColor | undefined {
  const [mode = 0, value = 0] = color.split(':').map(Number);
  if (mode === 0) return undefined;
  if (mode >> 24 !== RGB) return value;
  const hex = hexOf(value);
  return MIXED.get(hex) ?? hex;
}

function hexOf(value: number): string {
  return `#${value.toString(16).padStart(6, '0')}`;
}

/** What the window mixes where the outer terminal tells these colours, and which colour of the export that is. */
const MIXED = mixedColors();

function mixedColors(): ReadonlyMap<string, TextColor> {
  const { surface } = themeFor({ setting: 'auto', noColor: false, depth: 'true', ...OUTER_COLORS });
  if (surface === undefined) throw new Error('this theme has no surface');
  const named = Array.from({ length: 16 }, (_, index) => index);
  const styles = named.map((index) => internStyle({ fg: { kind: 'palette', index } }));
  const row = (of: readonly StyleId[]) => ({ chars: of.map(() => ' '), styles: of, wrapped: false });
  const onSurface = surface.row(row(styles)).styles.map(styleOf);
  const [selected] = surface.output(row([0])).styles.map(styleOf);
  const colors = new Map<string, TextColor>();
  for (const { bg } of [...onSurface, ...(selected ? [selected] : [])])
    if (bg.kind === 'rgb') colors.set(hexOf(bg.value), 'surface');
  onSurface.forEach(({ fg }, index) => {
    if (fg.kind === 'rgb') colors.set(hexOf(fg.value), index === GRAY ? 'dim' : index);
  });
  return colors;
}
