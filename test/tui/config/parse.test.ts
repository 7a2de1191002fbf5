import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseConfig, problemText } from '../../../src/tui/config/parse.ts';
import { DEFAULT_SETTINGS } from '../../../src/tui/config/settings.ts';

const FIXTURES = new URL('../../../fixtures/config/', import.meta.url);

function read(name: string): string {
  return readFileSync(new URL(name, FIXTURES), 'utf8');
}

describe('parseConfig', () => {
  it.each(['good', 'bad-lines'])('reads %s.config', (name) => {
    const config = parseConfig(read(`${name}.config`));
    const expected = JSON.parse(read(`${name}.json`));
    expect(config.settings).toEqual({ ...DEFAULT_SETTINGS, ...expected.settings });
    expect(config.keys.map(({ key }) => key)).toEqual(expected.keys);
    expect(config.problems).toEqual(expected.problems);
  });

  it('reads Windows line ends and a byte order mark', () => {
    const unix = parseConfig(read('good.config'));
    const windows = parseConfig(`\uFEFF${read('good.config').replaceAll('\n', '\r\n')}`);
    expect(windows).toEqual(unix);
  });

  it('takes an empty file for the defaults', () => {
    expect(parseConfig('')).toEqual({ settings: DEFAULT_SETTINGS, styles: {}, keys: [], problems: [] });
  });

  it('ignores a bad line and nothing else, wherever it stands', () => {
    const lines = read('good.config').split('\n');
    const good = parseConfig(lines.join('\n'));
    fc.assert(
      fc.property(
        fc.nat(lines.length),
        fc.constantFrom('nonsense', 'foo = 1', 'bind', 'mouse = "'),
        (at, bad) => {
          const config = parseConfig(lines.toSpliced(at, 0, bad).join('\n'));
          expect(config.settings).toEqual(good.settings);
          expect(config.keys.map(({ key }) => key)).toEqual(good.keys.map(({ key }) => key));
          expect(config.problems.map(({ line }) => line)).toEqual([at + 1]);
        },
      ),
    );
  });

  it('reads styles: colours by name or as true colours, backgrounds and attributes', () => {
    const { styles, problems } = parseConfig(
      'theme = light\ncolor.command = #268bd2 bold\ncolor.tabActive = white on blue # in front\ncolor.muted = dim\ncolor.key = "#010203"\n',
    );
    expect(problems).toEqual([]);
    expect(styles).toEqual({
      command: { fg: '#268bd2', bold: true },
      tabActive: { fg: 'white', bg: 'blue' },
      muted: { dim: true },
      key: { fg: '#010203' },
    });
  });

  it.each([
    ['color.comand = red', 'nothing that has a colour is called comand; did you mean command?'],
    ['color.command = rred', /^rred is no colour: one of black, red/],
    ['color.command = red on', 'after "on" must come a colour'],
    ['theme = solar', 'must be auto, light, dark or highContrast'],
  ])('names what is wrong with the style %s, by its line', (line, problem) => {
    expect(parseConfig(`\n${line}`).problems).toEqual([
      {
        line: 2,
        text: line,
        problem: typeof problem === 'string' ? problem : expect.stringMatching(problem),
      },
    ]);
  });

  it('never throws and never leaves a setting undefined, whatever the file is', () => {
    const line = fc.oneof(
      fc.string(),
      fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units)),
      fc.constantFrom('bind run', 'mouse = on', '"'),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const { settings } = parseConfig(lines.join('\n'));
        expect(Object.keys(settings)).toEqual(Object.keys(DEFAULT_SETTINGS));
        expect(Object.values(settings)).not.toContain(undefined);
      }),
    );
  });

  it('reports no more than fifty problems of a file that is no config', () => {
    expect(parseConfig('rubbish\n'.repeat(200)).problems).toHaveLength(50);
  });

  it('says so when a file is too long to be read whole', () => {
    const [first] = parseConfig('\n'.repeat(10_001)).problems;
    expect(first).toEqual({ line: 0, text: '', problem: 'only the first 10000 lines were read' });
  });
});

describe('problemText', () => {
  it('names file, line, problem and the line itself', () => {
    const [problem] = parseConfig('\n  mouse = maybe').problems;
    expect(problem && problemText(problem, '~/.config/cotty/config')).toBe(
      '~/.config/cotty/config:2: must be on or off: mouse = maybe',
    );
  });
});
