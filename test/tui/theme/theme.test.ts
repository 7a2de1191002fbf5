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
      expect(styleOf(cells.match)).toMatchObject({ underline: 1, bold: true });
      for (const role of ['modeRaw', 'tabActive', 'matchCurrent', 'selected'] as const) {
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

  it.each(['dark', 'light'] as const)('keeps the words of the modes readable in %s', (setting) => {
    const { styles } = themeFor({ setting, noColor: false });
    for (const role of ['modeRun', 'modeRaw', 'modeLock', 'modeBrowse', 'modeDialog'] as const) {
      const { fg, bg, bold = false } = styles[role];
      // Bold black is drawn as grey by many terminals.
      expect([role, fg, bold]).toEqual([role, 'black', false]);
      expect([role, contrastWithBlack(bg) >= 4.5]).toEqual([role, true]);
    }
  });

  it('gives cells and Ink the same look', () => {
    const { cells, ink } = themeFor({ setting: 'dark', noColor: false });
    expect(ink.failure).toEqual({ color: 'redBright', bold: true });
    expect(styleOf(cells.failure)).toMatchObject({ fg: { kind: 'palette', index: 9 }, bold: true });
    expect(styleOf(cells.modeRaw)).toMatchObject({ bg: { kind: 'palette', index: 3 } });
  });
});

/** Contrast (WCAG 2) of black text on colours of xterm's palette. */
function contrastWithBlack(color: string | undefined): number {
  const [red = 0, green = 0, blue = 0] = XTERM[color ?? ''] ?? [];
  const linear = (value: number): number => ((value / 255 + 0.055) / 1.055) ** 2.4;
  const light = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  return (light + 0.05) / 0.05;
}

const XTERM: Readonly<Record<string, readonly number[]>> = {
  green: [0, 205, 0],
  yellow: [205, 205, 0],
  redBright: [255, 0, 0],
  cyan: [0, 205, 205],
  magentaBright: [255, 0, 255],
};

it('styles of the configuration count before the theme; NO_COLOR takes their colours and keeps their attributes', () => {
  const own = { command: { fg: '#268bd2', underline: true } } as const;
  const chosen = themeFor({ setting: 'light', own, noColor: false });
  expect(chosen.styles.command).toEqual({ fg: '#268bd2', underline: true });
  expect(chosen.styles.prompt).toEqual(themeFor({ setting: 'light', noColor: false }).styles.prompt);
  expect(themeFor({ setting: 'light', own, noColor: true }).styles.command).toEqual({ underline: true });
});
