import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import { lineText, logicalLines, wrapLine } from '../../../src/screen/text/logical-lines.ts';
import { lastLines, screenText } from '../../../src/screen/text/screen-text.ts';

function fed(stream: string, cols = 5, rows = 3, scrollback = 100): Emulator {
  const emulator = new Emulator({ cols, rows, scrollback });
  emulator.write(stream);
  return emulator;
}

describe('logicalLines', () => {
  it('joins wrapped rows and tells where they were', () => {
    const emulator = fed('abcdefghijkl\r\nx\r\n\r\ny');
    const lines = logicalLines(emulator, 0, emulator.length);
    expect(lines.map((line) => [lineText(line), line.first, line.count])).toEqual([
      ['abcdefghijkl', 0, 3],
      ['x', 3, 1],
      ['', 4, 1],
      ['y', 5, 1],
    ]);
  });

  it('gives lines whole that the range only touches', () => {
    const emulator = fed('abcdefghijkl\r\nx');
    expect(logicalLines(emulator, 2, 3).map(lineText)).toEqual(['abcdefghijkl']);
    expect(logicalLines(emulator, 3, 99).map(lineText)).toEqual(['x']);
    expect(logicalLines(emulator, 4, 4)).toEqual([]);
  });

  it('leaves out the blank that a wide character which did not fit left behind', () => {
    expect(logicalLines(fed('abcd漢字'), 0, 1).map(lineText)).toEqual(['abcd漢字']);
  });

  it('does not make one line of a scrollback without line feeds', () => {
    const emulator = fed('x'.repeat(5 * 2500), 5, 3, 3000);
    expect(logicalLines(emulator, 0, emulator.length).map((line) => line.count)).toEqual([2000, 500]);
  });
});

describe('wrapLine', () => {
  const line = (text: string) => {
    const emulator = fed(text, 60, 1);
    const { chars, styles } = emulator.row(0);
    return { chars, styles };
  };

  it('lays a line out at a width, wide cells whole', () => {
    const rows = wrapLine(line('abc漢字d'), 4);
    expect(rows.map((row) => row.chars)).toEqual([
      ['a', 'b', 'c', ' '],
      ['漢', '', '字', ''],
      ['d', ' ', ' ', ' '],
    ]);
    expect(rows.map((row) => row.wrapped)).toEqual([false, true, true]);
  });

  it('makes one blank row of an empty line and keeps coloured blanks', () => {
    expect(wrapLine(line(''), 3)).toHaveLength(1);
    expect(wrapLine(line('\x1b[41m      '), 3)).toHaveLength(2);
  });

  it('is undone by joining, at any width', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '漢', '🚀', ' '), maxLength: 25 });
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 12 }), (typed, cols) => {
        const whole = line(typed);
        const emulator = fed(typed, cols, 3);
        const rows = wrapLine(whole, cols);
        expect(rows.map((row) => row.chars)).toEqual(
          logicalLines(emulator, 0, 1)
            .flatMap((joined) => wrapLine(joined, cols))
            .map((row) => row.chars),
        );
        expect(rows.every((row) => row.chars.length === cols && row.chars[0] !== '')).toBe(true);
      }),
      { seed: 1 },
    );
  });
});

describe('screenText', () => {
  it('is the viewport without blank rows at its end', () => {
    expect(screenText(fed('one\r\ntwo\r\n\r\nfour'))).toBe('two\n\nfour');
    expect(screenText(fed('one\r\n\r\n'))).toBe('one');
    expect(screenText(fed(''))).toBe('');
  });
});

describe('lastLines', () => {
  it('counts lines as the program wrote them, not rows', () => {
    const emulator = fed('first\r\nabcdefghijkl\r\nlast\r\n');
    expect(lastLines(emulator, 1)).toBe('last');
    expect(lastLines(emulator, 2)).toBe('abcdefghijkl\nlast');
    expect(lastLines(emulator, 99)).toBe('first\nabcdefghijkl\nlast');
    expect(lastLines(emulator, 0)).toBe('');
  });
});
