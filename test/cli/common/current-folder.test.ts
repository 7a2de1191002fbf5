import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { leaveLostFolder } from '../../../src/cli/common/current-folder.ts';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'cotty-cwd-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function left(env: Record<string, string>) {
  const went: string[] = [];
  return { ...leaveLostFolder(env, (path) => went.push(path)), went };
}

describe('a current folder', () => {
  test('that is gone gives way to the nearest one above it, which is said', () => {
    const lost = join(root, 'q', 'w');
    expect(left({ PWD: lost, HOME: '/' })).toEqual({
      path: root,
      note: `${lost} is gone, or may not be entered; using ${root}`,
      went: [root],
    });
  });

  test('that was removed and made again is taken without a word', () => {
    expect(left({ PWD: root })).toEqual({ path: root, went: [root] });
  });

  test('of which nothing is left but the root, or nothing is known, gives way to home', () => {
    const home = join(root, 'home');
    mkdirSync(home);
    expect(left({ PWD: '/cotty-was-never-here/x', HOME: home }).path).toBe(home);
    expect(left({ HOME: home }).note).toMatch(/^the current folder is gone/);
    expect(left({ PWD: 'not/absolute', HOME: '/nowhere' }).path).toBe('/');
  });

  test('with control characters in its name is told on one line', () => {
    expect(left({ PWD: `${root}/a\n\x1b[31mb`, HOME: '/' }).note).toContain(`${root}/a [31mb is gone`);
  });
});
