import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unknownWords } from '../../../src/host/history/unknown-words.ts';
import { removeFolder } from '../../support/remove-folder.ts';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cotty-words-'));
  mkdirSync(join(home, 'bin'));
  mkdirSync(join(home, 'work/sub'), { recursive: true });
  writeFileSync(join(home, 'bin/tool'), '');
  writeFileSync(join(home, 'work/script'), '');
});
afterEach(() => removeFolder(home));

const names = new Set(['ll', 'if', 'md']);
const lookUp = (words: string[], says: object = {}, cwd = pathToFileURL(join(home, 'work')).href) =>
  unknownWords(words, { path: `/nowhere:${home}/bin`, names, ...says }, cwd);

describe('unknown words', () => {
  it('are neither names of the shell nor files of its PATH', async () => {
    expect(await lookUp(['ll', 'if', 'tool', 'gti'])).toEqual(['gti']);
  });

  it('are paths that do not exist, from the folder of the terminal on', async () => {
    expect(await lookUp(['./script', '../bin/tool', `${home}/bin/tool`, './gti', '~/no-such-file'])).toEqual([
      './gti',
      '~/no-such-file',
    ]);
  });

  it('are not folders to go to, files that an alias is for, or names that are not told', async () => {
    expect(await lookUp(['sub', 'notes.md', '_private', '~else', 'script'])).toEqual(['script']);
  });

  it('are found in a PATH with relative and empty folders', async () => {
    expect(await lookUp(['tool', 'script', 'gti'], { path: '../bin:' })).toEqual(['gti']);
  });

  it('are none where a folder cannot be read', async () => {
    chmodSync(join(home, 'bin'), 0);
    const expected = process.getuid?.() === 0 ? ['gti'] : [];
    expect(await lookUp(['gti'])).toEqual(expected);
    chmodSync(join(home, 'bin'), 0o700);
  });

  it('are none where the shell has not told its PATH or its names, or the folder is elsewhere', async () => {
    expect(await lookUp(['gti'], { path: undefined })).toEqual([]);
    expect(await lookUp(['gti'], { names: undefined })).toEqual([]);
    expect(await lookUp(['gti'], {}, 'file://machine/home')).toEqual([]);
  });
});
