import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rowText } from '../../../../src/screen/cells/row.ts';
import { Emulator } from '../../../../src/screen/emulator/emulator.ts';
import { isRowLocal, linesOfSimpleText } from '../../../../src/screen/text/row-local.ts';
import { OutputCache } from '../../../../src/tui/blocks/output/output-cache.ts';
import { cpuTime } from '../../../support/cpu-time.ts';
import { command, numbered } from '../sample.ts';

const FIXTURES = join(import.meta.dirname, '../../../../fixtures/blocks');
const NAMES = readdirSync(FIXTURES)
  .filter((name) => name.endsWith('.raw'))
  .map((name) => name.slice(0, -'.raw'.length));

const PRINTED_AT = 60;
const printed = (output: string) => command({ output, meta: { cols: PRINTED_AT } });
const read = (file: string) => readFileSync(join(FIXTURES, file), 'utf8');
const linesOf = (output: string) => new OutputCache().lines(printed(output));

function rowsOf(output: string, cols: number): string[] {
  const cache = new OutputCache();
  const part = printed(output);
  return Array.from({ length: cache.size(part, cols) }, (_, index) => {
    const placed = cache.row(part, cols, index);
    return placed === undefined ? 'MISSING' : rowText(placed.row);
  });
}

describe('an output made to be slow', () => {
  test.each([
    ['a switch of the screen that never ends', `\x1b[?${'47;'.repeat(43_000)}`],
    ['many of them', '\x1b[?4747;'.repeat(16_000)],
    ['returns before a line feed', `${'\r'.repeat(131_072)}\n`],
    ['returns and blanks', `${'\r'.repeat(65_536)}x${' '.repeat(65_536)}x\r\n`],
    ['erasings that never end', `\x1b[${'1'.repeat(131_072)}`],
    ['titles that never end', '\x1b]0;a'.repeat(26_000)],
  ])('is rendered in linear time: %s', (_what, output) => {
    const cache = new OutputCache();
    const part = printed(output);
    const begun = cpuTime();
    cache.fullScreen(part);
    cache.lines(part);
    cache.lastRows(part, 10, 80);
    cache.size(part, 80);
    expect(cpuTime() - begun).toBeLessThan(3000);
  });
});

describe('a rendered output', () => {
  test.each(NAMES)('%s reads as on the screen', (name) => {
    const text = linesOf(read(`${name}.raw`)).map((line) => `${line}\n`);
    expect(text.join('')).toBe(read(`${name}.txt`));
  });

  test('is laid out again for a narrower window, whole lines first', () => {
    expect(rowsOf(read('long-line.raw'), 50)).toEqual([
      '0123456789'.repeat(5),
      '0123456789'.repeat(5),
      '0123456789'.repeat(3),
    ]);
    expect(rowsOf(read('long-line.raw'), 200)).toEqual(['0123456789'.repeat(13)]);
  });

  test('keeps coloured blanks at its end', () => {
    expect(rowsOf(read('colored-blanks-at-end.raw'), 60)).toHaveLength(2);
  });

  test('of a full-screen program is known as such, whatever it drew', () => {
    const cache = new OutputCache();
    const full = NAMES.filter((name) => cache.fullScreen(printed(read(`${name}.raw`))));
    expect(full.sort()).toEqual([
      'before-and-after-full-screen',
      'full-screen-head-cut',
      'full-screen-killed',
      'less',
      'vim',
    ]);
    expect(cache.size(printed(read('vim.raw')), 80)).toBe(0);
  });

  test('does not leak an unfinished sequence or colour into the next one', () => {
    const cache = new OutputCache();
    for (const open of [
      '\x1b]0;title',
      '\x1b[31',
      '\x1bP',
      '\x1b[41mred',
      '\x1b[?1049h',
      '\x1b[2;5r',
      '\x1b(0',
    ]) {
      cache.size(printed(`${open}`), 60);
      const next = printed('abc qx\r\n');
      const placed = cache.row(next, 60, 0);
      expect([placed && rowText(placed.row), placed?.row.styles[0]]).toEqual(['abc qx', 0]);
    }
  });

  test('longer than one piece is whole', () => {
    const output = numbered(30_000);
    const cache = new OutputCache();
    const part = printed(output);
    expect(cache.size(part, 60)).toBe(30_000);
    expect(cache.missing(part)).toBeUndefined();
    for (const index of [0, 4_095, 12_345, 29_999]) {
      expect(cache.row(part, 60, index)?.cells.join('')).toBe(`line ${index}`);
    }
  });

  test('says when rows did not fit', () => {
    const cache = new OutputCache();
    const huge = printed(`\x1b[1A${numbered(25_000)}`);
    cache.size(huge, 60);
    expect(cache.missing(huge)).toBe('… earlier lines are not shown');
  });

  test('gives the same row object again', () => {
    const cache = new OutputCache();
    const part = printed('abc\r\n');
    expect(cache.row(part, 60, 0)).toBe(cache.row(part, 60, 0));
  });

  test('may be used after closing, and closed twice', () => {
    const cache = new OutputCache();
    const part = printed('abc\r\n');
    cache.size(part, 60);
    cache.close();
    cache.close();
    expect(cache.size(part, 60)).toBe(1);
  });

  test('stays right when the cache is far too small', () => {
    const cache = new OutputCache({ wholeLimit: 1, lastLinesLimit: 1 });
    const parts = ['a\r\nb\r\n', 'c\r\n'].map(printed);
    const sizes = [0, 1, 0, 1].map((at) => parts[at] && cache.size(parts[at], 60));
    expect(sizes).toEqual([2, 1, 2, 1]);
  });
});

