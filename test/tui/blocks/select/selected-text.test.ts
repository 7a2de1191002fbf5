import { describe, expect, test } from 'vitest';
import { textRow } from '../../../../src/screen/cells/row.ts';
import type { BodyInput } from '../../../../src/tui/blocks/block/body-line.ts';
import { bodyText } from '../../../../src/tui/blocks/select/body-text.ts';
import { grown, type Point, type Shape, selectedText } from '../../../../src/tui/blocks/select/selection.ts';
import { bodyOf } from '../sample.ts';

function copied(body: BodyInput, from: Point, to: Point, shape: Shape = 'chars'): string {
  return selectedText(bodyText(body), { shape, from, to }).text;
}

const at = (block: string, line: number, x: number): Point => ({ block, line, x });
const WORDS = '-_./:';

describe('selectedText', () => {
  const body = bodyOf(['alpha beta\r\ngamma\r\n', 'delta\r\n']);

  test('is what lies between two cells, whichever way', () => {
    expect(copied(body, at('c0', 1, 6), at('c0', 2, 2))).toBe('beta\ngam');
    expect(copied(body, at('c0', 2, 2), at('c0', 1, 6))).toBe('beta\ngam');
  });

  test('goes over blocks, whose headers are their commands, without chips and times', () => {
    expect(copied(body, at('c0', 2, 0), at('c1', 1, 39))).toBe('gamma\nrun 1\ndelta');
  });

  test('takes whole rows, or the same columns of each', () => {
    expect(copied(body, at('c0', 1, 6), at('c0', 2, 1), 'lines')).toBe('alpha beta\ngamma');
    expect(copied(body, at('c0', 1, 2), at('c0', 2, 3), 'rectangle')).toBe('ph\nmm');
  });

  test('joins the rows of a line that the window has wrapped', () => {
    const long = bodyOf([`${'x'.repeat(50)} end\r\n`]);
    expect(copied(long, at('c0', 1, 0), at('c0', 2, 39))).toBe(`${'x'.repeat(50)} end`);
    expect(grown(bodyText(long), at('c0', 2, 0), at('c0', 2, 0), 'words', WORDS)).toEqual({
      shape: 'chars',
      from: at('c0', 1, 0),
      to: at('c0', 2, 9),
    });
  });

  test('reads the live part, and begins at the top when its block is gone', () => {
    const live = {
      rows: 2,
      row: (index: number) => textRow([{ text: ['$ make', 'done'][index] ?? '' }], 40),
    };
    const running = bodyOf(['alpha\r\n'], { live });
    expect(copied(running, at('', 0, 2), at('', 1, 39))).toBe('make\ndone');
    expect(copied(running, at('gone', 4, 3), at('c0', 1, 39))).toBe('run 0\nalpha');
  });

  test('takes a word after a double click, and words or lines from there on', () => {
    const text = bodyText(body);
    const words = grown(text, at('c0', 1, 7), at('c0', 1, 2), 'words', WORDS);
    expect(selectedText(text, words).text).toBe('alpha beta');
    const lines = grown(text, at('c0', 2, 1), at('c0', 1, 3), 'lines', WORDS);
    expect(selectedText(text, lines).text).toBe('alpha beta\ngamma');
  });
});
