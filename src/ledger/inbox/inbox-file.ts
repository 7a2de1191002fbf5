/**
 * The file of one inbox: appends rows in order without blocking the caller, and rewrites the file with as few rows as
 * possible when it has grown.
 *
 * Rows that reached the kernel survive the end of the host process. There is no sync: wakes lost in a power cut are
 * sent again from the records of the terminals, which are synced.
 */

import { rm } from 'node:fs/promises';
import { replaceFile } from '../../files/replace-file.ts';
import { appendToPlainFile } from '../files/plain-file.ts';
import { Trouble } from '../files/write-trouble.ts';

export type InboxFileOptions = {
  readonly path: string;
  /** Returns the current state as the text of a whole file. */
  readonly whole: () => string;
  /** False when there is no file yet, or when it does not end with a whole line. */
  readonly sound: boolean;
  readonly after: (ms: number, run: () => void) => () => void;
  /** Called with the reason why writing fails now, or with undefined when it works again. */
  readonly onTrouble: (why: string | undefined) => void;
};

/** UTF-16 units: the file is rewritten when the appended text exceeds this plus twice the last rewritten size. */
const REPLACE_AT = 64 * 1024;

type Waiter = { readonly upTo: number; readonly resolve: () => void };

export class InboxFile {
  readonly #options: InboxFileOptions;
  #queue = '';
  /** Counts of requested writes, and of those that are done or failed for now. */
  #asked = 0;
  #done = 0;
  /** True when the next write replaces the file. */
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
    // A rewrite writes the current state, which includes this row.
    if (!this.#stale) this.#queue += text;
    this.#asked += 1;
    this.#start();
  }

  /** Replaces the file, so that no earlier row stays in it. */
  replace(): void {
    if (this.#closed) return;
    this.#stale = true;
    this.#asked += 1;
    this.#start();
  }

  /** Resolves when all rows so far are written, or when they cannot be: they are then written with the next ones. */
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
    // Joins the rows of one turn into one write.
    await Promise.resolve();
    while (this.#done < this.#asked || this.#stale) {
      const upTo = this.#asked;
      try {
        await this.#write();
        this.#settle(upTo);
        this.#trouble.report(undefined);
      } catch (error) {
        this.#stale = true;
        this.#settle(upTo);
        this.#trouble.report(error);
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
      const file = await appendToPlainFile(path);
      await file.appendFile(text).finally(() => file.close());
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
