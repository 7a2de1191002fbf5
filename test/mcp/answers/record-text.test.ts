import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numberedLines } from '../../../src/mcp/answers/record-text.ts';

describe('numbered lines', () => {
  test.each([
    ['plain lines', 'one\r\ntwo\r\n', ['one', 'two']],
    ['a last line without an end', 'one\ntwo', ['one', 'two']],
    ['colours and what was printed over', '\x1b[31mred\x1b[m\r\n 10%\r100%\r\n', ['red', '100%']],
    ['a full-screen program', 'a\r\n\x1b[?1049hb\r\nc\r\n\x1b[?1049ld\r\ne', ['a', '', '', 'd', 'e']],
    ['a form feed', 'a\fb\r\nc', ['a b', 'c']],
    ['an empty line at the end', 'a\n\n', ['a', '']],
    ['nothing', '', ['']],
  ])('are as many as were printed: %s', (_what, text, lines) => {
    expect(numberedLines(text)).toEqual(lines);
  });

  test('are one for each line, whatever was printed', () => {
    const unit = fc.constantFrom(
      'a',
      ' ',
      '\n',
      '\r',
      '\x1b[?1049h',
      '\x1b[?1049l',
      '\x1b]0;t',
      '\x07',
      '\f',
      '\x1b[K',
    );
    fc.assert(
      fc.property(fc.array(unit), (units) => {
        const text = `${units.join('')}\n`;
        expect(numberedLines(text)).toHaveLength(text.split('\n').length - 1);
      }),
    );
  });
});
