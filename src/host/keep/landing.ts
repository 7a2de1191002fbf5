/**
 * Where the bytes land that are read of one pty: memory that is a file as well. A host that is killed after a read, before
 * the row is on the replay log, leaves the bytes here, and the next host goes on with them.
 *
 * First comes the length of the replay log (64 bits, floating point), then what was read, then zeros. The zeros are put back once
 * the row is written, and only then the new length: so the bytes are on no replay log exactly when the length is the replay log's.
 * NUL bytes at the end of a read are lost; they are padding to a terminal.
 */

import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { endianness } from 'node:os';
import { join } from 'node:path';
import { readPlainFileSync } from '../../ledger/files/plain-file.ts';
import { sharedMemory } from './shared-memory.ts';
import { TAKEN_INPUT } from './taken-input.ts';

const BEFORE = 8;
/** Bytes of the longest read. */
const ROOM = 64 * 1024;

/** Returns memory that is the file with this path, or undefined where that cannot be. */
export type MakeMemory = (path: string, length: number) => ArrayBuffer | undefined;

export class Landing {
  /** To be read into from its beginning. */
  readonly room: Uint8Array;
  readonly #length: Float64Array;

  constructor(memory: ArrayBuffer) {
    this.#length = new Float64Array(memory, 0, 1);
    this.room = new Uint8Array(memory, BEFORE);
  }

  /** The replay log has begun: all that was read before is told by its head. */
  begun(logBytes: number): void {
    this.taken(this.room.length, logBytes);
  }

  /** This many bytes that were read are on the replay log. */
  taken(count: number, logBytes: number): void {
    this.room.fill(0, 0, count);
    this.#length[0] = logBytes;
  }

  /** Something else was written to the replay log; nothing has landed since the last row. */
  wrote(logBytes: number): void {
    this.#length[0] = logBytes;
  }
}

/** The landings of all terminals of a host, in a folder that is memory on most systems. */
export class Landings {
  readonly #folder: string;
  readonly #make: MakeMemory;
  readonly #used = new Map<string, Landing>();
  /** Memory is not given back to the system while something could still read into it: the next terminal takes it. */
  readonly #free: { readonly name: string; readonly landing: Landing }[] = [];

  constructor(folder: string, make: MakeMemory = sharedMemory) {
    this.#folder = folder;
    this.#make = make;
  }

  /** Returns undefined where there can be none: then a killed host loses what it has read and not written. */
  open(name: string): Landing | undefined {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      const landing = this.#reuse(name) ?? this.#new(name);
      if (landing !== undefined) this.#used.set(name, landing);
      return landing;
    } catch {
      // The folder was removed, or the disk is full.
      return undefined;
    }
  }

  /** The terminal has ended, and its pty is not read any more. */
  close(name: string): void {
    const landing = this.#used.get(name);
    if (landing === undefined) return;
    this.#used.delete(name);
    const free = `.free-${this.#free.length}`;
    try {
      renameSync(join(this.#folder, name), join(this.#folder, free));
      this.#free.push({ name: free, landing });
    } catch {
      // The file was removed: nobody can find this memory any more.
    }
  }

  /** Removes what an earlier host has left. */
  clean(): void {
    const ours = new Set([TAKEN_INPUT, ...this.#used.keys(), ...this.#free.map(({ name }) => name)]);
    for (const name of namesIn(this.#folder))
      if (!ours.has(name)) rmSync(join(this.#folder, name), { force: true });
  }

  /** The host ends, and has handed over or ended its programs. */
  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Returns what an earlier host has read of a pty behind the end of the terminal's replay log; undefined when there is nothing. */
  left(name: string, logBytes: number): Uint8Array | undefined {
    try {
      return landed(readPlainFileSync(join(this.#folder, name)), logBytes);
    } catch {
      // That host had no landing for it.
      return undefined;
    }
  }

  #reuse(name: string): Landing | undefined {
    const free = this.#free.pop();
    if (free === undefined) return undefined;
    renameSync(join(this.#folder, free.name), join(this.#folder, name));
    return free.landing;
  }

  #new(name: string): Landing | undefined {
    const memory = this.#make(join(this.#folder, name), BEFORE + ROOM);
    return memory && new Landing(memory);
  }
}

function landed(file: Buffer, logBytes: number): Uint8Array | undefined {
  if (file.length <= BEFORE) return undefined;
  const length = endianness() === 'LE' ? file.readDoubleLE(0) : file.readDoubleBE(0);
  if (length !== logBytes) return undefined;
  let end = file.length;
  while (end > BEFORE && file[end - 1] === 0) end -= 1;
  return end === BEFORE ? undefined : file.subarray(BEFORE, end);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // No terminal was opened yet.
    return [];
  }
}
