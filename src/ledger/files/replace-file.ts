/** Replaces files as a whole: a reader sees either the old content or the new one, also after a power cut. */

import { type FileHandle, mkdir, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { beginPlainFile } from './plain-file.ts';

/**
 * Writes a file and makes its folder if that is missing. The new content is synced to the disk before it replaces an old file.
 * Where there was none, it is synced in the background after the rename: if a power cut leaves it empty, nothing older is lost.
 */
export async function replaceFile(path: string, content: string | readonly Uint8Array[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const next = `${path}.tmp`;
  const handle = await beginPlainFile(next);
  let isSynced = false;
  try {
    if (typeof content === 'string') await handle.writeFile(content);
    else for (const piece of content) await handle.writeFile(piece);
    if (await isThere(path)) {
      await handle.datasync();
      isSynced = true;
    }
    await rename(next, path);
  } finally {
    if (isSynced) await handle.close();
    else void syncAndClose(handle);
  }
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function syncAndClose(handle: FileHandle): Promise<void> {
  // The content is written; when it cannot be synced, the next change of the file tries again.
  await handle.datasync().catch(() => {});
  await handle.close().catch(() => {});
}

/** Replaces an existing file and keeps its times. */
export async function replaceKept(path: string, content: string | Buffer): Promise<void> {
  const { atime, mtime } = await stat(path);
  const next = `${path}.tmp`;
  const handle = await beginPlainFile(next);
  try {
    await handle.writeFile(content);
    await handle.utimes(atime, mtime);
    await handle.datasync();
  } finally {
    await handle.close();
  }
  await rename(next, path);
}
