import { describe, expect, it } from 'vitest';
import { IMAGE_OUTPUT, imageOutput } from '../../../src/client/blocks/image-output.ts';
import { readOutput } from '../../../src/ledger/text/read-output.ts';
import { keptOutput } from '../../../src/ledger/text/text-spans.ts';
import type { AskOutput } from '../../../src/protocol/cotty/command-output.ts';
import { linesIn } from '../../../src/protocol/terminal/newlines.ts';

const HEAD = 64 * 1024;
const DATA = 'QUJD'.repeat(600_000);

/** What a window fetches of an output for its image, and how often it asks. */
async function fetched(output: string) {
  const counts = { lines: linesIn(output), bytes: output.length, chars: output.length };
  const stored = { head: output, omitted: 0, tail: '' };
  const kept = keptOutput({ folder: undefined, parts: [], stored, counts, running: false });
  let asked = 0;
  const ask: AskOutput = ({ seq: _seq, ...range }) => {
    asked += 1;
    return readOutput(kept, range);
  };
  const head = await ask({ seq: 1, maxChars: HEAD });
  const whole = await imageOutput(ask, 1, head, HEAD);
  return { text: whole?.text, lines: whole?.lines, asked };
}

describe('an output with an image', () => {
  it.each([
    ['kitty graphics', `\x1b_Ga=T,f=24,s=800,v=800;${DATA}\x1b\\`],
    ["iTerm2's sequence", `\x1b]1337;File=inline=1:${DATA}\x07`],
    ['sixel', `\x1bP0;1;0q${'~-\n'.repeat(600_000)}\x1b\\`],
  ])('by %s is fetched whole, wherever its line is longer than an answer', async (_name, image) => {
    for (const output of [`before\r\n${image}\r\nafter\r\n`, `${image}${image}`.slice(0, 5_000_000)]) {
      const { text, lines } = await fetched(output);
      expect(text === output).toBe(true);
      expect(lines).toBe(linesIn(output));
    }
  });

  it('is not fetched whole beyond the limit, nor is any other', async () => {
    const long = await fetched(`\x1b_Ga=T;${'A'.repeat(IMAGE_OUTPUT)}\x1b\\`);
    expect(long).toEqual({ text: undefined, lines: undefined, asked: 1 });
    const plain = await fetched(`before\r\n${DATA}\r\n\x1bP$qm\x1b\\`);
    expect(plain).toEqual({ text: undefined, lines: undefined, asked: 2 });
    expect((await fetched('line\r\n'.repeat(500_000))).asked).toBe(1);
  });
});
