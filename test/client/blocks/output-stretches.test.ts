import { describe, expect, it } from 'vitest';
import { outputPieces, readOutputLines } from '../../../src/client/blocks/output-lines.ts';
import { OutputStretches, STRETCH } from '../../../src/client/blocks/output-stretches.ts';
import { readOutput } from '../../../src/ledger/text/read-output.ts';
import { keptOutput } from '../../../src/ledger/text/text-spans.ts';
import { META_KEY } from '../../../src/protocol/common/meta.ts';
import type { AskOutput } from '../../../src/protocol/cotty/command-output.ts';
import { linesIn } from '../../../src/protocol/terminal/newlines.ts';
import type { CommandPart } from '../../../src/protocol/terminal/state.ts';

/** A host that keeps this output. */
function hostWith(output: string): AskOutput {
  const counts = { lines: linesIn(output), bytes: output.length, chars: output.length };
  const stored = { head: output, omitted: 0, tail: '' };
  const kept = keptOutput({ folder: undefined, parts: [], stored, counts, running: false });
  return ({ seq: _seq, ...range }) => readOutput(kept, range);
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1}\r\n`).join('');

const part: CommandPart = {
  type: 'command',
  commandId: 'c1',
  commandLine: 'seq',
  output: '',
  timestamp: 0,
  isComplete: true,
  _meta: { [META_KEY]: { seq: 1 } },
};

describe('lines of an output', () => {
  it('are read whole, however long one of them is', async () => {
    const output = `first\r\n${'x'.repeat(3_000_000)}\r\nlast`;
    const ask = hostWith(output);
    let text = '';
    for await (const piece of outputPieces(ask, { seq: 1, fromLine: 1 })) text += piece;
    expect(text === output).toBe(true);
    const second = await readOutputLines(ask, { seq: 1, fromLine: 2, lines: 1 }, 4_000_000);
    expect([second.text.length, second.lines, second.cut]).toEqual([3_000_002, 1, false]);
  });

  it('are cut at the limit, and that is said', async () => {
    const ask = hostWith(`${'x'.repeat(3_000_000)}\r\nlast`);
    const { text, cut } = await readOutputLines(ask, { seq: 1, fromLine: 1, lines: 2 }, 1_000_000);
    expect(cut).toBe(true);
    expect(text.length).toBeLessThan(2_100_000);
  });
});

describe('a stretch of an output', () => {
  it('has as many lines, and the last one the rest', async () => {
    const stretches = await fetched(numbers(2 * STRETCH + 3), [1, 2]);
    expect(stretches.known(part, 0)).toBeUndefined();
    expect(stretches.known(part, 1)?.part.output.startsWith('501\r\n')).toBe(true);
    expect(stretches.known(part, 1)?.cut).toBe(false);
    expect(stretches.known(part, 2)?.part.output).toBe('1001\r\n1002\r\n1003\r\n');
  });
});

/** Fetches stretches, one after the other. */
async function fetched(output: string, wanted: readonly number[]): Promise<OutputStretches> {
  let tell = () => {};
  const stretches = new OutputStretches(hostWith(output), () => tell());
  for (const index of wanted) {
    await new Promise<void>((done) => {
      tell = done;
      stretches.want(part, index);
    });
  }
  return stretches;
}
