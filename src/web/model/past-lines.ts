/** Walking through command lines of before, from the record of all terminals and the shell's own history. */

import type { PastLine, PastQuery, PastResult } from '../../protocol/cotty/past-line.ts';

type Ask = (query: PastQuery) => Promise<PastResult>;

const PAGE = 50;

export class PastLines {
  readonly #ask: Ask;
  #lines: readonly PastLine[] = [];
  #more = true;
  #at = -1;
  /** What was written before the walk began; the lines begin with it. */
  #begun = '';

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  get isWalking(): boolean {
    return this.#at >= 0;
  }

  /** Returns the next older line; undefined when there is none. */
  async older(written: string): Promise<string | undefined> {
    if (!this.isWalking) {
      this.#begun = written;
      this.#lines = [];
      this.#more = true;
    }
    if (this.#at + 1 >= this.#lines.length && this.#more) await this.#fetch();
    const line = this.#lines[this.#at + 1]?.line;
    if (line !== undefined) this.#at += 1;
    return line;
  }

  /** Returns the next newer line, in the end what was written before; undefined when nobody walks. */
  newer(): string | undefined {
    if (!this.isWalking) return undefined;
    this.#at -= 1;
    return this.#lines[this.#at]?.line ?? this.#begun;
  }

  /** Ends the walk: the line was changed or sent. */
  stop(): void {
    this.#at = -1;
  }

  async #fetch(): Promise<void> {
    const prefix = this.#begun === '' ? {} : { prefix: this.#begun };
    const { lines, more } = await this.#ask({ ...prefix, skip: this.#lines.length, limit: PAGE });
    this.#lines = [...this.#lines, ...lines];
    this.#more = more && lines.length > 0;
  }
}
