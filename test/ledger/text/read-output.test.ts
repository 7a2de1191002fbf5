import { describe, expect, it } from 'vitest';
import { readOutput } from '../../../src/ledger/text/read-output.ts';
import type { KeptOutput, TextSpan } from '../../../src/ledger/text/text-spans.ts';
import type { OutputRange } from '../../../src/protocol/cotty/command-output.ts';

type Piece = TextSpan & { readonly times: () => number };

/** A stretch that begins behind so many lines and bytes, and counts how often it was read. */
function piece(line: number, text: string | undefined, rest: Partial<TextSpan> = {}): Piece {
  let times = 0;
  const read = () => {
    times += 1;
    return Promise.resolve(text);
  };
  return { line, byte: 10 * line, inLine: false, follows: false, read, times: () => times, ...rest };
}

const following = { follows: true };
const inLine = { inLine: true, follows: true };

function output(spans: readonly TextSpan[], lines: number, tail?: TextSpan): KeptOutput {
  return { spans, tail, total: { lines, bytes: 10 * lines, chars: 10 * lines }, running: false };
}

/** What an answer has, without what is the same for all answers. */
async function read(kept: KeptOutput, range: OutputRange = {}) {
  const { total, running, ...rest } = await readOutput(kept, range);
  expect({ total, running }).toEqual({ total: kept.total, running: kept.running });
  return rest;
}

const five = () => output([piece(0, 'a\nb\nc\nd\ne\n')], 5);

describe('lines of an output', () => {
  it.each<[OutputRange, number, string, boolean]>([
    [{}, 1, 'a\nb\nc\nd\ne\n', false],
    [{ fromLine: 1, lines: 2 }, 1, 'a\nb\n', false],
    [{ fromLine: 3 }, 3, 'c\nd\ne\n', false],
    [{ fromLine: 5, lines: 9 }, 5, 'e\n', false],
    [{ fromEnd: 2 }, 4, 'd\ne\n', false],
    [{ fromEnd: 2, lines: 1 }, 4, 'd\n', false],
    [{ fromEnd: 9 }, 1, 'a\nb\nc\nd\ne\n', false],
    [{ fromEnd: 2, fromLine: 1 }, 4, 'd\ne\n', false],
    [{ fromLine: 6 }, 6, '', false],
    [{ fromLine: 9 }, 9, '', false],
    [{ lines: 0 }, 1, '', false],
    [{ maxChars: 4 }, 1, 'a\nb\n', true],
    [{ maxChars: 5 }, 1, 'a\nb\n', true],
    [{ maxChars: 10 }, 1, 'a\nb\nc\nd\ne\n', false],
    [{ maxChars: 9 }, 1, 'a\nb\nc\nd\n', true],
    [{ maxChars: 4, lines: 2 }, 1, 'a\nb\n', false],
    [{ fromLine: 2, fromChar: 1 }, 2, '\nc\nd\ne\n', false],
    [{ fromLine: 2, fromChar: 2 }, 2, '', false],
    [{ fromLine: 2, fromChar: 3 }, 2, '', false],
    [{ fromLine: 6, fromChar: 1 }, 6, '', false],
  ])('are those that are asked for: %j', async (range, fromLine, text, more) => {
    const lines = text.length / 2;
    expect(await read(five(), range)).toEqual({ text, fromLine, lines: Math.ceil(lines), more });
  });

  it('are told with whether the command runs', async () => {
    expect((await readOutput({ ...five(), running: true }, {})).running).toBe(true);
  });

  it.each<[OutputRange, string, boolean]>([
    [{ maxChars: 3 }, 'abc', true],
    [{ maxChars: 5 }, 'abcde', true],
    [{ maxChars: 5, lines: 1 }, 'abcde', false],
    [{ maxChars: 6 }, 'abcde\n', true],
    [{ fromChar: 4, maxChars: 1 }, 'e', true],
    [{ fromLine: 2, maxChars: 1 }, '', false],
    [{ fromLine: 2, maxChars: 2 }, '\u{10000}', false],
    [{ fromLine: 2, maxChars: 3 }, '\u{10000}', false],
    [{ fromLine: 2, maxChars: 4 }, '\u{10000}\u{10fc00}', false],
  ])(
    'are cut where one alone is longer than the answer, never within a letter: %j',
    async (range, text, more) => {
      expect(await read(output([piece(0, 'abcde\n\u{10000}\u{10fc00}x')], 2), range)).toMatchObject({
        text,
        more,
      });
    },
  );

  it('are 256 Ki characters at most where no limit is asked for', async () => {
    const { text, lines } = await read(output([piece(0, 'x\n'.repeat(140_000))], 140_000));
    expect([text.length, lines]).toEqual([256 * 1024, 128 * 1024]);
  });

  it('may begin in one stretch and end in another', async () => {
    const spans = () => [
      piece(0, 'a\nb'),
      piece(1, 'c\nd\n', inLine),
      piece(3, 'e', following),
      piece(3, 'f', inLine),
    ];
    expect(await read(output(spans(), 4))).toEqual({
      text: 'a\nbc\nd\nef',
      fromLine: 1,
      lines: 4,
      more: false,
    });
    expect(await read(output(spans(), 4), { fromLine: 2, lines: 1 })).toMatchObject({
      text: 'bc\n',
      fromLine: 2,
    });
    expect(await read(output(spans(), 4), { fromLine: 2, fromChar: 1 })).toMatchObject({
      text: 'c\nd\nef',
      fromLine: 2,
    });
    expect(await read(output(spans(), 4), { fromLine: 4, fromChar: 1 })).toMatchObject({
      text: 'f',
      fromLine: 4,
    });
    expect(await read(output(spans(), 4), { fromLine: 2, fromChar: 2 })).toMatchObject({
      text: '\nd\nef',
      lines: 3,
    });
  });

  it.each<[OutputRange, readonly number[]]>([
    [{ lines: 1 }, [1, 0, 0, 0]],
    [{ fromLine: 3, lines: 1 }, [0, 1, 0, 0]],
    [{ fromLine: 4, lines: 1 }, [0, 1, 1, 0]],
    [{ fromLine: 5, lines: 1 }, [0, 0, 1, 0]],
    [{ fromLine: 6 }, [0, 0, 0, 1]],
  ])('are looked for only where they may be: %j', async (range, times) => {
    const spans = [
      piece(0, 'a\nb\n'),
      piece(2, 'c\nd', following),
      piece(3, 'd\ne\n', inLine),
      piece(5, 'f\n', following),
    ];
    await read(output(spans, 6), range);
    expect(spans.map((span) => span.times())).toEqual(times);
  });

  it('are not read again from a stretch whose lines were taken', async () => {
    const spans = [piece(0, 'a\nb\nc\n'), piece(1, 'b\n'), piece(3, 'd\n')];
    expect(await read(output(spans, 4))).toMatchObject({ text: 'a\nb\nc\nd\n' });
    expect(spans.map((span) => span.times())).toEqual([1, 0, 1]);
  });
});

