import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSmallFile } from '../../../src/cli/common/read-small-file.ts';
import { removeFolder } from '../../support/remove-folder.ts';

let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-small-'));
});
afterAll(() => removeFolder(folder));

it('reads a file that is not too long, also one behind a link', () => {
  writeFileSync(at('ten'), '0123456789');
  symlinkSync('ten', at('link'));
  expect(readSmallFile(at('link'), 10)).toEqual({ ok: true, bytes: Buffer.from('0123456789') });
  expect(readSmallFile(at('ten'), 9)).toEqual({ ok: false, why: 'it has more than 9 bytes', size: 10 });
});

it('waits for no pipe, and says what is no file', () => {
  execFileSync('mkfifo', [at('pipe')]);
  mkdirSync(at('folder'));
  symlinkSync('round', at('round'));
  const whys = ['pipe', 'folder', 'round', 'nothing'].map((name) => readSmallFile(at(name), 10));
  expect(whys).toEqual([
    { ok: false, why: 'it is not a regular file' },
    { ok: false, why: 'it is a folder', code: 'EISDIR' },
    { ok: false, why: expect.stringMatching(/^too many symbolic links/), code: 'ELOOP' },
    { ok: false, why: 'no such file or directory', code: 'ENOENT' },
  ]);
});

it.runIf(process.platform === 'linux')('does not read a file without end', () => {
  symlinkSync('/proc/self/pagemap', at('pagemap'));
  // Its size says 0, and it is read in entries of eight bytes alone.
  expect(readSmallFile(at('pagemap'), 8 * 1024 - 1)).toEqual({
    ok: false,
    why: 'it has more than 8191 bytes',
  });
});
