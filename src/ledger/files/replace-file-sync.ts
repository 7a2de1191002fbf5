/** Replaces small files atomically and synchronously, for answers and notes of users. */

import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes a file that only its user can read, in its folder, which is made if it is missing. Unlike `replaceFile` it syncs
 * nothing: a power cut may lose the newest text. Throws the system's error.
 */
export function replaceFileSync(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // The process ID keeps two processes from writing into one temporary file.
  const next = `${path}.${process.pid}`;
  writeFileSync(next, text, { mode: 0o600 });
  renameSync(next, path);
}
