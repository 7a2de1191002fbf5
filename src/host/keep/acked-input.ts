/**
 * The number of the last input that the host has taken from each window, in a file for the next host: a window that reconnects
 * learns from it what to send again.
 *
 * The number is written before the input is passed on. If the host is killed in between, a key is lost, but no key is ever typed
 * twice. With shared memory the two are microseconds apart. The input itself is not written.
 *
 * The file has one slot for each window: the number (8 bytes), the length of the client's id, and the id.
 */

import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { readPlainFileSync } from '../../ledger/files/plain-file.ts';
import { sharedMemory } from './shared-memory.ts';

/** The name that all versions use, so that each can read what another one has left. */
export const ACKED_INPUT = 'taken-input';
/** Bytes of a slot. A client whose id does not fit gets no ack. */
const SLOT = 128;
const ID_AT = 9;
/** Limit in windows. Beyond it, the one whose first key is the oldest is forgotten. */
const SLOTS = 256;

type Entry = { readonly at: number; seq: number };

export class AckedInput {
  readonly #entries = new Map<string, Entry>();
  readonly #number = Buffer.alloc(8);
  readonly #log: (message: string) => void;
  #memory: Uint8Array | undefined;
  #file: number | undefined;
  #path: string | undefined;

  constructor(log: (message: string) => void) {
    this.#log = log;
  }

  /**
   * Opens the file in a folder. `goesOn`: keep the numbers of the earlier host. `inMemory`: the folder is on tmpfs, so that the
   * file can be mapped (for the reason see `read-buffers-folder.ts`).
   */
  open(folder: string, goesOn: boolean, inMemory = false): void {
    this.#path = join(folder, ACKED_INPUT);
    try {
      if (goesOn) this.#read(readPlainFileSync(this.#path));
    } catch {
      // The earlier host could not write the file, or its version has none: nothing is acknowledged then.
    }
    const next = `${this.#path}.next`;
    try {
      // The recorder makes the state folder. The folder in memory may not exist yet.
      if (inMemory) mkdirSync(folder, { recursive: true, mode: 0o700 });
      const memory = inMemory ? sharedMemory(next, SLOT * SLOTS) : undefined;
      if (memory !== undefined) this.#memory = new Uint8Array(memory);
      else {
        this.#file = openSync(next, 'w', 0o600);
        // Allocate all slots now: on a full disk, an old number would stay in the file otherwise.
        writeSync(this.#file, Buffer.alloc(SLOT * SLOTS));
      }
      for (const [clientId, { at, seq }] of this.#entries) this.#write(slot(clientId, seq), at);
      // Replace the earlier file only when the new one has all its numbers.
      renameSync(next, this.#path);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Returns the clientSeq of the last input of a client; undefined if none is known. */
  of(clientId: string): number | undefined {
    return this.#entries.get(clientId)?.seq;
  }

  /** Must be called right before the input `seq` of a client is passed on. */
  note(clientId: string, seq: number): void {
    const entry = this.#entries.get(clientId);
    if (entry === undefined) this.#add(clientId, seq);
    else {
      entry.seq = seq;
      this.#number.writeDoubleLE(seq);
      this.#write(this.#number, entry.at);
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #add(clientId: string, seq: number): void {
    if (Buffer.byteLength(clientId) > SLOT - ID_AT) return;
    const [oldest] = this.#entries;
    const isFull = this.#entries.size >= SLOTS && oldest !== undefined;
    const at = isFull ? oldest[1].at : this.#entries.size * SLOT;
    if (isFull) this.#entries.delete(oldest[0]);
    this.#entries.set(clientId, { at, seq });
    this.#write(slot(clientId, seq), at);
  }

  #read(file: Buffer): void {
    for (let at = 0; at + SLOT <= file.length; at += SLOT) {
      const length = file.readUInt8(at + ID_AT - 1);
      if (length === 0) return;
      const id = file.toString('utf8', at + ID_AT, at + ID_AT + length);
      this.#entries.set(id, { at, seq: file.readDoubleLE(at) });
    }
  }

  #write(bytes: Uint8Array, at: number): void {
    this.#memory?.set(bytes, at);
    if (this.#file === undefined) return;
    try {
      writeSync(this.#file, bytes, 0, bytes.length, at);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Removes the file: with a number that is too low, keys would be typed twice. Without the file nothing is sent again. */
  #fail(error: unknown): void {
    this.#log(
      `after a restart, windows cannot send unacknowledged input again: ${error instanceof Error ? error.message : String(error)}`,
    );
    this.close();
    this.#memory = undefined;
    try {
      if (this.#path === undefined) return;
      for (const each of [this.#path, `${this.#path}.next`]) rmSync(each, { force: true });
    } catch {
      // The folder cannot be changed.
    }
  }
}

function slot(clientId: string, seq: number): Uint8Array {
  const bytes = Buffer.alloc(SLOT);
  bytes.writeDoubleLE(seq);
  const length = bytes.write(clientId, ID_AT);
  bytes.writeUInt8(length, ID_AT - 1);
  return bytes;
}