describe('where lines are missing, reading', () => {
  const tail = () => piece(8, 'i\nj\n');
  const gapped = () => output([piece(0, 'a\nb\n'), piece(4, 'e\nf\n')], 10, tail());
  const cut = { fromLine: 3, lines: 2, bytes: 40 - 4 };

  it.each<[OutputRange, number, string, boolean]>([
    [{}, 1, 'a\nb\n', true],
    [{ fromLine: 2, lines: 1 }, 2, 'b\n', false],
    [{ fromLine: 2, lines: 3 }, 2, 'b\n', true],
    [{ fromLine: 3 }, 5, 'e\nf\n', true],
    [{ fromLine: 3, lines: 2 }, 3, '', false],
    [{ fromLine: 3, lines: 3 }, 5, 'e\n', false],
    [{ fromLine: 7 }, 9, 'i\nj\n', false],
    [{ fromLine: 7, lines: 2 }, 7, '', false],
    [{ fromEnd: 1 }, 10, 'j\n', false],
  ])('stops, or begins behind them, and says so: %j', async (range, fromLine, text, more) => {
    expect(await read(gapped(), range)).toEqual({ text, fromLine, lines: text.length / 2, more, cut });
  });

  it('leaves a line as it is whose rest is missing', async () => {
    const lost = [piece(0, 'a\nb'), piece(1, 'c\nd\n', { inLine: true })];
    expect(await read(output(lost, 3))).toMatchObject({ text: 'a\nb', lines: 2, more: true });
    const next = [piece(0, 'a\nb'), piece(1, 'c\nd\n', following)];
    expect(await read(output(next, 3))).toMatchObject({ text: 'a\nb', lines: 2, more: true });
    expect(await read(output(lost, 3), { fromLine: 2, fromChar: 1 })).toMatchObject({
      text: '',
      fromLine: 2,
    });
  });

  it('leaves out nothing of a line that is another than the one asked for', async () => {
    expect(await read(gapped(), { fromLine: 3, fromChar: 1 })).toMatchObject({ text: 'e\nf\n', fromLine: 5 });
    const short = output([piece(0, 'a\nb\n')], 10, tail());
    expect(await read(short, { fromLine: 4, fromChar: 1 })).toMatchObject({ text: 'i\nj\n', fromLine: 9 });
    expect(await read(short, { fromLine: 9, fromChar: 1 })).toMatchObject({ text: '\nj\n', fromLine: 9 });
  });

  it('goes past a stretch that is gone', async () => {
    const spans = [piece(0, undefined), piece(2, 'c\n', following), piece(3, undefined, following)];
    expect(await read(output(spans, 5, piece(4, 'e\n')))).toMatchObject({
      text: 'c\n',
      fromLine: 3,
      more: true,
    });
  });

  it('takes from the end in the record what no stretch has, and only then', async () => {
    const end = tail();
    await read(output([piece(0, 'a\nb\n')], 10, end), { lines: 2 });
    expect(end.times()).toBe(0);
    expect(await read(output([piece(0, 'a\nb\n')], 10, end), { fromLine: 3 })).toMatchObject({
      text: 'i\nj\n',
      fromLine: 9,
    });
  });
});

