import { describe, expect, it } from 'vitest';
import { searchOutput, type WantedText } from '../../../src/ledger/text/search-output.ts';
import type { KeptOutput, TextSpan } from '../../../src/ledger/text/text-spans.ts';

const span = (line: number, text: string | undefined): TextSpan => ({
  line,
  byte: 0,
  inLine: false,
  follows: false,
  read: () => Promise.resolve(text),
});

const output = (spans: readonly TextSpan[], tail?: TextSpan): KeptOutput => ({
  spans,
  tail,
  total: { lines: 0, bytes: 0, chars: 0 },
  running: false,
});

function search(kept: KeptOutput | string, wanted: Partial<WantedText> = {}) {
  const searched = typeof kept === 'string' ? output([span(0, kept)]) : kept;
  return searchOutput(searched, { text: 'x', ignoreCase: false, fromLine: 1, limit: 10, ...wanted });
}

async function found(kept: KeptOutput | string, wanted: Partial<WantedText> = {}) {
  return (await search(kept, wanted)).lines;
}

const numbersOf = (lines: readonly { readonly line: number }[]) => lines.map(({ line }) => line);

describe('a text in an output', () => {
  it('is found once in each line that has it', async () => {
    expect(await search('x\na x b x\n\nb\r\nx  \r\nlast x')).toEqual({
      lines: [
        { line: 1, text: 'x' },
        { line: 2, text: 'a x b x' },
        { line: 5, text: 'x' },
        { line: 6, text: 'last x' },
      ],
      chars: 25,
      more: false,
    });
  });

  it('is none where no line has it, or it goes over a line end', async () => {
    expect(await search('a\nb')).toEqual({ lines: [], chars: 3, more: false });
    expect(await found('a\nb', { text: 'a b' })).toEqual([]);
  });

  it.each<[string, Partial<WantedText>, readonly string[]]>([
    ['Error\nerror\nERROR', { text: 'error' }, ['error']],
    ['Error\nerror\nERROR', { text: 'eRRor', ignoreCase: true }, ['Error', 'error', 'ERROR']],
    ['İ Error', { text: 'ERROR', ignoreCase: true }, ['i̇ error']],
    ['İ Error', { text: 'Error' }, ['İ Error']],
    ['\x1b[1mE\x1b[2mr\x1b[mror', { text: 'Error' }, ['Error']],
  ])(
    'is found as it reads, whatever its case where that is asked for: %j for %j',
    async (text, wanted, lines) => {
      expect((await found(text, wanted)).map((one) => one.text)).toEqual(lines);
    },
  );

  it('is found as often as is asked for, and it is said that there is more', async () => {
    const kept = () => output([span(0, 'x\nx\n'), span(2, 'x\n')]);
    expect(await search(kept(), { limit: 3 })).toMatchObject({ lines: [{}, {}, {}], more: false });
    expect(await search(kept(), { limit: 2 })).toEqual({
      lines: [
        { line: 1, text: 'x' },
        { line: 2, text: 'x' },
      ],
      chars: 6,
      more: true,
    });
    expect(await search(kept(), { limit: 1 })).toMatchObject({ lines: [{ line: 1 }], chars: 4, more: true });
  });

  it('is found from a line on, by true numbers', async () => {
    const kept = output([span(0, 'x\nx\n'), span(2, 'x\nx\n'), span(10, 'x\n')]);
    expect(numbersOf(await found(kept, { fromLine: 2 }))).toEqual([2, 3, 4, 11]);
    expect(numbersOf(await found(kept, { fromLine: 4 }))).toEqual([4, 11]);
    expect(numbersOf(await found(kept, { fromLine: 12 }))).toEqual([]);
  });

  it('is found once where stretches overlap, and past one that is gone', async () => {
    const kept = output(
      [span(0, 'x 1\nx 2\n'), span(1, 'x 2\nx 3\n'), span(3, undefined)],
      span(2, 'x 3\nx 4\nx 5'),
    );
    expect((await found(kept)).map(({ line, text }) => [line, text])).toEqual([
      [1, 'x 1'],
      [2, 'x 2'],
      [3, 'x 3'],
      [4, 'x 4'],
      [5, 'x 5'],
    ]);
  });
});

describe('the lines around a match', () => {
  const around = async (text: string) => (await found(text, { around: true }))[0];

  it('are not told where nobody asks for them', async () => {
    expect(await found('a\nx\nb')).toEqual([{ line: 2, text: 'x' }]);
  });

  it.each([
    ['a\nx\nb', { line: 2, text: 'x', before: 'a', after: 'b' }],
    ['a\r\nb \r\nx\r\n c\r\nd\r\n', { line: 3, text: 'x', before: 'b', after: ' c' }],
    ['x\nb', { line: 1, text: 'x', after: 'b' }],
    ['a\nx', { line: 2, text: 'x', before: 'a' }],
    ['a\nx\n', { line: 2, text: 'x', before: 'a' }],
    ['a\nx\n\nb', { line: 2, text: 'x', before: 'a' }],
    ['\nx', { line: 2, text: 'x', before: '' }],
    ['a\n\nx', { line: 3, text: 'x', before: '' }],
    ['x', { line: 1, text: 'x' }],
  ])('are the one before and the one behind it: %j', async (text, line) => {
    expect(await around(text)).toEqual(line);
  });

  it('are cut at their end where they are long', async () => {
    const long = 'ab'.repeat(300);
    const cut = `${'ab'.repeat(250)}…`;
    expect(await around(`${long}\nx\n${long}`)).toEqual({ line: 2, text: 'x', before: cut, after: cut });
  });
});

describe('a long line with a match', () => {
  const shown = async (text: string) => (await found(text))[0]?.text;
  const a = (count: number) => 'a'.repeat(count);

  it.each([
    [`${a(499)}x`, `${a(499)}x`],
    [`${a(500)}x`, `…${a(499)}x`],
    [`x${a(500)}`, `x${a(499)}…`],
    [`${a(125)}x${a(500)}`, `${a(125)}x${a(374)}…`],
    [`${a(126)}x${a(500)}`, `…${a(125)}x${a(374)}…`],
    [`${a(300)}x${a(374)}`, `…${a(125)}x${a(374)}`],
    [`${a(300)}x${a(373)}`, `…${a(126)}x${a(373)}`],
    [`${a(900)}x`, `…${a(499)}x`],
    [`b\n${a(126)}x${a(500)}\nb`, `…${a(125)}x${a(374)}…`],
  ])('is the piece of it around the match: %#', async (text, piece) => {
    expect(await shown(text)).toBe(piece);
  });

  it('is never cut within a letter', async () => {
    for (const letter of ['\u{10000}', '\u{103ff}']) {
      const letters = letter.repeat(400);
      expect(await shown(`${letters}x${letters}`)).toBe(`…${letter.repeat(63)}x${letter.repeat(186)}…`);
      expect(await shown(`a${letters}x${letters}`)).toBe(`…${letter.repeat(63)}x${letter.repeat(186)}…`);
      expect(await shown(`x${letters}`)).toBe(`x${letter.repeat(249)}…`);
    }
    for (const letter of ['\ud7ff', '\ue000']) {
      const letters = letter.repeat(400);
      expect(await shown(`${letters}x${letters}`)).toBe(`…${letter.repeat(125)}x${letter.repeat(374)}…`);
    }
  });
});
