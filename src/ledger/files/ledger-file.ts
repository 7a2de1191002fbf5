/**
 * LedgerFile is the open `ledger.jsonl` of a terminal: it appends one line at a time and syncs, without the queue, retries
 * and rotation of `Journal`.
 *
 * `append` returns when the kernel has the line, after some ten microseconds: once a client is told that a command has
 * ended, its row survives a crash of the host.
 */

import { appendFileSync, closeSync, fdatasync, fstatSync, mkdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CURRENT } from './ledger-files.ts';
import { appendToPlainFileSync } from './plain-file.ts';

const NEWLINE = 0x0a;
const datasync = promisify(fdatasync);

export class LedgerFile {
  readonly #file: number;
  #size: number;
  /** True when the last line lacks its line break, after an incomplete write: the next row starts with one. */
  #torn: boolean;
  /** The sync that is under way: the descriptor must stay open for it. */
  #syncing: Promise<void> = Promise.resolve();
  #closed = false;

  private constructor(file: number, size: number, torn: boolean) {
    this.#file = file;
    this.#size = size;
    this.#torn = torn;
  }

  static open(folder: string): LedgerFile {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const file = appendToPlainFileSync(join(folder, CURRENT));
    try {
      const { size } = fstatSync(file);
      const last = Buffer.alloc(1);
      if (size > 0) readSync(file, last, 0, 1, size - 1);
      return new LedgerFile(file, size, size > 0 && last[0] !== NEWLINE);
    } catch (error) {
      closeSync(file);
      throw error;
    }
  }

  get size(): number {
    return this.#size;
  }

  /** Returns false when the file was deleted. */
  get isThere(): boolean {
    return fstatSync(this.#file).nlink > 0;
  }

  /** Appends one row in one write. */
  append(line: string): void {
    const bytes = Buffer.from(this.#torn ? `\n${line}` : line);
    this.#torn = true;
    appendFileSync(this.#file, bytes);
    this.#torn = false;
    this.#size += bytes.length;
  }

  sync(): Promise<void> {
    const synced = this.#syncing.then(() => (this.#closed ? undefined : datasync(this.#file)));
    this.#syncing = synced.catch(() => {});
    return synced;
  }

  async close(): Promise<void> {
    await this.#syncing;
    if (this.#closed) return;
    this.#closed = true;
    closeSync(this.#file);
  }
}
