import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HEAD_KEPT, TAIL_KEPT } from '../../../src/ledger/records/bounded-output.ts';
import { recoverText } from '../../../src/ledger/text/recover-text.ts';
import { temporaryFolder } from '../support.ts';

function folderWith(parts: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'text'), { recursive: true });
  for (const [name, text] of Object.entries(parts)) writeFileSync(join(folder, 'text', name), text);
  return folder;
}

const lines = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => `${String(from + n).padStart(14)}\r\n`).join('');

describe('the output in the files of a command that was cut off', () => {
  it('is none without files of that command', async () => {
    expect(await recoverText(temporaryFolder(), 2)).toBeUndefined();
    expect(await recoverText(folderWith({ '1.0.0.0.0.txt': 'x' }), 2)).toBeUndefined();
  });

  it('is the whole of a short one, with its counts', async () => {
    const text = 'ä\r\nb\r\nlast';
    expect(await recoverText(folderWith({ '2.0.0.0.0.txt': text }), 2)).toEqual({
      output: { head: text, omitted: 0, tail: '' },
      counts: { lines: 3, bytes: 11, chars: 10 },
    });
  });

  it('is head and tail of a long one, cut at lines', async () => {
    const text = lines(10_000);
    const { output, counts } = (await recoverText(folderWith({ '2.0.0.0.0.txt': text }), 2)) ?? {};
    expect(counts).toEqual({ lines: 10_000, bytes: 160_000, chars: 160_000 });
    expect(output).toEqual({
      head: text.slice(0, HEAD_KEPT),
      omitted: 160_000 - HEAD_KEPT - TAIL_KEPT,
      tail: text.slice(-TAIL_KEPT),
    });
  });

  it('is all of one that is as long as head and tail', async () => {
    const text = lines((HEAD_KEPT + TAIL_KEPT) / 16);
    const folder = folderWith({ '2.0.0.0.0.txt': text });
    expect((await recoverText(folder, 2))?.output).toEqual({ head: text, omitted: 0, tail: '' });
  });

  it('begins with the first part and ends with the last one, which says what was before it', async () => {
    const folder = folderWith({ '2.0.0.0.0.txt': 'first\r\n', '2.7.100.5000.4000.txt': 'last\r\n' });
    expect(await recoverText(folder, 2)).toEqual({
      output: { head: 'first\r\n', omitted: 3993, tail: 'last\r\n' },
      counts: { lines: 101, bytes: 5006, chars: 4006 },
    });
  });

  it('has no head where the first part is lost', async () => {
    const folder = folderWith({ '2.1.10.500.400.txt': 'more\r\n', '2.2.11.506.406.txt': 'last\r\n' });
    expect((await recoverText(folder, 2))?.output).toEqual({ head: '', omitted: 406, tail: 'last\r\n' });
  });
});
