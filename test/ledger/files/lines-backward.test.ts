import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesBackward } from '../../../src/ledger/files/lines-backward.ts';
import { temporaryFolder } from '../support.ts';

async function read(path: string, chunkBytes: number): Promise<string[]> {
  const lines: string[] = [];
  for await (const batch of linesBackward(path, chunkBytes)) lines.push(...batch);
  return lines;
}

describe('reading lines backwards', () => {
  it('gives the lines of any file, last first, however it falls into chunks', async () => {
    const path = join(temporaryFolder(), 'file');
    const piece = fc.constantFrom('\n', '\n\n', 'a', 'ä€😀', 'a longer piece of text');
    await fc.assert(
      fc.asyncProperty(fc.array(piece), fc.integer({ min: 1, max: 40 }), async (pieces, chunkBytes) => {
        const text = pieces.join('');
        writeFileSync(path, text);
        const lines = text.replace(/\n$/, '').split('\n').reverse();
        expect(await read(path, chunkBytes)).toEqual(text === '' ? [] : lines);
      }),
    );
  });

  it('reads no more of a file than its limit, from the end, and no line that begins before it', async () => {
    const path = join(temporaryFolder(), 'file');
    writeFileSync(path, 'first\nsecond\nthird\n');
    const lines: string[] = [];
    const readAll = async () => {
      for await (const batch of linesBackward(path, 4, 10)) lines.push(...batch);
    };
    await expect(readAll()).rejects.toThrow('19 bytes: only the last 10 are read');
    expect(lines).toEqual(['third']);
  });

  it('gives nothing where there is no file', async () => {
    expect(await read(join(temporaryFolder(), 'file'), 10)).toEqual([]);
  });
});
