/**
 * The file of one inbox: rows are appended in order, never waited for by what caused them, and replaced by the fewest
 * that come to the same when they have become many.
 *
 * What reached the kernel outlives the host's process. There is no sync: what a power cut takes from here is told again
 * from the terminals' records, which are synced.
 */

import { appendFile, rm } from 'node:fs/promises';
import { replaceFile } from '../files/replace-file.ts';
import { Trouble } from '../files/write-trouble.ts';

export type InboxFileOptions = {
  readonly path: string;
  /** Everything that counts now, as the text of a file. */
  readonly whole: () => string;
  /** False: there is no file yet, or it does not end with a whole line. */
  readonly sound: boolean;
  readonly after: (ms: number, run: () => void) => () => void;
  /** Why nothing can be written now; undefined: it can again. */
  readonly onTrouble: (why: string | undefined) => void;
};

/** In UTF-16 units: past this, and twice what counts, the file is replaced. */
const REPLACE_AT = 64 * 1024;

type Waiter = { readonly upTo: number; readonly resolve: () => void };

export class InboxFile {
  readonly #options: InboxFileOptions;
  #queue = '';
  /** Appends asked for, and those that are on disk or given up for now. */
  #asked = 0;
  #done = 0;
  /** The next write replaces the file. */
  #stale: boolean;
  #appended = 0;
  #size = 0;
  #waiters: Waiter[] = [];
  #pumping: Promise<void> | undefined;
  readonly #trouble: Trouble;
  #closed = false;

  constructor(options: InboxFileOptions) {
    this.#options = options;
    this.#trouble = new Trouble(options);
    this.#stale = !options.sound;
  }

  append(text: string): void {
    if (this.#closed) return;
    // A file that is to be replaced has it in what counts.
    if (!this.#stale) this.#queue += text;
    this.#asked += 1;
    this.#start();
  }

  /** Nothing of before stays in the file. */
  replace(): void {
    if (this.#closed) return;
    this.#stale = true;
    this.#asked += 1;
    this.#start();
  }

  /** Resolves when what was appended until now is written; or cannot be, and will be with what follows. */
  written(): Promise<void> {
    if (this.#done >= this.#asked || this.#trouble.why !== undefined) return Promise.resolve();
    return new Promise((resolve) => this.#waiters.push({ upTo: this.#asked, resolve }));
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#trouble.wake();
    await this.#pumping;
  }

  async remove(): Promise<void> {
    this.#queue = '';
    this.#stale = false;
    this.#done = this.#asked;
    await this.close();
    await rm(this.#options.path, { force: true });
  }

  #start(): void {
    this.#pumping ??= this.#pump();
  }

  async #pump(): Promise<void> {
    // Rows of the same moment are one write.
    await Promise.resolve();
    while (this.#done < this.#asked || this.#stale) {
      const upTo = this.#asked;
      try {
        await this.#write();
        this.#settle(upTo);
        this.#trouble.tell(undefined);
      } catch (error) {
        this.#stale = true;
        this.#settle(upTo);
        this.#trouble.tell(error);
        if (this.#closed) break;
        await this.#trouble.rest();
      }
    }
    this.#pumping = undefined;
  }

  async #write(): Promise<void> {
    const { path, whole } = this.#options;
    const text = this.#queue;
    this.#queue = '';
    this.#appended += text.length;
    if (!this.#stale && this.#appended <= REPLACE_AT + 2 * this.#size) {
      await appendFile(path, text, { mode: 0o600 });
      return;
    }
    this.#stale = false;
    const all = whole();
    await replaceFile(path, all);
    this.#size = all.length;
    this.#appended = 0;
  }

  #settle(upTo: number): void {
    this.#done = Math.max(this.#done, upTo);
    const ready = this.#waiters.filter((waiter) => waiter.upTo <= upTo);
    this.#waiters = this.#waiters.filter((waiter) => waiter.upTo > upTo);
    for (const { resolve } of ready) resolve();
  }
}
