import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeDrafts, replaceFile, replaceFileSync } from '../../src/files/replace-file.ts';
import { skipUnless } from '../support/programs.ts';
import { removeFolder } from '../support/remove-folder.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cotty-replace-'));
});
afterEach(() => removeFolder(root));

describe('replaceFileSync', () => {
  it('makes folder and file for their user alone', () => {
    const path = join(root, 'state', 'notes.json');
    replaceFileSync(path, 'one');
    expect(readFileSync(path, 'utf8')).toBe('one');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(root, 'state')).mode & 0o777).toBe(0o700);
  });

  it('replaces the text and leaves nothing beside it', () => {
    const path = join(root, 'places');
    replaceFileSync(path, 'one');
    replaceFileSync(path, 'two');
    expect(readFileSync(path, 'utf8')).toBe('two');
    expect(readdirSync(root)).toEqual(['places']);
  });

  it('removes what a killed process has left, and not what a running one writes', () => {
    const { pid: ended = 0 } = spawnSync('true');
    const drafts = [
      `places.${ended}-0123456789ab.tmp`,
      `places.${process.ppid}-0123456789ab.tmp`,
      'places.other',
    ];
    for (const name of drafts) writeFileSync(join(root, name), '');
    replaceFileSync(join(root, 'places'), 'one');
    expect(readdirSync(root).toSorted()).toEqual(['places', ...drafts.slice(1)].toSorted());
  });

  it('throws the error of the system, and keeps what was there', () => {
    const path = join(root, 'file', 'notes.json');
    writeFileSync(join(root, 'file'), 'in the way');
    expect(() => replaceFileSync(path, 'one')).toThrow(expect.objectContaining({ code: 'EEXIST' }));
    expect(readFileSync(join(root, 'file'), 'utf8')).toBe('in the way');
  });
});

describe('replaceFile', () => {
  it('makes a file for its user alone, replaces it, and keeps its times if asked to', async () => {
    const path = join(root, 'state', 'rows');
    await replaceFile(path, 'one');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    utimesSync(path, 1000, 2000);
    await replaceFile(path, [Buffer.from('t'), Buffer.from('wo')], { keepTimes: true });
    expect(readFileSync(path, 'utf8')).toBe('two');
    expect(statSync(path).mtimeMs).toBe(2_000_000);
    expect(readdirSync(join(root, 'state'))).toEqual(['rows']);
  });

  it('removes what a killed process has left, and not what a running one writes', async () => {
    const { pid: ended = 0 } = spawnSync('true');
    const drafts = [`rows.${ended}-0123456789ab.tmp`, `rows.${process.ppid}-0123456789ab.tmp`, 'rows.other'];
    for (const name of drafts) writeFileSync(join(root, name), '');
    await replaceFile(join(root, 'rows'), 'one');
    expect(readdirSync(root).toSorted()).toEqual(['rows', ...drafts.slice(1)].toSorted());
    await removeDrafts(join(root, 'rows'), () => true);
    expect(readdirSync(root).toSorted()).toEqual(['rows', 'rows.other']);
  });
});

describe('on a full disk', () => {
  let disk: string;
  beforeEach(() => {
    disk = join(root, 'disk');
    mkdirSync(disk);
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'none', disk]);
    skipUnless(status === 0, 'needs to mount a small file system');
  });
  afterEach(() => {
    // Also while the last file is still being closed.
    spawnSync('umount', ['-l', disk]);
  });

  const large = 'x'.repeat(256 * 1024);
  it.each([
    ['replaceFile', (path: string) => replaceFile(path, [Buffer.from(large)])],
    ['replaceFileSync', async (path: string) => replaceFileSync(path, large)],
  ])('%s fails with the error of the system, keeps the file, and leaves nothing', async (_name, replace) => {
    const path = join(disk, 'rows');
    await replaceFile(path, 'one');
    await expect(replace(path)).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(readdirSync(disk)).toEqual(['rows']);
    expect(readFileSync(path, 'utf8')).toBe('one');
    await expect(replace(join(disk, 'other'))).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(readdirSync(disk)).toEqual(['rows']);
  });
});
