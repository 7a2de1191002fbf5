/** Identifies a file: differs for every other file, also for a later one at the same path. */

import { lstatSync } from 'node:fs';

/**
 * Inode numbers are reused, so the stamp has the time of the last change, too. Undefined if there is no such file, or if a folder
 * above it is not accessible.
 */
export function fileStamp(path: string): string | undefined {
  try {
    const { dev, ino, ctimeMs } = lstatSync(path);
    return `${dev} ${ino} ${ctimeMs}`;
  } catch {
    return undefined;
  }
}
