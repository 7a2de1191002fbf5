/** Memory of this process that is a file as well: what is written there outlives the process, by whatever it ends. */

import { closeSync, openSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';

type MemoryMap = (
  at: null,
  length: number,
  protection: number,
  flags: number,
  file: number,
  offset: number,
) => unknown;

/** As Linux and macOS number them. */
const READ_AND_WRITE = 3;
const SHARED = 1;
const FAILED = 0xffff_ffff_ffff_ffffn;

let loaded: ReturnType<typeof load>;
let isLoaded = false;

/**
 * Makes a file of this length, filled with zeros. The memory stays for as long as the process lives. Returns undefined where
 * the system calls cannot be made, and where there is no room for the file.
 */
export function sharedMemory(path: string, length: number): ArrayBuffer | undefined {
  if (!isLoaded) {
    isLoaded = true;
    loaded = load();
  }
  if (loaded === undefined) return undefined;
  let file: number | undefined;
  try {
    file = openSync(path, 'w+', 0o600);
    // A file with holes would kill the process when the disk has no room for a page.
    if (writeSync(file, new Uint8Array(length)) < length) return undefined;
    const at = loaded.map(null, length, READ_AND_WRITE, SHARED, file, 0);
    return loaded.address(at) === FAILED ? undefined : loaded.view(at, length);
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Loads the library when it is first needed, and at once: it takes some 16 ms. */
function load() {
  try {
    const koffi = createRequire(import.meta.url)('koffi') as typeof import('koffi');
    const map = koffi
      .load(null)
      .func('void *mmap(void *, size_t, int, int, int, int64_t)') as unknown as MemoryMap;
    return { map, address: koffi.address, view: koffi.view };
  } catch {
    // The library has no build for this system.
    return undefined;
  }
}
