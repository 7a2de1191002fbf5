import { describe, expect, it } from 'vitest';
import { FetchedOutputs } from '../../../src/client/blocks/fetched-outputs.ts';
import type { OutputPieces } from '../../../src/client/blocks/output-pieces.ts';
import { readOutput } from '../../../src/ledger/text/read-output.ts';
import { keptOutput } from '../../../src/ledger/text/text-spans.ts';
import { cottyMeta } from '../../../src/protocol/common/meta.ts';
import type { AskOutput } from '../../../src/protocol/cotty/command-output.ts';
import type { CommandMeta } from '../../../src/protocol/terminal/command-meta.ts';
import { ClosedError, RpcCode, RpcError } from '../../../src/rpc/errors.ts';
import { command, numbered } from '../../tui/blocks/sample.ts';

const settled = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

/** A host that has an output of so many numbered lines, some of them perhaps replaced. */
function host(count: number, replaced: Readonly<Record<number, string>> = {}) {
  const lines = Object.assign(numbered(count).split('\n').slice(0, -1), replaced);
  const chars = lines.join('\n').length + 1;
  const total = { lines: count, bytes: chars, chars };
  const asked: Parameters<AskOutput>[0][] = [];
  const ask: AskOutput = (range) => {
    asked.push(range);
    const { maxChars = 256 * 1024 } = range;
    const first =
      range.fromEnd === undefined ? (range.fromLine ?? 1) : Math.max(1, count - range.fromEnd + 1);
    const taken: string[] = [];
    let size = 0;
    for (let at = first; at <= Math.min(count, first + (range.lines ?? count) - 1); at += 1) {
      const line = `${lines[at - 1] ?? ''}\n`;
      if (size + line.length > maxChars) break;
      size += line.length;
      taken.push(line);
    }
    const more = first + taken.length - 1 < count;
    return Promise.resolve({
      text: taken.join(''),
      fromLine: first,
      lines: taken.length,
      total,
      more,
      running: false,
    });
  };
  const part = command({ meta: { seq: 7, counts: total, omitted: { at: 0, chars, lines: count } } });
  return { ask, asked, part, output: `${lines.join('\n')}\n` };
}

const outline = (pieces: OutputPieces | undefined) =>
  pieces?.pieces.map(({ firstLine, missing, part }) => [
    missing,
    firstLine,
    part.output.split('\n').length - 1,
    part.output.split('\r', 1)[0],
  ]);

