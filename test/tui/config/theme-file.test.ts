import { describe, expect, test } from 'vitest';
import { parseTheme } from '../../../src/tui/config/theme-file.ts';
import { themeFor } from '../../../src/tui/theme/theme.ts';

describe('a theme file', () => {
  test('says colours by name or as true colours, backgrounds and attributes', () => {
    const { theme, problems } = parseTheme(
      '# mine\nbase = light\ncommand = #268bd2 bold\ntabActive = white on blue # in front\nmuted = dim\n',
    );
    expect(problems).toEqual([]);
    expect(theme).toEqual({
      base: 'light',
      styles: {
        command: { fg: '#268bd2', bold: true },
        tabActive: { fg: 'white', bg: 'blue' },
        muted: { dim: true },
      },
    });
  });

  test.each([
    ['comand = red', 'nothing is called comand; did you mean command?'],
    ['command = rred', /^rred is no colour: one of black, red/],
    ['command = red on', 'after "on" must come a colour'],
    ['base = solar', 'base must be one of light, dark, highContrast'],
    ['bind run x y', 'a line must be "ROLE = STYLE" or "base = THEME"'],
  ])('names what is wrong with %s, by its line', (line, problem) => {
    const { problems } = parseTheme(`\n${line}`);
    expect(problems).toEqual([
      {
        line: 2,
        text: line,
        problem: typeof problem === 'string' ? problem : expect.stringMatching(problem),
      },
    ]);
  });

  test('counts before its base; NO_COLOR takes its colours and keeps its attributes', () => {
    const { theme: custom } = parseTheme('base = light\ncommand = #268bd2 underline\n');
    const chosen = themeFor({ setting: 'solar', custom, noColor: false });
    expect(chosen.name).toBe('light');
    expect(chosen.styles.command).toEqual({ fg: '#268bd2', underline: true });
    expect(chosen.styles.prompt).toEqual(themeFor({ setting: 'light', noColor: false }).styles.prompt);
    expect(themeFor({ setting: 'solar', custom, noColor: true }).styles.command).toEqual({ underline: true });
  });
});
