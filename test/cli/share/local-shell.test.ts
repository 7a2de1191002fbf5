import { describe, expect, it } from 'vitest';
import { StatusQueries } from '../../../src/cli/share/local-shell.ts';

/** What is shown, and what is asked, when the output comes in these pieces. */
function split(...pieces: readonly string[]) {
  const it = new StatusQueries();
  const taken = pieces.map((piece) => it.take(piece));
  return {
    text: taken.map(({ text }) => text).join('') + it.end(),
    queries: taken.flatMap(({ queries }) => queries),
  };
}

describe('the output of a shared shell', () => {
  it.each([
    ['a\x1b]7501;?\x07b\x1b]7501;?\x1b\\\x1b[cc', 'ab\x1b[cc', ['\x1b]7501;?\x07', '\x1b]7501;?\x1b\\']],
    ['\x1b]7501;?:state=idle\x07x', '\x1b]7501;?:state=idle\x07x', []],
    ['\x1b]7501;state=idle\x1b\\', '\x1b]7501;state=idle\x1b\\', []],
    ['\x1b]7501;?\x1b[m\x1b]7501;?\x07', '\x1b]7501;?\x1b[m', ['\x1b]7501;?\x07']],
    ['\x1b\x1b]7501;?\x07', '\x1b', ['\x1b]7501;?\x07']],
    ['x\x1b]7501;?\x1b', 'x\x1b]7501;?\x1b', []],
    ['x\x1b', 'x\x1b', []],
  ])('is shown without queries for the status, which are answered here: %j', (output, text, queries) => {
    for (let cut = 0; cut <= output.length; cut += 1)
      expect(split(output.slice(0, cut), output.slice(cut))).toEqual({ text, queries });
    expect(split(...output)).toEqual({ text, queries });
  });
});
