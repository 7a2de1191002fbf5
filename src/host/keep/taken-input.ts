/**
 * Writes down how far the input of each window was taken, so that a window that finds another host knows what to send again.
 *
 * The number is written before the input is passed on. So a host that is killed between the two loses a key, which its window
 * holds for taken, and never makes a window send one that a program has read. Memory that is a file keeps that moment to
 * microseconds. What was typed is not written.
 *
 * The file has one place for each window: the number (8 bytes), the length of the client's id, and the id.
 */

import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { readPlainFileSync } from '../../ledger/files/plain-file.ts';
import { sharedMemory } from './shared-memory.ts';

export const TAKEN_INPUT = 'taken-input';
/** Bytes of a place; a client with an id that does not fit is not told. */
const PLACE = 128;
const ID_AT = 9;
/** Limit: windows that are remembered. Beyond it the one that has typed its first key longest ago is forgotten. */
const PLACES = 256;

type Entry = { readonly at: number; seq: number };

export class TakenInput {
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
   * Begins the file in a folder; `goesOn` with what the earlier host has written there. The memory of a file on a disk is no
   * place for it (see `read-buffers-folder.ts`): `inMemory` says that the folder is on none.
   */
  open(folder: string, goesOn: boolean, inMemory = false): void {
    this.#path = join(folder, TAKEN_INPUT);
    try {
      if (goesOn) this.#read(readPlainFileSync(this.#path));
    } catch {
      // The earlier host could not write it, or knew no such file: then nothing is known of what it took.
    }
    const next = `${this.#path}.next`;
    try {
      // The folder in memory is made by whoever needs it first, and the state folder by the recorder.
      if (inMemory) mkdirSync(folder, { recursive: true, mode: 0o700 });
      const memory = inMemory ? sharedMemory(next, PLACE * PLACES) : undefined;
      if (memory !== undefined) this.#memory = new Uint8Array(memory);
      else {
        this.#file = openSync(next, 'w', 0o600);
        // Room is taken now: a full disk would otherwise leave an old number behind.
        writeSync(this.#file, Buffer.alloc(PLACE * PLACES));
      }
      for (const [clientId, { at, seq }] of this.#entries) this.#write(place(clientId, seq), at);
      // What the earlier host has written is there until all of it is here.
      renameSync(next, this.#path);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** The clientSeq of the last input that was taken of a client; undefined when nothing is known of it. */
  of(clientId: string): number | undefined {
    return this.#entries.get(clientId)?.seq;
  }

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
    if (Buffer.byteLength(clientId) > PLACE - ID_AT) return;
    const [oldest] = this.#entries;
    const isFull = this.#entries.size >= PLACES && oldest !== undefined;
    const at = isFull ? oldest[1].at : this.#entries.size * PLACE;
    if (isFull) this.#entries.delete(oldest[0]);
    this.#entries.set(clientId, { at, seq });
    this.#write(place(clientId, seq), at);
  }

  #read(file: Buffer): void {
    for (let at = 0; at + PLACE <= file.length; at += PLACE) {
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

  /** A number that is too low would have keys typed twice: without the file none is sent again. */
  #fail(error: unknown): void {
    this.#log(
      `how far input was taken is not kept: ${error instanceof Error ? error.message : String(error)}`,
    );
    this.close();
    this.#memory = undefined;
    try {
      if (this.#path !== undefined) rmSync(this.#path);
    } catch {
      // There is none.
    }
  }
}

function place(clientId: string, seq: number): Uint8Array {
  const bytes = Buffer.alloc(PLACE);
  bytes.writeDoubleLE(seq);
  const length = bytes.write(clientId, ID_AT);
  bytes.writeUInt8(length, ID_AT - 1);
  return bytes;
}