describe('the first missing range of an output', () => {
  const cutOf = async (kept: KeptOutput) => (await read(kept, { lines: 0 })).cut;
  const end = piece(8, 'i\nj\n');

  it('is none where all is kept', async () => {
    expect(await read(five())).not.toHaveProperty('cut');
    const whole = [piece(0, 'a\nb'), piece(1, 'c\n'.repeat(9), inLine)];
    expect(await read(output(whole, 10, end))).not.toHaveProperty('cut');
    expect(await read(output([piece(0, `${'a\n'.repeat(9)}b`)], 10, end))).not.toHaveProperty('cut');
    expect(await read(output([piece(0, 'a\n'.repeat(8))], 10, end))).not.toHaveProperty('cut');
  });

  it('is behind a stretch that the next one does not follow', async () => {
    const spans = [piece(0, 'ä\nb\n'), piece(2, 'c\n', following), piece(5, 'f\n'), piece(7, 'h\n')];
    expect(await cutOf(output(spans, 10, end))).toEqual({ fromLine: 4, lines: 2, bytes: 50 - 22 });
  });

  it('is looked for in no stretch that the next one follows', async () => {
    const spans = [piece(0, 'a\n'), piece(1, 'b\n', following), piece(2, 'c\n', following)];
    await cutOf(output(spans, 10, end));
    expect(spans.map((span) => span.times())).toEqual([0, 0, 1]);
  });

  it('is not where the next stretch begins within the line', async () => {
    const spans = [piece(0, 'a\nb'), piece(1, 'c\n', { inLine: true }), piece(4, 'e\n')];
    expect(await cutOf(output(spans, 10, end))).toEqual({ fromLine: 3, lines: 2, bytes: 40 - 12 });
  });

  it('is before the end in the record, where the last stretch does not reach it', async () => {
    expect(await cutOf(output([piece(0, 'a\nb\n')], 10, end))).toEqual({
      fromLine: 3,
      lines: 6,
      bytes: 80 - 4,
    });
    expect(await cutOf(output([piece(0, 'a\nb')], 10, end))).toEqual({
      fromLine: 2,
      lines: 7,
      bytes: 80 - 3,
    });
  });

  it('is a whole stretch that is gone', async () => {
    const spans = [piece(0, undefined), piece(3, 'd\n')];
    expect(await cutOf(output(spans, 10, end))).toEqual({ fromLine: 1, lines: 3, bytes: 30 });
  });

  it('has no bytes where they are not known', async () => {
    const spans = [piece(0, 'a\n'.repeat(40)), piece(42, 'b\n', { byte: 7 })];
    expect(await cutOf(output(spans, 50, end))).toEqual({ fromLine: 41, lines: 2, bytes: 0 });
  });
});