describe('fetched outputs', () => {
  it('are whole when short, and asked for once', async () => {
    const { ask, asked, part } = host(1000);
    let changes = 0;
    const outputs = new FetchedOutputs(
      ask,
      () => (changes += 1),
      () => {},
    );
    expect(outputs.known(part)).toBeUndefined();
    for (let time = 0; time < 3; time += 1) outputs.want(part);
    await settled();
    outputs.want(part);
    expect(outline(outputs.known(part))).toEqual([[0, 0, 1000, 'line 0']]);
    expect([asked.length, changes]).toEqual([1, 1]);
  });

  it('have their end also where a line before it is longer than an answer', async () => {
    const { ask, asked, part } = host(600, { 560: 'x'.repeat(2_000_000) });
    const outputs = new FetchedOutputs(
      ask,
      () => {},
      () => {},
    );
    outputs.want(part);
    await settled();
    expect(outline(outputs.known(part))).toEqual([
      [0, 0, 560, 'line 0'],
      [20, 580, 20, 'line 580'],
    ]);
    // After the head comes a look whether the long line has an image.
    expect(asked.map(({ fromEnd }) => fromEnd)).toEqual([undefined, undefined, 2000, 200, 20]);
  });

  it.each([590, 599])(
    'are whole where an image among the last lines is longer than an answer: %i',
    async (at) => {
      const image = `\x1b_Ga=T,f=24,s=800,v=800;${'QUJD'.repeat(500_000)}\x1b\\`;
      const many = Object.fromEntries(
        Array.from({ length: 100 }, (_, line) => [line + 10, 'x'.repeat(2000)]),
      );
      const { part, output } = host(600, { ...many, [at]: image });
      const { counts } = cottyMeta<CommandMeta>(part._meta);
      if (counts === undefined) throw new Error('no counts');
      const stored = { head: output, omitted: 0, tail: '' };
      const kept = keptOutput({ folder: undefined, parts: [], stored, counts, running: false });
      const outputs = new FetchedOutputs(
        ({ seq: _seq, ...range }) => readOutput(kept, range),
        () => {},
        () => {},
      );
      outputs.want(part);
      await expect.poll(() => outputs.known(part)?.pieces.length).toBe(1);
      expect(outputs.known(part)?.pieces[0]?.part.output === output).toBe(true);
    },
  );

  it('are head and tail when long, and the lines around one that somebody jumps to', async () => {
    let lines = 0;
    const { ask, part } = host(300_000);
    const outputs = new FetchedOutputs(
      ask,
      () => {},
      () => (lines += 1),
    );
    outputs.want(part);
    await settled();
    const [head, tail] = outputs.known(part)?.pieces ?? [];
    expect([head?.firstLine, tail?.firstLine]).toEqual([0, 298_000]);
    const headLines = (head?.part.output.split('\n').length ?? 0) - 1;
    expect(tail?.missing).toBe(298_000 - headLines);
    outputs.wantLine(part, 149_999);
    await settled();
    const [, middle, end] = outputs.known(part)?.pieces ?? [];
    expect([middle?.firstLine, middle?.missing]).toEqual([149_799, 149_799 - headLines]);
    expect(middle?.part.output.startsWith('line 149799\r\n')).toBe(true);
    expect(end?.missing).toBe(298_000 - 150_199);
    outputs.wantLine(part, 150_000);
    await settled();
    expect(lines).toBe(1);
  });

  it('are not fetched for what the content has whole, nor again where the host refuses', async () => {
    let asked = 0;
    const outputs = new FetchedOutputs(
      () => {
        asked += 1;
        return Promise.reject(new RpcError(RpcCode.MethodNotFound, 'unknown method'));
      },
      () => {},
      () => {},
    );
    outputs.want(command({ output: 'x', meta: { seq: 1 } }));
    expect(asked).toBe(0);
    const { part } = host(10);
    outputs.want(part);
    await settled();
    outputs.want(part);
    expect([asked, outputs.known(part)]).toEqual([1, undefined]);
  });

  it('are asked for again when the connection was lost', async () => {
    const { ask, part } = host(10);
    let turn = 0;
    const outputs = new FetchedOutputs(
      (range) => (turn++ === 0 ? Promise.reject(new ClosedError('lost')) : ask(range)),
      () => {},
      () => {},
    );
    outputs.want(part);
    await settled();
    expect(outputs.known(part)).toBeUndefined();
    outputs.want(part);
    await settled();
    expect(outline(outputs.known(part))).toEqual([[0, 0, 10, 'line 0']]);
  });

  it('are only an end for a preview, and whole when somebody opens them', async () => {
    const { ask, asked, part } = host(50_000);
    const outputs = new FetchedOutputs(
      ask,
      () => {},
      () => {},
    );
    for (let time = 0; time < 3; time += 1) {
      outputs.wantEnd(part, 8);
      await settled();
    }
    expect(asked).toEqual([{ seq: 7, fromEnd: 8, maxChars: 32 * 1024 }]);
    expect(outline(outputs.known(part))).toEqual([[49_992, 49_992, 8, 'line 49992']]);
    outputs.want(part);
    await settled();
    expect(outline(outputs.known(part))).toEqual([[0, 0, 50_000, 'line 0']]);
    outputs.wantEnd(part, 8);
    expect(asked).toHaveLength(2);
  });

  it('are not fetched for a preview of which the content has the end', async () => {
    const { ask, asked, part } = host(50_000);
    const omitted = { at: 5, chars: 500_000, lines: 49_000 };
    const meta = { seq: 7, counts: { lines: 50_000, bytes: 9e5, chars: 9e5 }, omitted };
    const outputs = new FetchedOutputs(
      ask,
      () => {},
      () => {},
    );
    outputs.wantEnd({ ...part, ...command({ output: 'one\r\nend\r\n', meta }) }, 8);
    await settled();
    expect(asked).toEqual([]);
  });
});
