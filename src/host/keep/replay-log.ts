/**
 * The replay log of one terminal: everything that was read from its pty and everything that clients did to it, written at once,
 * so that the next host can restore the terminal after a kill. The log is not synced to the disk: it survives the end of this
 * process, but not a power cut.
 */

import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writevSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { appendToPlainFileSync, MOST_REWRITTEN, readPlainFileSync } from '../../ledger/files/plain-file.ts';
import type { ReadBuffer, ReadBuffers } from './read-buffer.ts';
import { formatRow, parseRows, type ReplayRow } from './replay-row.ts';

/** The name that all versions use, so that each can read what another one has left. */
const NAME = 'tape';

export type ReplayLogOptions = {
  /** Folder of the terminal's record. */
  readonly folder: string;
  /** Called with the reason when writing begins to fail, and with undefined when it works again. */
  readonly onTrouble: (why: string | undefined) => void;
  /** Shared memory to read ptys into, if there is any. */
  readonly readBuffers?: ReadBuffers;
};

export class ReplayLog<Head> {
  readonly #options: ReplayLogOptions;
  #file: number | undefined;
  #bytes = 0;
  #keepsFile = false;
  #readBuffer: ReadBuffer | undefined;

  constructor(options: ReplayLogOptions) {
    this.#options = options;
  }

  /** Bytes that the log has. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Shared memory to read the pty into. Undefined before `begin`, and on systems without it. */
  get buffer(): Uint8Array | undefined {
    return this.#readBuffer?.bytes;
  }

  /** Whether rows are written: not before `begin`, and not after the log was removed. */
  get isOpen(): boolean {
    return this.#file !== undefined;
  }

  /**
   * Replaces the log by one that consists of a head: the head has everything that a host needs of what was written before. If
   * that fails, the old log stays in use and false is returned.
   */
  begin(head: Head): boolean {
    const { folder, onTrouble } = this.#options;
    const fresh = join(folder, `${NAME}.new`);
    let file: number | undefined;
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      file = openSync(fresh, 'w', 0o600);
      const bytes = write(file, { kind: 'head', head });
      renameSync(fresh, join(folder, NAME));
      this.close();
      this.#file = file;
      this.#bytes = bytes;
      this.#openReadBuffer();
      onTrouble(undefined);
      return true;
    } catch (error) {
      if (file !== undefined) closeSync(file);
      rmSync(fresh, { force: true, recursive: true });
      onTrouble(textOf(error));
      return false;
    }
  }

  /** Appends to the log of an earlier host, at byte `end`. `unwritten` is the last read of that host, if it did not write it. */
  resume(end: number, unwritten?: ReplayRow<Head>): void {
    try {
      this.#file = appendToPlainFileSync(join(this.#options.folder, NAME));
      ftruncateSync(this.#file, end);
      this.#bytes = end;
      if (unwritten !== undefined) this.#bytes += write(this.#file, unwritten);
      this.#openReadBuffer();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Returns false if the row was not written. After a failure no row is written until the next `begin`. */
  add(row: ReplayRow<Head>): boolean {
    const isWritten = this.#file !== undefined && this.#write(this.#file, row);
    if (row.kind === 'read') this.#readBuffer?.written(row.bytes.length, this.#bytes);
    else this.#readBuffer?.rowAdded(this.#bytes);
    return isWritten;
  }

  /** Closes the file and leaves it in the folder. */
  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  /** Makes `remove` leave the file in the folder: the next host shows the last screen from it. */
  keepFile(): void {
    this.#keepsFile = true;
  }

  /** Closes the log and removes the file, unless `keepFile` was called. To be called when the terminal has ended. */
  remove(): void {
    this.close();
    if (!this.#keepsFile) removeReplayLog(this.#options.folder);
  }

  /** Gives the read buffer back for another terminal. To be called when the pty is no longer read. */
  releaseBuffer(): void {
    if (this.#readBuffer !== undefined) this.#options.readBuffers?.close(this.#name);
    this.#readBuffer = undefined;
  }

  get #name(): string {
    return basename(this.#options.folder);
  }

  #openReadBuffer(): void {
    this.#readBuffer ??= this.#options.readBuffers?.open(this.#name);
    this.#readBuffer?.rewritten(this.#bytes);
  }

  #write(file: number, row: ReplayRow<Head>): boolean {
    try {
      this.#bytes += write(file, row);
      return true;
    } catch (error) {
      this.#fail(error);
      return false;
    }
  }

  /** Removes the log: from rows with a gap in between a host would restore another screen. */
  #fail(error: unknown): void {
    try {
      this.remove();
    } catch {
      // The folder does not exist any more, and neither does the log.
    }
    this.#options.onTrouble(textOf(error));
  }
}

/** Writes a row and returns its length in bytes. Throws if the disk did not take all of them. */
function write<Head>(file: number, row: ReplayRow<Head>): number {
  const pieces = formatRow(row);
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (writevSync(file, pieces) < length) throw new Error('the disk is full');
  return length;
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Removes the replay log in a terminal's folder. Throws if that is not permitted. */
export function removeReplayLog(folder: string): void {
  rmSync(join(folder, NAME), { force: true });
  rmSync(join(folder, `${NAME}.new`), { force: true });
}

/** Returns the length of the replay log in a terminal's folder, in bytes; 0 if there is none. */
export function logBytes(folder: string): number {
  try {
    return statSync(join(folder, NAME)).size;
  } catch {
    // There is none, or the folder cannot be read.
    return 0;
  }
}

/** The replay log that an earlier host has left in a terminal's folder. `end` is the byte behind the last whole row. */
export type LeftReplayLog<Head> = {
  readonly head: Head;
  readonly rows: readonly ReplayRow<Head>[];
  readonly end: number;
  /** What is wrong with the file; usually empty. `rows` has the rows that could be read. */
  readonly damage: readonly string[];
  /** The last of `rows`, if it comes from the read buffer and not from the file. */
  readonly unwritten?: ReplayRow<Head>;
};

/** Reads the replay log in a terminal's folder. Undefined if there is none, or one of another version. */
export function readReplayLog<Head extends { readonly version: number }>(
  folder: string,
  version: number,
): LeftReplayLog<Head> | undefined {
  let file: Buffer;
  try {
    file = readPlainFileSync(join(folder, NAME), MOST_REWRITTEN);
  } catch {
    // That host kept no replay logs, or the disk was full.
    return undefined;
  }
  const { rows, end, damage } = parseRows<Head>(file);
  const [first, ...rest] = rows;
  if (first?.kind !== 'head' || first.head.version !== version) return undefined;
  return { head: first.head, rows: rest, end, damage };
}
