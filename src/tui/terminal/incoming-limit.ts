/** How much output may wait unparsed between two frames: less where it is slow to parse, because a key waits for all of it. */

import { FLOOD } from './flood-preview.ts';

/** UTF-16 units that may be incoming; beyond them they are parsed at once. */
const MOST = 128 * 1024;
/** With fewer no flood would be seen as one, and nothing of it left out. */
const LEAST = FLOOD;
/** What a key may wait for (ms). */
const KEY_WAIT_MS = 8;

export class IncomingLimit {
  readonly #now: () => number;
  #chars = MOST;

  constructor(now: () => number) {
    this.#now = now;
  }

  get chars(): number {
    return this.#chars;
  }

  /** Parses so many UTF-16 units, and takes the time when they are many. */
  timed<T>(chars: number, parse: () => T): T {
    if (chars < LEAST) return parse();
    const from = this.#now();
    const parsed = parse();
    const ms = this.#now() - from;
    this.#chars = ms > 0 ? Math.min(MOST, Math.max(LEAST, (chars * KEY_WAIT_MS) / ms)) : MOST;
    return parsed;
  }
}
