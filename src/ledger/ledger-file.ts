/** The file that rows are appended to: opened, ended cleanly where a line was cut, rotated when full. */

import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CURRENT, fullName, isMissing, KEPT_FULL } from './ledger-files.ts';

const NEWLINE = 0x0a;

export class LedgerFile {
  readonly #handle: FileHandle;
  #size: number;
  /** The file ends in the middle of a line: the next row must not become part of it. */
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

  /** False: somebody has deleted it. */
  async isThere(): Promise<boolean> {
    return (await this.#handle.stat()).nlink > 0;
  }

  /** One append a row. */
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

/** The full file becomes the first of the kept ones; the last of them goes. */
export async function rotate(folder: string): Promise<void> {
  await rm(join(folder, fullName(KEPT_FULL)), { force: true });
  for (let number = KEPT_FULL - 1; number >= 1; number -= 1) {
    await renameIfThere(join(folder, fullName(number)), join(folder, fullName(number + 1)));
  }
  await renameIfThere(join(folder, CURRENT), join(folder, fullName(1)));
}

async function renameIfThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
