import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowText } from '../../../src/screen/cells/row.ts';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import { serialise } from '../../../src/screen/serialise/serialise.ts';
import { look } from '../look.ts';

const open = (cols = 20, rows = 4, scrollback = 100) => new Emulator({ cols, rows, scrollback });

describe('hostile input', () => {
  // Each of these keeps plain xterm busy for minutes, exhausts memory or throws inside its parser.
  it.each(['S', 'T', 'L', 'M', 'I', 'Z', 'b', '@', 'P', 'X', ' @', ' A', "'}", "'~", 'J', 'K'])(
    'is over at once when it asks for two thousand million times CSI %s',
    (final) => {
      const emulator = open();
      emulator.write(`some text\x1b[2147483647${final}`);
      emulator.write('\x1b[Hstill here');
      expect(rowText(emulator.row(emulator.base))).toContain('still here');
      expect(emulator.faults).toBe(0);
      emulator.close();
    },
  );

  it('counts above the limits do what the limit does', () => {
    const text = Array.from({ length: 4 }, (_, n) => `line ${n}`).join('\r\n');
    for (const final of ['S', 'T', 'L', 'M', 'I', 'Z']) {
      const [huge, exact] = [open(), open()];
      huge.write(`${text}\x1b[2;3H\x1b[999999${final}`);
      exact.write(`${text}\x1b[2;3H\x1b[21${final}`);
      expect(look(huge)).toEqual(look(exact));
    }
  });

  it.each(['\x1b[1J', '\x1b[?1J'])('erases above the last cell of the last row with %j', (erase) => {
    const emulator = open(5, 3, 0);
    emulator.write(`aaaaabbbbbccccc\x1b[3;5H${erase}\x1b[Hok`);
    expect(emulator.faults).toBe(0);
    expect([0, 1, 2].map((line) => rowText(emulator.row(line)))).toEqual(['ok', '', '']);
  });

  it('unwraps the row after an erased one, not one of the scrollback', () => {
    const emulator = open(5, 2, 10);
    emulator.write('aaaaaaaaaaaaaaaaaaaaaaaaa\x1b[A\x1b[5G\x1b[1J');
    const wrapped = Array.from({ length: emulator.length }, (_, line) => emulator.row(line).wrapped);
    expect(wrapped).toEqual([false, true, true, false, false]);
  });

  it.each(['\x1b]2;', '\x1b]8;;', '\x1bP$q', '\x1b_', '\x1bX', '\x9d0;'])(
    'keeps no more than 64 KiB of an endless string begun by %j and goes on after it',
    (begin) => {
      const emulator = open();
      emulator.write(begin);
      for (let n = 0; n < 3; n++) emulator.write('x'.repeat(1_000_000));
      expect(emulator.state()?.unfinished.length).toBeLessThanOrEqual(64 * 1024);
      emulator.write('\x1b\\here');
      expect(rowText(emulator.row(0))).toBe('here');
      expect(emulator.reports.title.length).toBeLessThanOrEqual(256);
      emulator.close();
    },
  );

  it('takes ten thousand colours for a palette in its stride', () => {
    const emulator = open();
    emulator.write(`\x1b]4;${'1;?;'.repeat(500_000)}\x07ok`);
    expect(rowText(emulator.row(0))).toBe('ok');
  });

  it('never throws, whatever the bytes and sizes, and can still be serialised', () => {
    const bytes = fc.string({
      unit: fc.constantFrom(
        ...'\x1b\x1b\x1b\x9b\x9d[[]P?;:0123459mHJKrhlXq$"\\ ab漢\u0301\r\n\x07\x18\x1a\0',
      ),
    });
    const sizes = fc.array(
      fc.tuple(bytes, fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 12 })),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(sizes, (steps) => {
        const emulator = open(10, 4, 5);
        for (const [text, cols, rows] of steps) {
          emulator.write(text);
          emulator.resize(cols, rows);
          expect(look(emulator).lines.length).toBeGreaterThanOrEqual(emulator.rows);
        }
        expect(emulator.faults).toBe(0);
        expect(typeof serialise(emulator, { scrollback: 10 })).toBe('string');
        emulator.close();
      }),
      { seed: 1, numRuns: 500 },
    );
  });
});
