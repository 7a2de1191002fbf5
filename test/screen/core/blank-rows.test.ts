import xterm from '@xterm/headless';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { rowText } from '../../../src/screen/cells/row.ts';
import { quickCoreOf } from '../../../src/screen/core/blank-rows.ts';
import { type Core, coreOf } from '../../../src/screen/core/emulator-core.ts';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import { streams } from '../random-stream.ts';

const COLS = 24;
const ROWS = 7;

const terminal = (cols = COLS, scrollback = 20) =>
  new xterm.Terminal({ cols, rows: ROWS, scrollback, allowProposedApi: true, logLevel: 'off' });

/** All cells of both screens as numbers, with what is kept beside them. */
function words(core: Core): unknown {
  return [core.buffers.normal, core.buffers.alt].map(({ lines, x, y, ybase }) => ({
    x,
    y,
    ybase,
    lines: Array.from({ length: lines.length }, (_, at) => {
      const line = lines.get(at);
      const data = [...(line?._data ?? [])];
      // What is kept for a cell that does not use it any more shows nothing.
      const combined = data
        .filter((_word, n) => n % 3 === 0)
        .map((word, n) => (word & 0x200000 ? line?._combined[n] : ''));
      const extended = data
        .filter((_word, n) => n % 3 === 2)
        .map((word, n) => (word & 0x10000000 ? line?._extendedAttrs[n]?._ext : 0));
      return { data, combined, extended, length: line?.length, wrapped: line?.isWrapped };
    }),
  }));
}

/** What xterm shows by itself; made first, since quick rows are for all terminals of a process. */
const blanks = fc.constantFrom(
  '\x1b[?1049h',
  '\x1b[?1049l',
  '\x1b[?1047h',
  '\x1b[?47l',
  '\x1b[2J',
  '\x1b[J',
  '\x1b[1J',
  '\x1b[?2J',
  '\x1b[42m',
  '\x1b[4:3;58:2::1:2:3m',
  '\x1b[m',
  '\x1b[1"q',
  '\x1b[3L',
  '\x1b[2M',
  '\x1b[4S',
  '\r\n\n\n\n\n\n\n\n',
  'e\u0301\u4e2d',
);
const output = fc
  .array(fc.oneof({ weight: 3, arbitrary: blanks }, streams(3)), { minLength: 1, maxLength: 24 })
  .map((parts) => parts.join(''));
const samples = fc.sample(output, { numRuns: 400, seed: 7 });

/** Undefined where xterm itself fails. */
function shown(core: Core, text: string): unknown {
  try {
    core._inputHandler.parse(text);
    return words(core);
  } catch {
    return undefined;
  }
}

const alone: unknown[] = [];
beforeAll(() => {
  for (const text of samples) alone.push(shown(coreOf(terminal()), text));
  expect(alone.filter((each) => each !== undefined).length).toBeGreaterThan(samples.length / 2);
});

test('quick rows are those of xterm, on both screens, whatever is printed', () => {
  for (const [at, text] of samples.entries())
    expect(shown(quickCoreOf(terminal()), text), JSON.stringify(text)).toEqual(alone[at]);
});

test('the rows of an alternate screen are taken for the next, in its colour, by a terminal of the same size alone', () => {
  const [one, two, wider] = [
    quickCoreOf(terminal()),
    quickCoreOf(terminal()),
    quickCoreOf(terminal(COLS + 1)),
  ];
  one._inputHandler.parse('\x1b[?1049h\x1b[Hfirst');
  const row = one.buffers.alt.lines.get(0);
  one._inputHandler.parse('\x1b[?1049l');
  expect(one.buffers.alt.lines.length).toBe(0);
  wider._inputHandler.parse('\x1b[?1049h');
  expect(wider.buffers.alt.lines.get(0)?.length).toBe(COLS + 1);
  two._inputHandler.parse('\x1b[44m\x1b[?1049h');
  expect(two.buffers.alt.lines.get(0)).toBe(row);
  expect(row?._data[2]).toBe((1 << 24) | 4);
  expect([...(row?._data ?? [])].filter((_word, n) => n % 3 === 0).every((word) => word === 0x400000)).toBe(
    true,
  );
  // They are its own now.
  one._inputHandler.parse('\x1b[?1049h');
  expect(one.buffers.alt.lines.get(0)).not.toBe(row);
});

test('takes no rows of another alternate screen that have several lengths', () => {
  const narrowed = new Emulator({ cols: 14, rows: 4, scrollback: 0 });
  narrowed.write('\x1b[?1049h');
  narrowed.resize(9, 4);
  // The rows that were there keep their 14 cells; the one that scrolls in has 9.
  narrowed.write('\x1b[4;1H\n\x1b[?1049l');
  const next = new Emulator({ cols: 14, rows: 4, scrollback: 0 });
  next.write('\x1b[?1049h\x1b[4;12Hend');
  expect(rowText(next.row(3))).toBe('           end');
  for (const emulator of [narrowed, next]) emulator.close();
});
