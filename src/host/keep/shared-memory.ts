/** Memory of this process that is a file as well: what is written there outlives the process, by whatever it ends. */

import { closeSync, openSync, writeSync } from 'node:fs';
import { mapFile } from '../pty/system-calls.ts';

/**
 * Makes a file of this length, filled with zeros. Returns undefined where the system call cannot be made, and where there is
 * no room for the file.
 */
export function sharedMemory(path: string, length: number): ArrayBuffer | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, 'w+', 0o600);
    // A file with holes would kill the process when there is no room for a page.
    if (writeSync(file, new Uint8Array(length)) < length) return undefined;
    return mapFile(file, length);
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
