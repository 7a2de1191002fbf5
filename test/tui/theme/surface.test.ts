import { describe, expect, test } from 'vitest';
import { blankRow, textRow } from '../../../src/screen/cells/row.ts';
import { internStyle, styleOf } from '../../../src/screen/cells/style.ts';
import { ROLES } from '../../../src/tui/theme/roles.ts';
import { contrast, nearestIndexed, READABLE, type Rgb, XTERM } from '../../../src/tui/theme/surface.ts';
import { type Theme, themeFor } from '../../../src/tui/theme/theme.ts';

const BACKGROUNDS: readonly Rgb[] = [
  [0, 0, 0],
  [16, 16, 16],
  [30, 30, 30],
  [40, 42, 54],
  [0, 43, 54],
  [253, 246, 227],
  [255, 255, 255],
];

function themeOn(background: Rgb, depth: 'true' | '256' = 'true'): Theme {
  return themeFor({ setting: 'auto', noColor: false, background, depth });
}

/** Colours of a cell with xterm's palette. */
function seen(color: ReturnType<typeof styleOf>['fg'], usual: Rgb): Rgb {
  if (color.kind === 'default') return usual;
  if (color.kind === 'palette') return XTERM[color.index] ?? usual;
  return [color.value >> 16, (color.value >> 8) & 255, color.value & 255];
}

describe('the surface', () => {
  test.each(BACKGROUNDS)('carries text of every role readably, on %i %i %i', (...background) => {
    const { cells, surface, names } = themeOn(background);
    if (surface === undefined) throw new Error('no surface');
    const usual: Rgb = contrast(background, [0, 0, 0]) > 10 ? [0, 0, 0] : [255, 255, 255];
    const hardToRead = [
      ...ROLES.map((role) => [role, cells[role]] as const),
      ...names.map((id) => ['name', id] as const),
    ]
      .map(([role, id]) => {
        const [style = 0] = surface.row(textRow([{ text: 'x', style: id }], 1)).styles;
        const { fg, bg } = styleOf(style);
        return [role, contrast(seen(fg, usual), seen(bg, background))] as const;
      })
      .filter(([, ratio]) => ratio < READABLE);
    expect(hardToRead).toEqual([]);
  });

  test('differs from the body, and selected output from both', () => {
    const { surface } = themeOn([16, 16, 16]);
    const bg = (row = blankRow(1)) => styleOf(row.styles[0] ?? 0).bg;
    expect(bg(surface?.row(blankRow(1)))).toEqual({ kind: 'rgb', value: 0x282828 });
    expect(bg(surface?.output(blankRow(1)))).toEqual({ kind: 'rgb', value: 0x1c1c1c });
  });

  test('leaves what has a background of its own, and the colours of output', () => {
    const { surface } = themeOn([16, 16, 16]);
    const chip = internStyle({ fg: { kind: 'palette', index: 0 }, bg: { kind: 'palette', index: 2 } });
    expect(surface?.row(textRow([{ text: 'x', style: chip }], 1)).styles).toEqual([chip]);
    const red = internStyle({ fg: { kind: 'palette', index: 1 } });
    const [style = 0] = surface?.output(textRow([{ text: 'x', style: red }], 1)).styles ?? [];
    expect(styleOf(style).fg).toEqual({ kind: 'palette', index: 1 });
  });

  test('leaves the cells of the tab in front on the colour of the body', () => {
    const styles = themeOn([16, 16, 16]).surface?.row(blankRow(4), { from: 1, to: 3 }).styles ?? [];
    expect(styles.map((id) => styleOf(id).bg.kind)).toEqual(['rgb', 'default', 'default', 'rgb']);
  });

  test('is one of the 256 colours where there are no others', () => {
    const [style = 0] = themeOn([0, 0, 0], '256').surface?.row(blankRow(1)).styles ?? [];
    expect(styleOf(style).bg).toEqual({ kind: 'palette', index: 234 });
    expect([nearestIndexed([255, 0, 0]), nearestIndexed([95, 135, 175])]).toEqual([196, 67]);
  });

  test('is not there with 16 colours, without colours, in high contrast, or without the answer of the terminal', () => {
    const background: Rgb = [0, 0, 0];
    const depth = 'true';
    expect(themeFor({ setting: 'auto', noColor: false, background }).surface).toBeUndefined();
    expect(themeFor({ setting: 'auto', noColor: true, background, depth }).surface).toBeUndefined();
    expect(themeFor({ setting: 'highContrast', noColor: false, background, depth }).surface).toBeUndefined();
    expect(themeFor({ setting: 'auto', noColor: false, depth }).surface).toBeUndefined();
  });

  test('has the colour that a theme file gives it', () => {
    const own = { surface: { bg: '#203040' } } as const;
    const theme = themeFor({ setting: 'auto', own, noColor: false, depth: 'true' });
    expect(theme.surface?.color).toEqual([0x20, 0x30, 0x40]);
  });
});
