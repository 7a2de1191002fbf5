/**
 * Opens paths in our folders only if they are regular files. A pipe would block without end, a device would be read without
 * end, and a write through a link would change a file elsewhere.
 */

import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { isMissing } from './ledger-files.ts';

const { O_RDONLY, O_RDWR, O_WRONLY, O_CREAT, O_APPEND, O_TRUNC, O_NONBLOCK, O_NOFOLLOW } = constants;

/** Default limit in bytes of a file that is read whole; the files that we write are far smaller. */
const MAX_FILE = 64 * 1024 * 1024;

/** Limit in bytes of a ledger, a recording or a replay log that is read whole: a full one is about an eighth of it. */
export const MOST_REWRITTEN = 512 * 1024 * 1024;

/** Non-blocking: opening a FIFO must not wait for its other end. */
const READ = O_RDONLY | O_NONBLOCK;
const APPEND = O_RDWR | O_CREAT | O_APPEND | O_NONBLOCK | O_NOFOLLOW;
const ANEW = O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK | O_NOFOLLOW;

/** The path is not a regular file, or the file is larger than its limit. */
export class StrangeFileError extends Error {}

/** Throws if the path is not a regular file. */
export async function openPlainFile(path: string): Promise<FileHandle> {
  return plain(await open(path, READ));
}

/** Opens a file for appending, and makes it if it is missing. */
export async function appendToPlainFile(path: string): Promise<FileHandle> {
  return plain(await open(path, APPEND, 0o600));
}

export function appendToPlainFileSync(path: string): number {
  return plainSync(openSync(path, APPEND, 0o600));
}

/** Opens a file for writing from its beginning, and makes it if it is missing. */
export async function beginPlainFile(path: string): Promise<FileHandle> {
  return plain(await open(path, ANEW, 0o600));
}

/**
 * Reads a whole file. Throws if it is not a regular file, or larger than the limit. A file of size 0 is not read: files of /proc
 * never end.
 */
export async function readPlainFile(path: string, most = MAX_FILE): Promise<Buffer> {
  const handle = await openPlainFile(path);
  try {
    const stats = await handle.stat();
    check(stats, most);
    return stats.size === 0 ? Buffer.alloc(0) : await handle.readFile();
  } finally {
    await handle.close();
  }
}

/** Like `readPlainFile`, but undefined if the path does not exist. */
export async function readPlainFileIfThere(path: string, most = MAX_FILE): Promise<Buffer | undefined> {
  try {
    return await readPlainFile(path, most);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export function readPlainFileSync(path: string, most = MAX_FILE): Buffer {
  const file = plainSync(openSync(path, READ));
  try {
    const stats = fstatSync(file);
    check(stats, most);
    return stats.size === 0 ? Buffer.alloc(0) : readFileSync(file);
  } finally {
    closeSync(file);
  }
}

async function plain(handle: FileHandle): Promise<FileHandle> {
  try {
    check(await handle.stat());
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function plainSync(file: number): number {
  try {
    check(fstatSync(file));
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

function check(stats: Stats, most = Number.POSITIVE_INFINITY): void {
  if (stats.isDirectory()) throw new StrangeFileError('EISDIR: it is a folder');
  if (!stats.isFile()) throw new StrangeFileError('it is not a regular file');
  if (stats.size > most) throw new StrangeFileError(`${stats.size} bytes: the limit is ${most}`);
}
