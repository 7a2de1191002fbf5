/** Memory that is shared with a file (`mmap`): what is written there survives the process, however it ends. */

import { closeSync, openSync, writeSync } from 'node:fs';
import { mapFile } from '../pty/system-calls.ts';

/**
 * Makes a file of `length` zeros and maps it. Returns undefined if the system call is not available or the disk is full.
 */
export function sharedMemory(path: string, length: number): ArrayBuffer | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, 'w+', 0o600);
    // In a sparse file on a full disk, writing to a page would kill the process (SIGBUS).
    if (writeSync(file, new Uint8Array(length)) < length) return undefined;
    return mapFile(file, length);
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
