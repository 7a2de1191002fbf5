/**
 * Limits how much output may wait unparsed between two frames: less if parsing is slow, because a key waits for all of it.
 */

/** UTF-16 units that may be incoming; beyond them they are parsed at once. */
const MOST = 128 * 1024;
/** How long a key may wait (ms). */
const KEY_WAIT_MS = 8;

export class IncomingLimit {
  readonly #now: () => number;
  readonly #least: number;
  #chars = MOST;

  /** `least`: with fewer UTF-16 units, skimming would have nothing to leave out. */
  constructor(now: () => number, least: number) {
    this.#now = now;
    this.#least = least;
  }

  get chars(): number {
    return this.#chars;
  }

  /** Parses `chars` UTF-16 units, and measures the time if they are at least `least`. */
  timed<T>(chars: number, parse: () => T): T {
    if (chars < this.#least) return parse();
    const from = this.#now();
    const parsed = parse();
    const ms = this.#now() - from;
    this.#chars = ms > 0 ? Math.min(MOST, Math.max(this.#least, (chars * KEY_WAIT_MS) / ms)) : MOST;
    return parsed;
  }
}
