import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { damagedParts, damagedPath, partPath, textParts } from '../../../src/ledger/text/text-names.ts';
import { temporaryFolder } from '../support.ts';

function folderWith(...names: readonly string[]): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'text'));
  for (const name of names) writeFileSync(join(folder, 'text', name), '');
  return folder;
}

const first = { seq: 1, part: 0, line: 0, inLine: false, byte: 0, char: 0 };
const within = { seq: 1, part: 2, line: 3, inLine: true, byte: 50, char: 40 };

describe('the files of outputs', () => {
  it('say where each part begins, and are listed by their numbers', async () => {
    const folder = folderWith();
    for (const part of [within, { ...within, part: 10 }, first, { ...first, seq: 12 }])
      writeFileSync(partPath(folder, part), '');
    expect(readdirSync(join(folder, 'text')).sort()).toEqual([
      '1.0.0.0.0.txt',
      '1.10.3+.50.40.txt',
      '1.2.3+.50.40.txt',
      '12.0.0.0.0.txt',
    ]);
    const parts = await textParts(folder);
    expect(parts.get(1)).toEqual([first, within, { ...within, part: 10 }]);
    expect(parts.get(12)).toEqual([{ ...first, seq: 12 }]);
    expect(parts.size).toBe(2);
  });

  it('are none where nothing was ever written', async () => {
    expect([...(await textParts(temporaryFolder()))]).toEqual([]);
    expect(await damagedParts(temporaryFolder(), 1)).toEqual([]);
  });

  it('are not said to be none where they cannot be listed', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'text'), 'a file where the folder should be');
    await expect(textParts(folder)).rejects.toThrow('ENOTDIR');
    await expect(damagedParts(folder, 1)).rejects.toThrow('ENOTDIR');
  });

  it.each([
    'notes.txt',
    'x1.0.0.0.0.txt',
    '1.0.0.0.0.txt.bak',
    '1.0.0.0.0xtxt',
    '1.0.0.0.txt',
    '1..0.0.0.txt',
    '1.0.0++.0.0.txt',
    '-1.0.0.0.0.txt',
    '1234567890123456.0.0.0.0.txt',
    '1.1234567890.0.0.0.txt',
    'damaged-1.0.0.0.0.txt',
  ])('are no others: %s', async (name) => {
    expect([...(await textParts(folderWith(name)))]).toEqual([]);
  });

  it('have large numbers, too', async () => {
    const part = { seq: 123456789012345, part: 123456789, line: 1e14, inLine: true, byte: 2e14, char: 3e14 };
    const folder = folderWith();
    writeFileSync(partPath(folder, part), '');
    expect((await textParts(folder)).get(part.seq)).toEqual([part]);
  });

  it('that were set aside are listed for one output alone', async () => {
    const folder = folderWith('damaged-11.0.0.0.0.txt', '1.1.0.0.0.txt');
    for (const part of [first, within]) writeFileSync(damagedPath(folder, part), '');
    expect([...(await damagedParts(folder, 1))].sort()).toEqual([
      join(folder, 'text', 'damaged-1.0.0.0.0.txt'),
      join(folder, 'text', 'damaged-1.2.3+.50.40.txt'),
    ]);
  });
});
