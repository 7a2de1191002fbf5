/** System calls for which Node has none of its own. The numbers are those of Linux and macOS. */

import { createRequire } from 'node:module';

const SET_FLAGS = 2;
const CLOSE_ON_EXEC = 1;
const READ_AND_WRITE = 3;
const SHARED = 1;
const FAILED = 0xffff_ffff_ffff_ffffn;

type SystemCalls = {
  readonly control: (file: number, command: number, type: 'int', flags: number) => number;
  readonly map: (...args: readonly [null, number, number, number, number, number]) => unknown;
  readonly address: (memory: unknown) => bigint;
  readonly view: (memory: unknown, length: number) => ArrayBuffer;
};

let loaded: SystemCalls | undefined;
let isLoaded = false;

/** Sets close-on-exec. Returns false if that is not possible, so that child processes inherit the descriptor. */
export function closeOnExec(file: number): boolean {
  return calls()?.control(file, SET_FLAGS, 'int', CLOSE_ON_EXEC) === 0;
}

/**
 * Returns memory that is the file of this length: what is written there outlives the process, by whatever it ends. The memory
 * stays for as long as the process lives. Returns undefined where that cannot be.
 */
export function mapFile(file: number, length: number): ArrayBuffer | undefined {
  const system = calls();
  if (system === undefined) return undefined;
  const memory = system.map(null, length, READ_AND_WRITE, SHARED, file, 0);
  return system.address(memory) === FAILED ? undefined : system.view(memory, length);
}

/** Loads the library when it is first needed, and at once: it takes some 16 ms. */
function calls(): SystemCalls | undefined {
  if (!isLoaded) {
    isLoaded = true;
    loaded = load();
  }
  return loaded;
}

function load(): SystemCalls | undefined {
  try {
    const koffi = createRequire(import.meta.url)('koffi') as typeof import('koffi');
    const library = koffi.load(null);
    return {
      control: library.func('int fcntl(int, int, ...)') as unknown as SystemCalls['control'],
      map: library.func(
        'void *mmap(void *, size_t, int, int, int, int64_t)',
      ) as unknown as SystemCalls['map'],
      address: koffi.address,
      view: koffi.view,
    };
  } catch {
    // The library has no build for this system.
    return undefined;
  }
}
