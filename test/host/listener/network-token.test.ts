import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StartError } from '../../../src/host/common/start-error.ts';
import { keepToken, readOrCreateToken, tokenCheck } from '../../../src/host/listener/network-token.ts';
import { skipUnless } from '../../support/programs.ts';
import { removeFolder } from '../../support/remove-folder.ts';

let folder = '';
let path = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-token-'));
  path = join(folder, 'token');
});

afterEach(() => removeFolder(folder));

/** Why a host does not start with the token file at `path`. */
function whyNot(at: string): readonly string[] | undefined {
  try {
    readOrCreateToken(at);
    return undefined;
  } catch (error) {
    return error instanceof StartError ? [error.why, error.message] : [String(error)];
  }
}

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

  it('needs sixteen characters, and says where it lies, as a place of which no host can be', () => {
    writeFileSync(path, 'sixteen-letters!\n', { mode: 0o600 });
    expect(readOrCreateToken(path)).toBe('sixteen-letters!');
    writeFileSync(path, 'fifteen-letters\n');
    expect(whyNot(path)).toEqual(['place', `the token file ${path} has fewer than 16 characters`]);
    expect(whyNot(join(folder, 'no', 'folder'))).toEqual([
      'place',
      `the token file ${join(folder, 'no', 'folder')} cannot be written (ENOENT)`,
    ]);
  });

  it('is refused if it leads nowhere', () => {
    symlinkSync(join(folder, 'nothing'), path);
    expect(whyNot(path)).toEqual(['place', `the token file ${path} cannot be read (ENOENT)`]);
  });

  it('is refused if it is that of another user', () => {
    skipUnless(process.getuid?.() === 0, 'only root can give files to another user');
    writeFileSync(path, 'correct-horse-battery\n', { mode: 0o600 });
    chownSync(path, 65534, 65534);
    expect(whyNot(path)).toEqual(['place', `the token file ${path} belongs to another user (uid 65534)`]);
  });

  it.runIf(process.platform === 'linux')('is closed again, whatever is in it', () => {
    writeFileSync(path, 'short\n', { mode: 0o600 });
    const held = () =>
      readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`) === path;
        } catch {
          // Closed meanwhile.
          return false;
        }
      });
    whyNot(path);
    expect(held()).toEqual([]);
  });

  it('takes a token that is in use, unless there is one', () => {
    expect(keepToken(path, 'correct-horse-battery')).toBeUndefined();
    expect(readFileSync(path, 'utf8')).toBe('correct-horse-battery\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(keepToken(path, 'another-horse-battery')).toBeUndefined();
    expect(readOrCreateToken(path)).toBe('correct-horse-battery');
    const nowhere = join(folder, 'no', 'folder');
    expect(keepToken(nowhere, 'x')).toBe(`the token file ${nowhere} cannot be written (ENOENT)`);
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
