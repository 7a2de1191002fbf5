/**
 * The replay log of one terminal: what it has read and been told, written at once, so that the next host can go on where this one
 * was killed. A write goes to the memory of the system and not to the disk: it outlives this process, not the machine.
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
import type { Landing, Landings } from './landing.ts';
import { formatRow, parseRows, type ReplayRow } from './replay-row.ts';

const NAME = 'tape';

export type ReplayLogOptions = {
  /** Folder of the terminal's record. */
  readonly folder: string;
  /** Called with the reason when writing begins to fail, and with undefined when it works again. */
  readonly onTrouble: (why: string | undefined) => void;
  /** Where what is read lands, until it is written. */
  readonly landings?: Landings;
};

export class ReplayLog<Head> {
  readonly #options: ReplayLogOptions;
  #file: number | undefined;
  #bytes = 0;
  #stays = false;
  #landing: Landing | undefined;

  constructor(options: ReplayLogOptions) {
    this.#options = options;
  }

  /** Bytes that were written since the replay log began. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Memory to read the pty into; undefined before the replay log begins, and where there can be none. */
  get room(): Uint8Array | undefined {
    return this.#landing?.room;
  }

  /** Whether rows are written: not before it begins, and not after it was removed. */
  get isOpen(): boolean {
    return this.#file !== undefined;
  }

  /**
   * Begins anew with a head, from which all that was written before can be told. Where that fails it goes on as it was, and
   * false is returned.
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
      this.#land();
      onTrouble(undefined);
      return true;
    } catch (error) {
      if (file !== undefined) closeSync(file);
      onTrouble(textOf(error));
      return false;
    }
  }

  /** Goes on behind the rows that were read; `landed` is the one that the earlier host has not written. */
  goOn(end: number, landed?: ReplayRow<Head>): void {
    try {
      this.#file = appendToPlainFileSync(join(this.#options.folder, NAME));
      ftruncateSync(this.#file, end);
      this.#bytes = end;
      if (landed !== undefined) this.#bytes += write(this.#file, landed);
      this.#land();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Returns false when the row is not written: after a failure nothing is, until the replay log begins anew. */
  add(row: ReplayRow<Head>): boolean {
    const isWritten = this.#file !== undefined && this.#write(this.#file, row);
    if (row.kind === 'read') this.#landing?.taken(row.bytes.length, this.#bytes);
    else this.#landing?.wrote(this.#bytes);
    return isWritten;
  }

  /** Lets go of the file, which stays. */
  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  /** Leaves the file behind when the terminal ends, for the next host to look at. */
  stay(): void {
    this.#stays = true;
  }

  /** Removes the file, if it is not to stay: the terminal has ended. */
  remove(): void {
    this.close();
    if (!this.#stays) removeReplayLog(this.#options.folder);
  }

  /** The pty is read no more: the landing is free for another terminal. */
  letGo(): void {
    if (this.#landing !== undefined) this.#options.landings?.close(this.#name);
    this.#landing = undefined;
  }

  get #name(): string {
    return basename(this.#options.folder);
  }

  #land(): void {
    this.#landing ??= this.#options.landings?.open(this.#name);
    this.#landing?.begun(this.#bytes);
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

  /** A replay log with a hole would tell another story than the terminal's: it is removed. */
  #fail(error: unknown): void {
    try {
      this.remove();
    } catch {
      // The folder is gone, and the replay log with it.
    }
    this.#options.onTrouble(textOf(error));
  }
}

/** Returns the number of bytes. Throws when not all of them are written. */
function write<Head>(file: number, row: ReplayRow<Head>): number {
  const pieces = formatRow(row);
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (writevSync(file, pieces) < length) throw new Error('no room for a whole row');
  return length;
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Removes what was left in a terminal's folder. Throws when that is not allowed. */
export function removeReplayLog(folder: string): void {
  rmSync(join(folder, NAME), { force: true });
  rmSync(join(folder, `${NAME}.new`), { force: true });
}

/** Returns the length of what was left in a terminal's folder, in bytes; 0 when there is nothing. */
export function logBytes(folder: string): number {
  try {
    return statSync(join(folder, NAME)).size;
  } catch {
    // There is none, or the folder cannot be read.
    return 0;
  }
}

/** What a host has left in a terminal's folder; `end` is the number of bytes of what is whole. */
export type LeftReplayLog<Head> = {
  readonly head: Head;
  readonly rows: readonly ReplayRow<Head>[];
  readonly end: number;
  /** What is wrong with the file; empty as a rule. What could be read of it is in the rows. */
  readonly damage: readonly string[];
  /** The last of the rows, if it was read and not written: it is no part of those bytes. */
  readonly landed?: ReplayRow<Head>;
};

/** Returns the replay log that a host has left in a terminal's folder; undefined when there is none, or none of this version. */
export function readReplayLog<Head extends { readonly version: number }>(
  folder: string,
  version: number,
): LeftReplayLog<Head> | undefined {
  let file: Buffer;
  try {
    file = readPlainFileSync(join(folder, NAME), MOST_REWRITTEN);
  } catch {
    // The terminal was opened by a host that kept no replay log, or on a full disk.
    return undefined;
  }
  const { rows, end, damage } = parseRows<Head>(file);
  const [first, ...rest] = rows;
  if (first?.kind !== 'head' || first.head.version !== version) return undefined;
  return { head: first.head, rows: rest, end, damage };
}
