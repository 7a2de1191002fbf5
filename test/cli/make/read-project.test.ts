import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readProject } from '../../../src/cli/make/read-project.ts';
import { removeFolder } from '../../support/remove-folder.ts';

let folder: string;
let path: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-project-'));
  path = join(folder, '.cotty');
  symlinkSync('round', join(folder, 'round'));
});
afterAll(() => removeFolder(folder));

const wrong = (error: string) => ({ ok: false, error });

it.each([
  ['web', 'does not exist', 'web'],
  ['round', 'cannot be read (too many symbolic links encountered)', 'round'],
  ['.cotty', 'is not a folder', '.cotty'],
  ['.cotty/x', 'cannot be read (not a directory)', '.cotty/x'],
  ['x'.repeat(300), 'cannot be read (name too long)', 'x'.repeat(300)],
])('says which terminal has no folder: %s', (written, why, at) => {
  writeFileSync(path, `terminal = a\nfolder = ${written}\n`);
  expect(readProject(path)).toEqual(wrong(`${path}: the folder of "a" ${why}: ${join(folder, at)}`));
});

it.runIf(process.platform === 'linux')('is refused when its file is a link to one without end', () => {
  const link = join(folder, 'endless');
  symlinkSync('/proc/self/pagemap', link);
  expect(readProject(link)).toEqual(wrong(`${link} cannot be read (invalid argument)`));
});
