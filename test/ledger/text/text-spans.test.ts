import { describe, expect, it } from 'vitest';
import { noOutput } from '../../../src/ledger/records/bounded-output.ts';
import { countsOf, keptOutput } from '../../../src/ledger/text/text-spans.ts';

describe('the stretches of an output', () => {
  const part = (number: number, line: number, inLine = false) => ({
    seq: 1,
    part: number,
    line,
    byte: 10 * line,
    char: 10 * line,
    inLine,
  });
  const places = {
    folder: '/nowhere',
    parts: [part(0, 0), part(1, 4, true), part(3, 9)],
    stored: { head: 'a\nb\n', omitted: 90, tail: 'y\nz\n' },
    counts: { lines: 20, bytes: 200, chars: 200 },
    running: false,
  };
  const shape = (output: ReturnType<typeof keptOutput>) =>
    output.spans.map(({ line, byte, inLine, follows }) => [line, byte, inLine, follows]);

  it('are its files, of which each says whether it follows the one before', () => {
    const output = keptOutput(places);
    expect(shape(output)).toEqual([
      [0, 0, false, false],
      [4, 40, true, true],
      [9, 90, false, false],
    ]);
    expect(output).toMatchObject({ total: places.counts, running: false });
    expect(output.tail).toMatchObject({ line: 18, byte: 196, inLine: false, follows: false });
  });

  it('begin with the head of the record where the first file is lost', async () => {
    for (const parts of [places.parts.slice(1), []]) {
      const { spans } = keptOutput({ ...places, parts });
      expect(spans[0]).toMatchObject({ line: 0, byte: 0, inLine: false, follows: false });
      expect(await spans[0]?.read()).toBe('a\nb\n');
      expect(spans).toHaveLength(parts.length + 1);
    }
    expect(keptOutput({ ...places, folder: undefined, parts: [] }).spans).toHaveLength(1);
  });

  it('are the record alone where it has everything', async () => {
    const stored = { head: 'a\n', omitted: 0, tail: 'b' };
    const { spans, tail, total } = keptOutput({ parts: places.parts, folder: '/x', stored, running: true });
    expect(spans).toHaveLength(1);
    expect(await spans[0]?.read()).toBe('a\nb');
    expect([tail, total]).toEqual([undefined, { lines: 2, bytes: 3, chars: 3 }]);
  });

  it('end with the unfinished line of a command that runs, behind its files', async () => {
    const rest = { text: 'rest', line: 19, byte: 190, char: 190, inLine: true };
    const { spans } = keptOutput({ ...places, rest });
    expect(spans.at(-1)).toMatchObject({ line: 19, byte: 190, inLine: true, follows: true });
    expect(await spans.at(-1)?.read()).toBe('rest');
    expect(keptOutput({ ...places, rest: { ...rest, text: '' } }).spans).toHaveLength(3);
    expect(keptOutput({ ...places, parts: [], rest }).spans).toHaveLength(1);
  });

  it('have a tail that begins at the first line at the earliest', () => {
    const counts = { lines: 1, bytes: 1, chars: 1 };
    expect(keptOutput({ ...places, counts }).tail).toMatchObject({ line: 0, byte: 0 });
  });

  it('are counted from the record where an earlier version wrote it', () => {
    expect(countsOf({ head: 'ä\nb', omitted: 0, tail: 'c\n' })).toEqual({ lines: 2, bytes: 6, chars: 5 });
    expect(countsOf({ head: 'ä\nb', omitted: 7, tail: 'c\n' })).toEqual({ lines: 3, bytes: 13, chars: 12 });
    expect(countsOf(noOutput)).toEqual({ lines: 0, bytes: 0, chars: 0 });
  });
});
