/** Walking through command lines of before, from the record of all terminals and the shell's own history. */

import type { PastLine, PastQuery, PastResult } from '../../protocol/cotty/past-line.ts';

type Ask = (query: PastQuery) => Promise<PastResult>;

const PAGE = 50;

/** A recall of earlier lines that began with a typed text. */
type Walk = {
  /** The text before the recall began; only lines that begin with it are recalled. */
  readonly begun: string;
  lines: readonly PastLine[];
  more: boolean;
  at: number;
};

export class HistoryLines {
  readonly #ask: Ask;
  #walk: Walk | undefined;
  /** The last step to an older line: the next one waits for it. */
  #step: Promise<unknown> = Promise.resolve();

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** Whether the current text is a recalled line. */
  isWalking(written: string): boolean {
    const walk = this.#walkAt(written);
    return walk !== undefined && walk.at >= 0;
  }

  /** Returns the next older line; undefined when there is none, or when the walk has ended before the host has answered. */
  older(written: string): Promise<string | undefined> {
    const walk = this.#walkAt(written) ?? { begun: written, lines: [], more: true, at: -1 };
    this.#walk = walk;
    const step = this.#step.then(() => this.#olderIn(walk));
    this.#step = step.catch(() => {});
    return step;
  }

  /** Returns the next newer line, at last the text before the recall; undefined when there is no recall. */
  newer(): string | undefined {
    const walk = this.#walk;
    if (walk === undefined || walk.at < 0) return undefined;
    walk.at -= 1;
    if (walk.at < 0) this.stop();
    return walk.lines[walk.at]?.line ?? walk.begun;
  }

  /** Ends the walk: the line was changed or sent. What is asked still comes to nothing. */
  stop(): void {
    this.#walk = undefined;
  }

  /** Returns the recall that has led to the current text; undefined if the text was typed or came from elsewhere. */
  #walkAt(written: string): Walk | undefined {
    const walk = this.#walk;
    return walk !== undefined && (walk.lines[walk.at]?.line ?? walk.begun) === written ? walk : undefined;
  }

  async #olderIn(walk: Walk): Promise<string | undefined> {
    if (walk.at + 1 >= walk.lines.length && walk.more && this.#walk === walk) await this.#fetch(walk);
    const line = walk.lines[walk.at + 1]?.line;
    if (line === undefined || this.#walk !== walk) return undefined;
    walk.at += 1;
    return line;
  }

  async #fetch(walk: Walk): Promise<void> {
    const prefix = walk.begun === '' ? {} : { prefix: walk.begun };
    const { lines, more } = await this.#ask({ ...prefix, skip: walk.lines.length, limit: PAGE });
    walk.lines = [...walk.lines, ...lines];
    walk.more = more && lines.length > 0;
  }
}
