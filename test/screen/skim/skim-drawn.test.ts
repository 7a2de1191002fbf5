import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import { skimDrawn } from '../../../src/screen/skim/skim-drawn.ts';
import { effort } from '../../support/effort.ts';
import { look } from '../look.ts';
import { drawnStreams, streams } from '../random-stream.ts';

const grid = { cols: 20, rows: 4, x: 0, y: 0 };
const rows = (count: number, row: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => row(n)).join('');
/** Frames of four rows, each addressed and erased to its end. */
const frames = (count: number) =>
  rows(4 * count, (n) => `\x1b[${(n % 4) + 1};1H\x1b[3${n % 8}mrow ${n}\x1b[m\x1b[K`);

describe('skimDrawn', () => {
  it('gives the same screen and way to go on as the whole text', () => {
    let skimmed = 0;
    fc.assert(
      fc.property(
        fc.constantFrom([9, 3, 2], [12, 4, 0], [30, 2, 5]),
        streams(12),
        drawnStreams(160, 4),
        fc.integer({ min: 0, max: 6 }),
        streams(12),
        ([cols = 1, rows = 1, scrollback = 0], first, drawn, cut, more) => {
          const whole = new Emulator({ cols, rows, scrollback });
          const short = new Emulator({ cols, rows, scrollback });
          for (const each of [whole, short]) each.write(first);
          const text = drawn.slice(0, drawn.length - cut);
          const result = short.grid && skimDrawn(text, short.grid);
          if (result !== undefined) {
            skimmed++;
            expect(result.length).toBeLessThan(text.length);
          }
          const marks = [whole, short].map((each) => each.mark());
          whole.write(text);
          short.write(result ?? text);
          expect(look(short)).toEqual(look(whole));
          expect(marks[1]?.line).toBe(marks[0]?.line);
          for (const each of [whole, short]) each.write(drawn.slice(text.length) + more);
          expect(look(short)).toEqual(look(whole));
          whole.close();
          short.close();
        },
      ),
      effort(1500),
    );
    // The property would hold of a function that never skips anything.
    expect(skimmed).toBeGreaterThan(effort(1500).numRuns / 20);
  });

  it('keeps one frame of many', () => {
    const kept = skimDrawn(frames(100), grid);
    expect(kept?.length).toBeLessThan(2 * frames(1).length + 60);
    expect(kept?.endsWith('row 399\x1b[m\x1b[K')).toBe(true);
  });

  it('keeps what a row was given before, if it was never written whole again', () => {
    const text = `\x1b[4;8Hcorner${frames(100).replaceAll(/\x1b\[4;1H.*?\x1b\[K/g, '')}`;
    expect(skimDrawn(text, grid)).toBeUndefined();
  });

  it('keeps the last setting of each switch, and the pen', () => {
    const text = `\x1b[?25l\x1b[?2026h\x1b[1m${frames(50)}\x1b[?2026l\x1b(0${frames(50)}\x1b[?25h`;
    const kept = skimDrawn(text, grid) ?? '';
    expect(kept).toMatch(/^\x1b\[\?25l\x1b\[\?2026l\x1b\(0\x1b\[m\x1b\[1;1H/);
    expect(kept.endsWith('\x1b[?25h')).toBe(true);
  });

  it.each([
    ['wraps', 'x'.repeat(21)],
    ['scrolls', '\x1b[4;1H\n'],
    ['is wide', '漢'],
    ['joins', 'e\u0301'],
    ['inserts', '\x1b[3@'],
    ['sets a region', '\x1b[2;3r'],
    ['saves the cursor', '\x1b7'],
    ['is a control', '\b'],
    ['is an 8-bit control', '\x9b2J'],
    ['is an endless colour', `\x1b[${'1;'.repeat(400)}m`],
  ])('leaves text alone in which something %s', (_what, piece) => {
    expect(skimDrawn(`${frames(50)}${piece}${frames(50)}`, grid)).toBeUndefined();
    expect(skimDrawn(frames(100), grid)).toBeDefined();
  });

  it('leaves a sequence as it was begun at the end', () => {
    for (const begun of ['\x1b', '\x1b[', '\x1b[3', '\x1b[38;5;1', '\x1b[?25', '\x1b(']) {
      expect(skimDrawn(frames(100) + begun, grid)?.endsWith(`\x1b[K${begun}`)).toBe(true);
    }
  });
});

describe('the grid of an emulator', () => {
  it.each([
    ['rows are inserted', '\x1b[4h'],
    ['rows are counted from a region', '\x1b[?6h'],
    ['a line feed goes to the first column', '\x1b[20h'],
    ['lines do not wrap', '\x1b[?7l'],
    ['a part scrolls', '\x1b[2;3r'],
    ['the cursor waits to wrap', 'x'.repeat(20)],
    ['a sequence has begun', '\x1b[3'],
  ])('is not told while %s', (_why, text) => {
    const emulator = new Emulator({ cols: 20, rows: 4, scrollback: 0 });
    expect(emulator.grid).toEqual(grid);
    emulator.write(text);
    expect(emulator.grid).toBeUndefined();
    emulator.close();
  });
});
