/**
 * A lock that allows one host per folder — it survives crashes, and two processes never hold it at the same moment.
 *
 * The lock is the file `host.lock.N` with the highest N. The process named in it holds the lock while it lives.
 * A takeover never replaces or removes a file that may belong to another process: it creates N+1, which only one
 * process can. The file before the highest stays, too: a process that listed the folder earlier and creates its file
 * now fails, or sees the newer file.
 */

import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { processStart } from './process-start.ts';

export type Lock = {
  /** Whether this process still has the lock: its file or the folder may have been removed. */
  isThere(): boolean;
  release(): void;
};

export type TakenLock =
  | { readonly ok: true; readonly lock: Lock }
  | { readonly ok: false; readonly holder: number };

type Owner = { readonly pid: number; readonly start: string };

const NAME = 'host.lock.';
/** Limit of a lock file in bytes; ours have some seventy. */
const MAX_FILE = 64 * 1024;
/** A round fails only when another process has made progress in it. */
const MAX_ROUNDS = 100;

/** Takes the lock. No other process may use the same `id` in this folder. Throws if the folder is not writable. */
export function takeLock(folder: string, id: string): TakenLock {
  const owner = { pid: process.pid, start: processStart(process.pid) ?? '' };
  const own = join(folder, `lock-${id}.tmp`);
  writeFileSync(own, JSON.stringify(owner), { mode: 0o600 });
  try {
    return contend(folder, own, owner);
  } finally {
    rmSync(own, { force: true });
  }
}

/** Returns the process that holds the lock now. Throws if the folder cannot be read. */
export function lockHolder(folder: string): number | undefined {
  return holderOf(folder, highest(folder));
}

function contend(folder: string, own: string, owner: Owner): TakenLock {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const top = highest(folder);
    const holder = holderOf(folder, top);
    if (holder !== undefined) return { ok: false, holder };
    const mine = top + 1;
    if (!create(own, file(folder, mine))) continue;
    if (highest(folder) > mine) {
      rmSync(file(folder, mine), { force: true });
      continue;
    }
    removeBefore(folder, mine - 1);
    return { ok: true, lock: held(folder, mine, owner) };
  }
  throw new Error(`too many hosts try to take the lock in ${folder} at once`);
}

/** Creates the lock file as a hard link, so that it appears with its whole content. */
function create(own: string, path: string): boolean {
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Releases by replacing the content: the highest file must never disappear. */
function held(folder: string, number: number, owner: Owner): Lock {
  const path = file(folder, number);
  const isThere = () => {
    const named = ownerIn(path);
    return named?.pid === owner.pid && named.start === owner.start;
  };
  return {
    isThere,
    release() {
      if (!isThere()) return;
      const free = join(folder, `free-${number}.tmp`);
      try {
        writeFileSync(free, '{}', { mode: 0o600 });
        renameSync(free, path);
      } catch (error) {
        rmSync(free, { force: true });
        throw error;
      }
    },
  };
}

function holderOf(folder: string, number: number): number | undefined {
  return livingOwner(file(folder, number));
}

/** Returns the process that a file names by its id and start, if it is alive. */
export function livingOwner(path: string): number | undefined {
  const owner = ownerIn(path);
  return owner !== undefined && processStart(owner.pid) === owner.start ? owner.pid : undefined;
}

/** Returns the process that a file names, whether it is alive or not. */
export function ownerIn(path: string): Owner | undefined {
  try {
    const owner: Partial<Owner> = JSON.parse(readSmallFile(path));
    const { pid, start } = owner;
    return typeof pid === 'number' && typeof start === 'string' ? { pid, start } : undefined;
  } catch {
    // The file is gone or damaged: either way it names no process.
    return undefined;
  }
}

/** Opens without blocking, and reads a bounded part: the path may be a FIFO or a device. */
function readSmallFile(path: string): string {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > MAX_FILE) throw new Error('it is not a lock');
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

function numbers(folder: string): number[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith(NAME))
    .map((name) => Number(name.slice(NAME.length)))
    .filter(Number.isSafeInteger);
}

/** Returns 0 if there is none. */
function highest(folder: string): number {
  return Math.max(0, ...numbers(folder));
}

function removeBefore(folder: string, limit: number): void {
  for (const number of numbers(folder)) if (number < limit) rmSync(file(folder, number), { force: true });
}

function file(folder: string, number: number): string {
  return join(folder, `${NAME}${number}`);
}
