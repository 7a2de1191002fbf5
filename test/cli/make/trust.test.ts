import { mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readProject } from '../../../src/cli/make/project-file.ts';
import { projectPath } from '../../../src/cli/make/project-path.ts';
import { answerFor, keepAnswer } from '../../../src/cli/make/trust.ts';
import { removeFolder } from '../../support/remove-folder.ts';

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-project-'));
  path = join(folder, '.cotty');
});
afterEach(() => removeFolder(folder));

const A = '[[terminal]]\nname = "a"\n';

const env = () => ({ COTTY_STATE_DIR: join(folder, 'state') });

function project(text: string) {
  writeFileSync(path, text);
  const read = readProject(path);
  if (!read.ok) throw new Error(read.error);
  return read.project;
}

test('an answer holds for the file as it is, and only for that', () => {
  const first = project(A);
  expect(answerFor(first, env())).toBeUndefined();
  keepAnswer(first, 'no', env());
  expect(answerFor(first, env())).toBe('no');
  keepAnswer(first, 'yes', env());
  expect(answerFor(first, env())).toBe('yes');
  const changed = project(`${A}command = "rm -rf x"`);
  expect(answerFor(changed, env())).toBeUndefined();
  expect(answerFor({ ...first, path: '/elsewhere/.cotty' }, env())).toBeUndefined();
  expect(statSync(join(folder, 'state', 'projects')).mode & 0o777).toBe(0o600);
});

test('the file of the nearest folder above counts, and a folder of that name does not', () => {
  mkdirSync(join(folder, 'a', 'b', '.cotty'), { recursive: true });
  writeFileSync(path, A);
  expect(projectPath(join(folder, 'a', 'b'))).toBe(path);
  writeFileSync(join(folder, 'a', '.cotty'), A);
  expect(projectPath(join(folder, 'a', 'b'))).toBe(join(folder, 'a', '.cotty'));
});

test.each<[string, string, (at: string) => string]>([
  [
    'too long',
    `${A}#${'x'.repeat(70_000)}`,
    (at) => `${at} has 70025 bytes; a project file has at most 65536`,
  ],
  ['empty', '', (at) => `${at}: it names no terminal; add [[terminal]] and name = "NAME"`],
])('a file that is %s is refused, by its name', (_what, text, error) => {
  writeFileSync(path, text);
  expect(readProject(path)).toEqual({ ok: false, error: error(path) });
});

test('a folder that is not there is named with its terminal', () => {
  writeFileSync(path, `${A}folder = "web"`);
  expect(readProject(path)).toEqual({
    ok: false,
    error: `${path}: the folder of "a" does not exist: ${join(folder, 'web')}`,
  });
});
