import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import { lineText, logicalLines, wrapLine } from '../../../src/screen/text/logical-lines.ts';
import { lastLines, screenText } from '../../../src/screen/text/screen-text.ts';
import { cpuTime } from '../../support/cpu-time.ts';

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

  it('reads the same text as the rows have, whatever is in the cells', () => {
    const pieces = [
      'a',
      'b',
      ' ',
      '  ',
      '漢',
      '🚀',
      'é',
      'e\u0301',
      '\u00a0',
      '\r\n',
      '\b',
      '\x1b[5C',
      '\x1b[4;41m',
      '\x1b[m',
    ];
    const typed = fc.string({
      unit: fc.constantFrom(...pieces, '\x1b[?7l', '\x1b[?7h', '\x1b[K'),
      maxLength: 60,
    });
    fc.assert(
      fc.property(typed, fc.integer({ min: 2, max: 9 }), (stream, cols) => {
        const emulator = fed(stream, cols);
        const lines = logicalLines(emulator, 0, emulator.length).map(lineText);
        while (lines.at(-1) === '') lines.pop();
        expect(lastLines(emulator, 200)).toBe(lines.join('\n'));
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it('reads thousands of long lines in a fraction of the time that their cells take', () => {
    const emulator = fed('x'.repeat(1000 * 400), 1000, 10, 500);
    const timeOf = (read: () => unknown): number => {
      const begun = cpuTime();
      read();
      return cpuTime() - begun;
    };
    const best = (read: () => unknown) => Math.min(...[1, 2, 3].map(() => timeOf(read)));
    const cells = best(() => logicalLines(emulator, 0, emulator.length).map(lineText));
    expect(best(() => lastLines(emulator, 200))).toBeLessThan(cells / 3);
  });
});
