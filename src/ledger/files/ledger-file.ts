/**
 * LedgerFile is the open `ledger.jsonl` of a terminal: a handle that appends one line at a time and syncs, without the
 * queue, retries and rotation of `Journal`.
 */

import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { CURRENT } from './ledger-files.ts';

const NEWLINE = 0x0a;

export class LedgerFile {
  readonly #handle: FileHandle;
  #size: number;
  /** True when the file ends inside a line: the next row must start on a new one. */
  #torn: boolean;

  private constructor(handle: FileHandle, size: number, torn: boolean) {
    this.#handle = handle;
    this.#size = size;
    this.#torn = torn;
  }

  static async open(folder: string): Promise<LedgerFile> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const handle = await open(join(folder, CURRENT), 'a+', 0o600);
    try {
      const { size } = await handle.stat();
      const last = Buffer.alloc(1);
      if (size > 0) await handle.read(last, 0, 1, size - 1);
      return new LedgerFile(handle, size, size > 0 && last[0] !== NEWLINE);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  get size(): number {
    return this.#size;
  }

  /** Returns false when the file was deleted. */
  async isThere(): Promise<boolean> {
    return (await this.#handle.stat()).nlink > 0;
  }

  /** Appends one row in one write. */
  async append(line: string): Promise<void> {
    const bytes = Buffer.from(this.#torn ? `\n${line}` : line);
    this.#torn = true;
    await this.#handle.appendFile(bytes);
    this.#torn = false;
    this.#size += bytes.length;
  }

  async sync(): Promise<void> {
    await this.#handle.datasync();
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}
