import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readOrCreateToken, tokenCheck } from '../../../src/host/door/network-token.ts';
import { removeFolder } from '../../support/remove-folder.ts';

let folder = '';
let path = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-token-'));
  path = join(folder, 'token');
});

afterEach(() => removeFolder(folder));

describe('a token file', () => {
  it('is made with 256 random bits, for its user alone, and kept', () => {
    const token = readOrCreateToken(path);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(readFileSync(path, 'utf8')).toBe(`${token}\n`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readOrCreateToken(path)).toBe(token);
    expect(readOrCreateToken(join(folder, 'other'))).not.toBe(token);
  });

  it('may hold a token that somebody chose', () => {
    writeFileSync(path, 'correct-horse-battery\n', { mode: 0o600 });
    expect(readOrCreateToken(path)).toBe('correct-horse-battery');
  });

  it('is refused if others can read it, if it is too short, and if it is no file', () => {
    const text = 'correct-horse-battery\n';
    writeFileSync(path, text);
    chmodSync(path, 0o640);
    expect(() => readOrCreateToken(path)).toThrow(/open to other users/);
    chmodSync(path, 0o600);
    writeFileSync(path, 'short\n');
    expect(() => readOrCreateToken(path)).toThrow(/fewer than 16 characters/);
    rmSync(path);
    mkdirSync(path);
    expect(() => readOrCreateToken(path)).toThrow(/is not a file/);
    expect(() => readOrCreateToken(join(folder, 'no', 'folder'))).toThrow(/cannot be written \(ENOENT\)/);
  });

  it('is compared as a whole', () => {
    const isToken = tokenCheck('correct-horse-battery');
    expect(isToken('correct-horse-battery')).toBe(true);
    expect([isToken(''), isToken('correct'), isToken('correct-horse-batterY')]).toEqual([
      false,
      false,
      false,
    ]);
  });
});
