/** Tokens for the TCP port: created once, kept in files that only the user can read, compared in constant time. */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { systemCode } from '../../protocol/common/system-error.ts';
import { StartError } from '../common/start-error.ts';

/** Size of a new secret: 256 bits cannot be guessed. */
const BYTES = 32;
/** Shortest token in characters that a user may put into the file: a shorter one is too easy to guess. */
const MIN_LENGTH = 16;

/** Returns a new secret of letters that need no escaping in URLs. */
export function newSecret(): string {
  return randomBytes(BYTES).toString('base64url');
}

/** Reads the token from a file and creates a missing file. Removing the file gives a new token at the next start. */
export function readOrCreateToken(path: string): string {
  try {
    writeFileSync(path, `${newSecret()}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw unusable(path, `cannot be written (${systemCode(error)})`);
  }
  return readToken(path);
}

/** Writes a token that is in use to its file, unless one is there. Returns why that failed. */
export function keepToken(path: string, token: string): string | undefined {
  try {
    writeFileSync(path, `${token}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (systemCode(error) !== 'EEXIST')
      return `the token file ${path} cannot be written (${systemCode(error)})`;
  }
  return undefined;
}

function readToken(path: string): string {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    throw unusable(path, `cannot be read (${systemCode(error)})`);
  }
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw unusable(path, 'is not a file');
    if (stat.uid !== process.getuid?.()) throw unusable(path, `belongs to another user (uid ${stat.uid})`);
    if (stat.mode & 0o077) throw unusable(path, 'is open to other users: it needs mode 0600');
    const token = readFileSync(file, 'utf8').trim();
    if (token.length < MIN_LENGTH) throw unusable(path, `has fewer than ${MIN_LENGTH} characters`);
    return token;
  } finally {
    closeSync(file);
  }
}

/** Compares tokens in a time that does not depend on how much of the guess is right. */
export function tokenCheck(token: string): (guess: string) => boolean {
  const expected = digest(token);
  return (guess) => timingSafeEqual(digest(guess), expected);
}

/** SHA-256: a secret of 256 random bits needs neither salt nor a slow hash. */
export function digest(text: string | Buffer): Buffer {
  return createHash('sha256').update(text).digest();
}

function unusable(path: string, wrong: string): StartError {
  return new StartError('place', `the token file ${path} ${wrong}`);
}
