/** Identity of a file: it differs for every other file, also for a later one at the same path. */

import { lstatSync } from 'node:fs';

/**
 * An inode may be used again, so the time of its last change is a part of the stamp. Returns undefined when there is no such
 * file, or when somebody has closed a folder above it.
 */
export function fileStamp(path: string): string | undefined {
  try {
    const { dev, ino, ctimeMs } = lstatSync(path);
    return `${dev} ${ino} ${ctimeMs}`;
  } catch {
    return undefined;
  }
}
