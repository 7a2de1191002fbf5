import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { currentFolder } from '../../../src/cli/ground/current-folder.ts';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'cotty-cwd-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function gone() {
  const went: string[] = [];
  const owner = {
    cwd: () => {
      throw new Error('ENOENT: uv_cwd');
    },
    chdir: (path: string) => void went.push(path),
  };
  return { owner, went };
}

describe('the current folder', () => {
  test('is what it is', () => {
    expect(currentFolder({}, { cwd: () => root, chdir: () => {} })).toEqual({ path: root });
  });

  test('that is gone gives way to the nearest one above it, which is said', () => {
    const { owner, went } = gone();
    const lost = join(root, 'q', 'w');
    expect(currentFolder({ PWD: lost, HOME: '/' }, owner)).toEqual({
      path: root,
      note: `${lost} is gone, or may not be entered; using ${root}`,
    });
    expect(went).toEqual([root]);
  });

  test('that was removed and made again is taken without a word', () => {
    const { owner, went } = gone();
    expect(currentFolder({ PWD: root }, owner)).toEqual({ path: root });
    expect(went).toEqual([root]);
  });

  test('of which nothing is left but the root, or nothing is known, gives way to home', () => {
    const home = join(root, 'home');
    mkdirSync(home);
    expect(currentFolder({ PWD: '/cotty-was-never-here/x', HOME: home }, gone().owner).path).toBe(home);
    expect(currentFolder({ HOME: home }, gone().owner).note).toMatch(/^the current folder is gone/);
    expect(currentFolder({ PWD: 'not/absolute', HOME: '/nowhere' }, gone().owner).path).toBe('/');
  });

  test('with control characters in its name is told on one line', () => {
    const { note } = currentFolder({ PWD: `${root}/a\n\x1b[31mb`, HOME: '/' }, gone().owner);
    expect(note).toContain(`${root}/a [31mb is gone`);
  });
});
