import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { replaceFileSync } from '../../../src/ledger/files/replace-file-sync.ts';
import { removeFolder } from '../../support/remove-folder.ts';

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

  it('throws the error of the system, and keeps what was there', () => {
    const path = join(root, 'file', 'notes.json');
    writeFileSync(join(root, 'file'), 'in the way');
    expect(() => replaceFileSync(path, 'one')).toThrow(expect.objectContaining({ code: 'EEXIST' }));
    expect(readFileSync(join(root, 'file'), 'utf8')).toBe('in the way');
  });
});
