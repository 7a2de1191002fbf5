import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowText } from '../../../src/screen/cells/row.ts';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';

const open = (rows = 4, scrollback = 10) => new Emulator({ cols: 20, rows, scrollback });
const lines = (count: number) => Array.from({ length: count }, (_, n) => `line ${n}`).join('\r\n');

describe('mark', () => {
  it('is at the cursor line and moves with it into the scrollback', () => {
    const emulator = open();
    emulator.write(`one\r\nhere`);
    const mark = emulator.mark();
    emulator.write(`\r\n${lines(9)}`);
    expect(rowText(emulator.row(mark.line))).toBe('here');
  });

  it('says −1 once its line has left the scrollback', () => {
    const emulator = open();
    emulator.write('here');
    const mark = emulator.mark();
    emulator.write(`\r\n${lines(12)}`);
    expect([mark.line, mark.scrolledOut]).toEqual([0, false]);
    emulator.write(`\r\n${lines(5)}`);
    expect([mark.line, mark.scrolledOut]).toEqual([-1, true]);
    const wiped = emulator.mark();
    emulator.write('\x1b[2J\x1b[H');
    expect([wiped.line, wiped.scrolledOut]).toEqual([-1, false]);
  });

  it.each([
    ['\x1b[3J', [-1, 3]],
    ['\x1b[2J', [0, -1]],
    ['\x1b[H\x1b[J', [0, -1]],
    ['\x1bc', [-1, -1]],
    ['\x1b[?1049h\x1b[2J\x1b[3J\x1b[?1049l', [0, 10]],
  ])('of a line scrolled out and one on the screen are after %j at %j', (stream, expected) => {
    const emulator = open();
    const above = emulator.mark();
    emulator.write(`${lines(10)}\r\n`);
    const onScreen = emulator.mark();
    const base = emulator.base;
    emulator.write(stream);
    expect(base).toBe(7);
    expect([above.line, onScreen.line]).toEqual(expected);
  });

  it('is on the normal buffer also when asked for in front of a full-screen program', () => {
    const emulator = open();
    emulator.write('one\r\ntwo\x1b[?1049h\x1b[4;1Hfull');
    const mark = emulator.mark();
    emulator.write('\x1b[?1049l');
    expect(mark.line).toBe(1);
    expect(emulator.mark(0).line).toBe(0);
  });

  it('moves when lines are inserted above it and goes when its line is deleted', () => {
    const emulator = open();
    emulator.write(`${lines(3)}\x1b[2;1H`);
    const mark = emulator.mark();
    emulator.write('\x1b[1;1H\x1b[L');
    expect(mark.line).toBe(2);
    emulator.write('\x1b[3;1H\x1b[M');
    expect(mark.line).toBe(-1);
  });

  it('is gone after dispose, and the emulator after close', () => {
    const emulator = open();
    const [one, two] = [emulator.mark(), emulator.mark()];
    one.dispose();
    one.dispose();
    expect([one.line, two.line]).toEqual([-1, 0]);
    emulator.close();
    expect(two.line).toBe(-1);
  });

  it('keeps 20,000 at most, the newest', () => {
    const emulator = open();
    const first = emulator.mark();
    const second = emulator.mark();
    for (let n = 0; n < 19_999; n++) emulator.mark();
    expect([first.line, second.line]).toEqual([-1, 0]);
  });

  it('still points at its text after any scrolling and resizing of rows', () => {
    const step = fc.oneof(fc.constantFrom('\r\n', '\r\nx', '\r\n\r\n\r\n'), fc.integer({ min: 2, max: 9 }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const emulator = open(4, 12);
        emulator.write('a\r\nb\r\nhere');
        const mark = emulator.mark();
        for (const each of steps) {
          if (typeof each === 'string') emulator.write(each);
          else emulator.resize(20, each);
        }
        const at = Array.from({ length: emulator.length }, (_, n) => rowText(emulator.row(n))).findIndex(
          (text) => text.startsWith('here'),
        );
        expect(mark.line).toBe(at);
        emulator.close();
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});
