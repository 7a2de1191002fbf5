import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import { linesBefore } from '../../../src/screen/skim/lines.ts';
import { skim, skimLines, skimTo } from '../../../src/screen/skim/skim.ts';
import { effort } from '../../support/effort.ts';
import { look } from '../look.ts';
import { lineStreams, streams } from '../random-stream.ts';

const lines = (count: number, line = (n: number) => `line ${n}`) =>
  Array.from({ length: count }, (_, n) => `${line(n)}\r\n`).join('');

const keepOf = (rows: number, scrollback: number) => ({ rows, scrollback, below: rows, cols: 0 });

describe('skim', () => {
  it('gives the same screen, scrollback and way to go on as the whole text', () => {
    const sizes = fc.constantFrom([14, 3, 4], [8, 2, 0], [20, 4, 6], [5, 1, 2]);
    let skimmed = 0;
    fc.assert(
      fc.property(
        sizes,
        fc.boolean().chain((wrapOff) => streams(20, { wrapOff })),
        lineStreams(80),
        streams(12),
        ([cols = 1, rows = 1, scrollback = 0], first, text, more) => {
          const whole = new Emulator({ cols, rows, scrollback });
          const short = new Emulator({ cols, rows, scrollback });
          for (const each of [whole, short]) each.write(first);
          const { keep } = short;
          const result = keep && skim(text, keep);
          if (result !== undefined) {
            skimmed++;
            expect(result.text.length).toBeLessThan(text.length);
          }
          const marks = [whole, short].map((each) => each.mark());
          whole.write(text);
          short.write(result?.text ?? text);
          expect(look(short)).toEqual(look(whole));
          expect(marks[1]?.line).toBe(marks[0]?.line);
          for (const each of [whole, short]) each.write(more);
          expect(look(short)).toEqual(look(whole));
          whole.close();
          short.close();
        },
      ),
      effort(500),
    );
    // The property would hold of a function that never skips anything.
    expect(skimmed).toBeGreaterThan(effort(500).numRuns / 4);
  });

  it('leaves out less than it could only where the lines kept are short', () => {
    const sizes = fc.constantFrom([14, 3, 4], [8, 2, 0], [20, 4, 60]);
    let cut = 0;
    fc.assert(
      fc.property(sizes, lineStreams(160), ([cols = 1, rows = 1, scrollback = 0], text) => {
        const whole = new Emulator({ cols, rows, scrollback });
        const short = new Emulator({ cols, rows, scrollback });
        const { keep } = short;
        const result = keep && linesBefore(text) === text.length ? skimTo(100, text, keep) : undefined;
        if (result !== undefined) cut++;
        whole.write(text);
        short.write(result?.text ?? text);
        const missing = whole.length - short.length;
        expect(missing).toBeGreaterThanOrEqual(0);
        expect(look(short, short.base)).toEqual(look(whole, whole.base));
        if (missing > 0) expect(short.length).toBeGreaterThanOrEqual(rows);
        whole.close();
        short.close();
      }),
      effort(300),
    );
    expect(cut).toBeGreaterThan(effort(300).numRuns / 4);
  });

  it('cuts a scrollback of long lines to about what was asked, never less than a screen', () => {
    const text = lines(1000, () => 'x'.repeat(70));
    const keep = { rows: 10, scrollback: 900, below: 0, cols: 80 };
    expect(skimTo(7202, text, keep)?.text).toHaveLength(7200 + 5);
    expect(skimTo(10, text, keep)?.text).toHaveLength(10 * 72 + 5);
    expect(skimTo(100_000, text, keep)?.text).toHaveLength(910 * 72 + 1);
    expect(skimTo(70_000, text, keep)?.text).toHaveLength(910 * 72 + 1);
    expect(skimTo(100_000, lines(5), keep)).toBeUndefined();
    expect(skimTo(10, lines(5), keep)).toBeUndefined();
    const begun = `${text}${'y'.repeat(50)}`;
    expect(skimTo(10, begun, keep)?.text).toBe(`\r\x1b[2K${begun.slice(-10 * 72 - 50)}`);
  });

  it('cuts nothing of a text that is as long as it may be', () => {
    const text = lines(1000, () => 'x'.repeat(70));
    const keep = { rows: 10, scrollback: 2000, below: 0, cols: 80 };
    expect(skimTo(text.length, text, keep)).toBeUndefined();
    expect(skimTo(text.length - 1, text, keep)?.text).toBe(`\r\x1b[2K${text.slice(72)}`);
  });

  it('cuts nothing where that would not make it shorter', () => {
    const kept = lines(10, () => 'x'.repeat(70));
    const keep = { rows: 10, scrollback: 5, below: 0, cols: 80 };
    expect(skimTo(kept.length, `abc\r\n${kept}`, keep)).toBeUndefined();
    expect(skimTo(kept.length, `abcd\r\n${kept}`, keep)).toEqual({ text: `\r\x1b[2K${kept}`, skipped: 6 });
  });

  it('counts the rows of a wrapped line, if every character surely takes a cell', () => {
    const text = lines(50, () => 'x'.repeat(95));
    expect(skim(text, { rows: 20, scrollback: 0, below: 0, cols: 10 })?.text).toHaveLength(2 * 97 + 1);
    expect(skim(text, { rows: 20, scrollback: 0, below: 0, cols: 0 })?.text).toHaveLength(20 * 97 + 1);
    const joined = lines(50, () => 'e\u0301'.repeat(95));
    expect(skim(joined, { rows: 20, scrollback: 0, below: 0, cols: 10 })?.text).toHaveLength(20 * 192 + 1);
  });

  it('leaves out an empty first line too', () => {
    expect(skim(`\r\n${lines(4)}`, keepOf(2, 0))).toEqual({ text: `\r${lines(4)}`, skipped: 2 });
  });

  it('keeps scrollback, rows and the rows it takes to get to the bottom', () => {
    const result = skim(lines(1000), keepOf(10, 100));
    expect(result?.text).toBe(
      `\r${lines(1000).split('\r\n').slice(-121).join('\r\n')}`.replace('\r\r\n', '\r'),
    );
    expect((result?.skipped ?? 0) + (result?.text.length ?? 0) - 1).toBe(lines(1000).length);
  });

  it('starts with the pen of what it leaves out, each sequence once and none before a reset', () => {
    const text = lines(50, (n) => `\x1b[1m\x1b[32m${n}\x1b[39m\x1b[22m\x1b[4m`);
    expect(skim(text, keepOf(2, 0))?.text).toMatch(/^\r\x1b\[1m\x1b\[32m\x1b\[39m\x1b\[22m\x1b\[4m\x1b\[1m/);
    const reset = lines(50, (n) => `\x1b[1m\x1b[32m${n}\x1b[0;7m`);
    expect(skim(reset, keepOf(2, 0))?.text).toMatch(/^\r\x1b\[0;7m\x1b\[1m/);
  });

  it.each([
    ['cursor addressing', '\x1b[H'],
    ['a character set', '\x1b(0'],
    ['a title', '\x1b]2;t\x07'],
    ['a bell', '\x07'],
    ['a backspace', '\b'],
    ['an 8-bit control sequence', '\x9b2J'],
    ['a form feed', '\x0c'],
    ['SGR-like with a prefix', '\x1b[>4m'],
    ['a lone escape in the middle', '\x1b'],
  ])('leaves a text with %s alone, wherever it is', (_, control) => {
    const keep = keepOf(2, 2);
    expect(skim(lines(50) + control + lines(50), keep)).toBeUndefined();
    expect(skim(control + lines(50), keep)).toBeUndefined();
    expect(skim(`${lines(50)}${control}x`, keep)).toBeUndefined();
  });

  it.each(['\x1b', '\x1b[', '\x1b[38;5', '\ud83d'])('takes a text that ends in the middle of %j', (end) => {
    const result = skim(lines(50) + end, keepOf(2, 2));
    expect(result?.text.endsWith(`\r\n${end}`)).toBe(true);
  });

  it('leaves out nothing of few lines, of one endless line, or without carriage returns', () => {
    const keep = keepOf(5, 10);
    expect(skim(lines(15), keep)).toBeUndefined();
    expect(skimLines(lines(15), keep)).toBeUndefined();
    expect(skim('x'.repeat(100_000), keep)).toBeUndefined();
    expect(skim('x\n'.repeat(1000), keep)).toBeUndefined();
    expect(skim('', keep)).toBeUndefined();
  });

  it('gives up when the pen is made of thousands of different sequences', () => {
    const rainbow = lines(6000, (n) => `\x1b[38;2;${n >> 8};${n & 255};1mx`);
    expect(skim(rainbow, keepOf(5, 10))).toBeUndefined();
    expect(skimLines(rainbow, keepOf(5, 10))).toBeUndefined();
  });
});

describe('keep', () => {
  it('is told only while every line feed at the bottom scrolls the whole screen', () => {
    const emulator = new Emulator({ cols: 20, rows: 5, scrollback: 50 });
    expect(emulator.keep).toEqual({ rows: 5, scrollback: 50, below: 4, cols: 20 });
    emulator.write('\x1b[2;4r');
    expect(emulator.keep).toBeUndefined();
    emulator.write('\x1b[r\x1b[3');
    expect(emulator.keep).toBeUndefined();
    emulator.write('1m\x1b[?1049h');
    expect(emulator.keep).toEqual({ rows: 5, scrollback: 0, below: 4, cols: 20 });
    emulator.write('\x1b[?7l\x1b[4H');
    expect(emulator.keep).toEqual({ rows: 5, scrollback: 0, below: 1, cols: 0 });
  });
});
