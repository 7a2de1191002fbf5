import { describe, expect, it } from 'vitest';
import { sgr, styleOf } from '../../../src/screen/cells/style.ts';
import { ROLES } from '../../../src/tui/theme/roles.ts';
import { type ThemeChoice, themeFor } from '../../../src/tui/theme/theme.ts';

const NAMES = ['dark', 'light', 'highContrast'] as const;

describe('themeFor', () => {
  it.each<[ThemeChoice['background'], string]>([
    [undefined, 'dark'],
    [[0, 0, 0], 'dark'],
    [[255, 255, 255], 'light'],
    [[0, 43, 54], 'dark'],
    [[253, 246, 227], 'light'],
    [[0, 0, 255], 'dark'],
  ])('takes the background %j for %s', (background, name) => {
    expect(themeFor({ setting: 'auto', noColor: false, background }).name).toBe(name);
  });

  it('lets the setting win over the background', () => {
    const theme = themeFor({ setting: 'light', noColor: false, background: [0, 0, 0] });
    expect(theme.name).toBe('light');
  });

  it.each(NAMES)('uses only the 16 named colours in %s', (setting) => {
    const { cells } = themeFor({ setting, noColor: false });
    for (const role of ROLES) {
      expect(sgr(cells[role])).toMatch(/^\x1b\[0(;(\d|[34]\d|9\d|10\d))*m$/);
    }
  });

  it.each(NAMES)('sets no colour at all under NO_COLOR in %s', (setting) => {
    const { cells, ink } = themeFor({ setting, noColor: true });
    for (const role of ROLES) {
      const { fg, bg } = styleOf(cells[role]);
      expect([role, fg.kind, bg.kind]).toEqual([role, 'default', 'default']);
      expect(ink[role]).not.toHaveProperty('color');
      expect(ink[role]).not.toHaveProperty('backgroundColor');
    }
  });

  it.each(NAMES)(
    'keeps the mode word, the tab in view and a match visible under NO_COLOR in %s',
    (setting) => {
      const { cells } = themeFor({ setting, noColor: true });
      for (const role of ['modeRaw', 'tabActive', 'match', 'selected'] as const) {
        expect([role, styleOf(cells[role]).inverse]).toEqual([role, true]);
      }
    },
  );

  it('dims nothing and grays nothing in high contrast', () => {
    for (const noColor of [false, true]) {
      const { styles } = themeFor({ setting: 'highContrast', noColor });
      expect(ROLES.filter((role) => styles[role].dim || styles[role].fg === 'gray')).toEqual([]);
    }
  });

  it('gives cells and Ink the same look', () => {
    const { cells, ink } = themeFor({ setting: 'dark', noColor: false });
    expect(ink.failure).toEqual({ color: 'redBright', bold: true });
    expect(styleOf(cells.failure)).toMatchObject({ fg: { kind: 'palette', index: 9 }, bold: true });
    expect(styleOf(cells.modeRaw)).toMatchObject({ bg: { kind: 'palette', index: 3 } });
  });
});
