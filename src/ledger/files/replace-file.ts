/** Replaces a small file as a whole: a reader sees either the old content or the new one. */

import { mkdir, open, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

export async function replaceFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const next = `${path}.tmp`;
  const handle = await open(next, 'w', 0o600);
  try {
    await handle.writeFile(text);
  } finally {
    await handle.close();
  }
  await rename(next, path);
}

/** Replaces an existing file and keeps its times; the new content is synced to the disk before the rename. */
export async function replaceKept(path: string, content: string | Buffer): Promise<void> {
  const { atime, mtime } = await stat(path);
  const next = `${path}.tmp`;
  const handle = await open(next, 'w', 0o600);
  try {
    await handle.writeFile(content);
    await handle.utimes(atime, mtime);
    await handle.datasync();
  } finally {
    await handle.close();
  }
  await rename(next, path);
}