/** Pieces of output that stay in their rows: common ones, some that go back, some that erase. */
const common = fc.constantFrom(
  'a',
  'word ',
  'x'.repeat(70),
  '日本',
  '👍🏽',
  'e\u0301',
  '\r\n',
  '\r\n',
  '\x1b[31m',
  '\x1b[0m',
  '\x1b[1;4m',
  '\t',
  '\x1b]0;t\x07',
  '   ',
);
const back = fc.oneof(
  { weight: 4, arbitrary: common },
  { weight: 1, arbitrary: fc.constantFrom('\r', '\b', '\x1b[5G') },
);
const erasing = fc.oneof(
  { weight: 4, arbitrary: common },
  { weight: 1, arbitrary: fc.constantFrom('\x1b[K', '\x1b[1K', '\x1b[2P') },
);
const local = fc.oneof(back, erasing);
const wild = fc.constantFrom(
  '\x1b[2A',
  '\x1b[H',
  '\x1b[2J',
  '\x1b[?1049h',
  '\x1b[?1049l',
  '\x1b7',
  '\x1b8',
  '\n',
  '\x1b[3;7r',
  '\x0e',
);
const joined = (piece: fc.Arbitrary<string>, maxLength: number) =>
  fc.array(piece, { maxLength, size: 'max' }).map((pieces) => pieces.join(''));

describe('the tail of an output', () => {
  test('is the end of the whole, whatever was printed', () => {
    const output = fc.oneof(
      joined(back, 1_200),
      joined(erasing, 1_200),
      joined(fc.oneof({ weight: 20, arbitrary: local }, { weight: 1, arbitrary: wild }), 400),
    );
    let cut = 0;
    fc.assert(
      fc.property(
        output,
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 10, max: 90 }),
        (text, count, cols) => {
          if (text.length > 4_096 && isRowLocal(text)) cut++;
          const part = printed(text);
          const whole = new OutputCache();
          const size = whole.size(part, cols);
          const expected = Array.from({ length: Math.min(count, size) }, (_, index) => {
            const placed = whole.row(part, cols, size - Math.min(count, size) + index);
            return [placed?.row, placed?.line, placed?.offset];
          });
          const tail = new OutputCache().lastRows(part, count, cols);
          expect(tail.rows.map(({ row, line, offset }) => [row, line, offset])).toEqual(expected);
          // Colours may leave a coloured blank line that has no text.
          expect(tail.lines).toBeGreaterThanOrEqual(whole.lines(part).length);
        },
      ),
      { numRuns: 60, endOnFailure: true },
    );
    expect(cut).toBeGreaterThan(5);
  });

  test('of a quarter of a megabyte needs only its end', () => {
    const output = numbered(20_000, 'a rather longer line of text');
    const { rows, lines } = new OutputCache().lastRows(printed(output), 8, 60);
    expect([rows.length, lines]).toEqual([8, 20_000]);
    expect(rows.map(({ row }) => rowText(row))).toEqual(
      Array.from({ length: 8 }, (_, index) => `a rather longer line of text ${19_992 + index}`),
    );
  });
});

