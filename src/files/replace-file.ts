/**
 * Replaces files as a whole: a reader sees either the old content or the new one. The new content is written into a draft beside the
 * file, which is removed when anything fails, such as on a full disk.
 */

import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Two processes, and two calls of one, never write into the same draft; one that exists is not opened. */
function draftOf(path: string): string {
  return `${path}.${process.pid}-${randomBytes(6).toString('hex')}.tmp`;
}

/**
 * Writes a file that only its user can read, and makes its folder if that is missing. The new content is synced to the disk before it
 * replaces an old file. Where there was none, it is synced in the background after the rename: if a power cut leaves it empty,
 * nothing older is lost. With `keepTimes` the file, which must exist, keeps its times. Rejects with the system's error.
 */
export async function replaceFile(
  path: string,
  content: string | Uint8Array | readonly Uint8Array[],
  { keepTimes = false }: { readonly keepTimes?: boolean } = {},
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await removeDrafts(path);
  const old = await stat(path).catch(() => undefined);
  const draft = draftOf(path);
  const handle = await open(draft, 'wx', 0o600);
  try {
    if (Array.isArray(content)) for (const piece of content) await handle.writeFile(piece);
    else await handle.writeFile(content as string | Uint8Array);
    if (keepTimes && old !== undefined) await handle.utimes(old.atime, old.mtime);
    if (old !== undefined) await handle.datasync();
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    if (old === undefined) void syncAndClose(handle);
    else await handle.close();
  }
}

async function syncAndClose(handle: FileHandle): Promise<void> {
  // The content is written; when it cannot be synced, the next change of the file tries again.
  await handle.datasync().catch(() => {});
  await handle.close().catch(() => {});
}

/**
 * The same at once, for small files of users. It syncs nothing: a power cut may lose the newest text. `mode` is for its user alone if
 * it is not given. Throws the system's error.
 */
export function replaceFileSync(path: string, text: string, mode = 0o600): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const left of draftsAmong(namesIn(folder), path, hasEnded)) rmSync(left, { force: true });
  const draft = draftOf(path);
  try {
    const file = openSync(draft, 'wx', 0o600);
    try {
      writeFileSync(file, text);
      fchmodSync(file, mode);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Removes the drafts of a file that processes have left behind when they were killed; `isLeft` gets their ids. */
export async function removeDrafts(path: string, isLeft: (pid: number) => boolean = hasEnded): Promise<void> {
  const names = await readdir(dirname(path)).catch((): string[] => []);
  for (const left of draftsAmong(names, path, isLeft)) await rm(left, { force: true });
}

/** The paths of those of the files beside a file that are its drafts. */
function draftsAmong(
  names: readonly string[],
  path: string,
  isLeft: (pid: number) => boolean,
): readonly string[] {
  const start = `${basename(path)}.`;
  return names.flatMap((name) => {
    if (!name.startsWith(start)) return [];
    const [, pid] = /^(\d{1,10})-[\da-f]{12}\.tmp$/.exec(name.slice(start.length)) ?? [];
    return pid !== undefined && isLeft(Number(pid)) ? [join(dirname(path), name)] : [];
  });
}

/** None in a folder in which one may write and not look. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
