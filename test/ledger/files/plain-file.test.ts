import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  appendToPlainFile,
  appendToPlainFileSync,
  beginPlainFile,
  openPlainFile,
  readPlainFile,
  readPlainFileSync,
} from '../../../src/ledger/files/plain-file.ts';
import { removeFolder } from '../../support/remove-folder.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cotty-plain-'));
});
afterEach(() => removeFolder(root));

/** What may lie where a file is expected, and waits or gives without end. */
const strange: readonly (readonly [string, (path: string) => void])[] = [
  ['a pipe', (path) => execFileSync('mkfifo', [path])],
  ['a link to a device', (path) => symlinkSync('/dev/zero', path)],
  ['a folder', (path) => mkdirSync(path)],
];

describe('a plain file', () => {
  it('is read whole, through a link too', async () => {
    writeFileSync(join(root, 'file'), 'text');
    symlinkSync(join(root, 'file'), join(root, 'link'));
    for (const name of ['file', 'link']) {
      expect((await readPlainFile(join(root, name))).toString()).toBe('text');
      expect(readPlainFileSync(join(root, name)).toString()).toBe('text');
    }
  });

  it('is not read beyond its limit', async () => {
    const path = join(root, 'file');
    writeFileSync(path, 'text');
    await expect(readPlainFile(path, 3)).rejects.toThrow('4 bytes: the limit is 3');
    expect(() => readPlainFileSync(path, 3)).toThrow('4 bytes: the limit is 3');
    expect(readPlainFileSync(path, 4).toString()).toBe('text');
  });

  it('that is missing is an error of the system', async () => {
    const path = join(root, 'none');
    await expect(readPlainFile(path)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(() => readPlainFileSync(path)).toThrow(expect.objectContaining({ code: 'ENOENT' }));
  });

  it.each(strange)('is no %s: nobody waits for it, reads it or writes to it', async (_what, make) => {
    const path = join(root, 'file');
    make(path);
    for (const open of [openPlainFile, appendToPlainFile, beginPlainFile, readPlainFile])
      await expect(open(path)).rejects.toThrow();
    for (const open of [appendToPlainFileSync, readPlainFileSync]) expect(() => open(path)).toThrow();
  });

  it.runIf(process.platform === 'linux')('that says it is empty and never ends is not read', async () => {
    const link = join(root, 'endless');
    symlinkSync('/proc/self/pagemap', link);
    expect(await readPlainFile(link)).toHaveLength(0);
    expect(readPlainFileSync(link)).toHaveLength(0);
  });

  it('elsewhere is not written through a link', async () => {
    const [file, link] = [join(root, 'file'), join(root, 'link')];
    writeFileSync(file, 'text');
    symlinkSync(file, link);
    for (const open of [appendToPlainFile, beginPlainFile])
      await expect(open(link)).rejects.toMatchObject({ code: 'ELOOP' });
    expect(() => appendToPlainFileSync(link)).toThrow(expect.objectContaining({ code: 'ELOOP' }));
    expect(readFileSync(file, 'utf8')).toBe('text');
  });

  it('is made for its user alone, appended to, and begun anew', async () => {
    const path = join(root, 'file');
    const write = async (open: typeof appendToPlainFile, text: string) => {
      const file = await open(path);
      await file.writeFile(text);
      const { mode } = await file.stat();
      await file.close();
      return [readFileSync(path, 'utf8'), mode & 0o777];
    };
    expect(await write(appendToPlainFile, 'one')).toEqual(['one', 0o600]);
    expect(await write(appendToPlainFile, 'two')).toEqual(['onetwo', 0o600]);
    chmodSync(path, 0o640);
    expect(await write(beginPlainFile, 'three')).toEqual(['three', 0o640]);
  });
});