describe('plain lines', () => {
  test('equal the rendered ones wherever they are given', () => {
    let given = 0;
    fc.assert(
      fc.property(joined(local, 60), (text) => {
        const plain = linesOfSimpleText(text);
        if (plain === undefined) return;
        given++;
        // A leading cursor report keeps the cache from taking the same short cut.
        expect(plain).toEqual(new OutputCache().lines(printed(`\x1b[A${text}`)));
      }),
      { numRuns: 400, endOnFailure: true },
    );
    expect(given).toBeGreaterThan(20);
  });

  test('are not given where controls move text', () => {
    for (const text of ['a\nb', 'a\rb', 'a\bb', '\tx', '\x1b[2Ax', 'a\x0cb', '\x9b1m']) {
      expect(linesOfSimpleText(text)).toBeUndefined();
    }
    expect(linesOfSimpleText('\x1b[31mred\x1b[0m  \r\n\r\r\nx\r\n\r\n')).toEqual(['red', '', 'x']);
  });
});

describe('an output of which the window has pieces', () => {
  const tail = `\x1b]8;;http://tail.example\x07t\x1b]8;;\x07\r\n`;
  const whole = command({ commandId: 'c', meta: { seq: 1, omitted: { at: 0, chars: 9000, lines: 900 } } });
  const pieces = {
    pieces: [
      { part: command({ output: '\x1b[?1049hx\x1b[?1049l' }), firstLine: 0, missing: 0 },
      { part: command({ output: `plain\r\n${tail}${tail}` }), firstLine: 898, missing: 897 },
    ],
    total: 900,
  };
  const others = { known: () => pieces, want: () => {}, wantEnd: () => {}, wantLine: () => {} };
  const cache = new OutputCache({ others });

  test('has the links of all pieces at their true lines, each once', () => {
    expect(cache.links(whole)).toEqual([{ address: 'http://tail.example', line: 899 }]);
  });

  test('was of a full-screen program when one of them was', () => {
    expect(cache.fullScreen(whole)).toBe(true);
  });

  test('says that lines are missing when one of them is too long to be rendered', () => {
    expect(cache.missing(whole)).toBeUndefined();
    const long = { part: command({ output: `\x1b[1A${numbered(25_000)}` }), firstLine: 0, missing: 0 };
    const of = new OutputCache({ others: { ...others, known: () => ({ pieces: [long], total: 120_000 }) } });
    of.size(long.part, 80);
    expect(of.missing(whole)).toBe('… earlier lines are not shown');
  });
});

describe('the columns of clusters', () => {
  const family = '\u{1f469}\u200d\u{1f466}|\n';

  test('are those of the screen that the output comes from, also when that changes', () => {
    const emulator = new Emulator({ cols: PRINTED_AT, rows: 3, scrollback: 0 });
    const cache = new OutputCache({ measures: emulator.measures });
    const part = printed(family);
    const columns = () => [
      cache.row(part, PRINTED_AT, 0)?.row.chars.indexOf('|'),
      cache.lastRows(part, 1, PRINTED_AT).rows[0]?.row.chars.indexOf('|'),
    ];
    const seen = ['\x1b[?2027h', '\x1b[?2027l', '\x1b[?2027h'].map((mode) => {
      emulator.write(`\x1b[2J\x1b[H${mode}${family}`);
      return [emulator.row(0).chars.indexOf('|'), ...columns()];
    });
    expect(seen).toEqual([
      [2, 2, 2],
      [4, 4, 4],
      [2, 2, 2],
    ]);
    cache.close();
    emulator.close();
  });

  test('are not changed by what an output before it has set', () => {
    const cache = new OutputCache();
    cache.row(printed('\x1b[?2027l\x1b[31mx\r\n'), PRINTED_AT, 0);
    expect(cache.row(printed(family), PRINTED_AT, 0)?.row.chars.indexOf('|')).toBe(2);
    cache.close();
  });
});
