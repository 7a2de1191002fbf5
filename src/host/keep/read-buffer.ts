/**
 * The read buffer of a pty, in memory that is shared with a file. If the host is killed between a read and the write to the
 * replay log, the bytes are still in the file, and the next host replays them.
 *
 * The file holds the length of the replay log (a 64-bit float), then the bytes of the last read, then zeros. After the row is
 * written, the bytes are set to zero again and then the length is updated. So the bytes are missing from the replay log exactly
 * when the length is equal to that of the replay log. NUL bytes at the end of a read are lost; a terminal ignores them.
 */

import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { endianness } from 'node:os';
import { join } from 'node:path';
import { readPlainFileSync } from '../../ledger/files/plain-file.ts';
import { ACKED_INPUT } from './acked-input.ts';
import { sharedMemory } from './shared-memory.ts';

/** Bytes of the length, before the bytes of the read. */
const LENGTH_BYTES = 8;
/** Bytes of the longest read. */
const LONGEST_READ = 64 * 1024;

/** Creates a file of `length` bytes and maps it into memory. Returns undefined where the system cannot do that. */
export type MakeMemory = (path: string, length: number) => ArrayBuffer | undefined;

export class ReadBuffer {
  /** Each read of the pty is put at its beginning. */
  readonly bytes: Uint8Array;
  readonly #length: Float64Array;

  constructor(memory: ArrayBuffer) {
    this.#length = new Float64Array(memory, 0, 1);
    this.bytes = new Uint8Array(memory, LENGTH_BYTES);
  }

  /** Must be called when the replay log was rewritten from a checkpoint, which covers everything that was read before. */
  rewritten(logBytes: number): void {
    this.written(this.bytes.length, logBytes);
  }

  /** Must be called when the first `count` bytes have been written to the replay log. */
  written(count: number, logBytes: number): void {
    this.bytes.fill(0, 0, count);
    this.#length[0] = logBytes;
  }

  /** Must be called when another row was written to the replay log, while nothing is in the buffer. */
  rowAdded(logBytes: number): void {
    this.#length[0] = logBytes;
  }
}

/** The read buffers of all terminals of a host, as files of one folder, which is in memory on most systems. */
export class ReadBuffers {
  readonly #folder: string;
  readonly #make: MakeMemory;
  readonly #used = new Map<string, ReadBuffer>();
  /**
   * Buffers of terminals that have ended. They stay mapped, because libuv may still read into them; the next terminal reuses
   * them.
   */
  readonly #free: { readonly name: string; readonly readBuffer: ReadBuffer }[] = [];

  constructor(folder: string, make: MakeMemory = sharedMemory) {
    this.#folder = folder;
    this.#make = make;
  }

  /** Returns undefined where files cannot be mapped: then a killed host loses what it has read and not written. */
  open(name: string): ReadBuffer | undefined {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      const readBuffer = this.#reuse(name) ?? this.#new(name);
      if (readBuffer !== undefined) this.#used.set(name, readBuffer);
      return readBuffer;
    } catch {
      // The folder was removed, or the disk is full.
      return undefined;
    }
  }

  /** Must be called when the terminal has ended and its pty is no longer read. */
  close(name: string): void {
    const readBuffer = this.#used.get(name);
    if (readBuffer === undefined) return;
    this.#used.delete(name);
    const free = `.free-${this.#free.length}`;
    try {
      renameSync(join(this.#folder, name), join(this.#folder, free));
      this.#free.push({ name: free, readBuffer });
    } catch {
      // The file was removed: nobody can find this memory any more.
    }
  }

  /** Removes the files of an earlier host. */
  clean(): void {
    const ours = new Set([ACKED_INPUT, ...this.#used.keys(), ...this.#free.map(({ name }) => name)]);
    for (const name of namesIn(this.#folder))
      if (!ours.has(name)) rmSync(join(this.#folder, name), { force: true });
  }

  /** Removes the folder. To be called when the host ends and has handed over or ended its programs. */
  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Returns what an earlier host read of a pty and did not write to the replay log, which is `logBytes` long. */
  unwritten(name: string, logBytes: number): Uint8Array | undefined {
    try {
      return unwrittenIn(readPlainFileSync(join(this.#folder, name)), logBytes);
    } catch {
      // That host had no read buffer for it.
      return undefined;
    }
  }

  #reuse(name: string): ReadBuffer | undefined {
    const free = this.#free.pop();
    if (free === undefined) return undefined;
    renameSync(join(this.#folder, free.name), join(this.#folder, name));
    return free.readBuffer;
  }

  #new(name: string): ReadBuffer | undefined {
    const memory = this.#make(join(this.#folder, name), LENGTH_BYTES + LONGEST_READ);
    return memory && new ReadBuffer(memory);
  }
}

function unwrittenIn(file: Buffer, logBytes: number): Uint8Array | undefined {
  if (file.length <= LENGTH_BYTES) return undefined;
  const length = endianness() === 'LE' ? file.readDoubleLE(0) : file.readDoubleBE(0);
  if (length !== logBytes) return undefined;
  let end = file.length;
  while (end > LENGTH_BYTES && file[end - 1] === 0) end -= 1;
  return end === LENGTH_BYTES ? undefined : file.subarray(LENGTH_BYTES, end);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // No terminal was opened yet.
    return [];
  }
}
