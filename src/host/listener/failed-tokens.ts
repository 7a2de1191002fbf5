/**
 * Counts wrong tokens by address: after too many within a minute, further wrong ones are answered late until the minute is over.
 * Right tokens are never delayed: a token of 256 bits cannot be guessed anyway.
 */

/** Limit of addresses. Beyond it, the one that failed first is forgotten. */
const MAX_ADDRESSES = 1024;
const WINDOW_MS = 60_000;

/** Milliseconds by which the answer to a wrong token is delayed. */
const LATE_MS = 1000;

type Count = { readonly since: number; failed: number };

export class FailedTokens {
  readonly #limit: number;
  readonly #now: () => number;
  readonly #log: (message: string) => void;
  readonly #counts = new Map<string, Count>();

  constructor(limit: number, now: () => number, log: (message: string) => void) {
    this.#limit = limit;
    this.#now = now;
    this.#log = log;
  }

  /** Counts a wrong token. Returns by how many milliseconds its answer must be delayed. The first delay of a minute is logged. */
  add(address = 'unknown'): number {
    const key = keyOf(address);
    const count = this.#current(address) ?? { since: this.#now(), failed: 0 };
    count.failed += 1;
    this.#counts.set(key, count);
    for (const oldest of this.#counts.keys()) {
      if (this.#counts.size <= MAX_ADDRESSES) break;
      this.#counts.delete(oldest);
    }
    const beyond = count.failed - this.#limit;
    if (beyond === 1) this.#log(`too many wrong tokens from ${address}: answered late for a minute`);
    return beyond <= 0 ? 0 : LATE_MS;
  }

  #current(address: string): Count | undefined {
    const key = keyOf(address);
    const count = this.#counts.get(key);
    if (count === undefined || this.#now() - count.since < WINDOW_MS) return count;
    this.#counts.delete(key);
    return undefined;
  }
}

/** Returns the address, for IPv6 only its first 64 bits: one user has all 2^64 addresses below such a prefix. */
function keyOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  const [head = '', tail] = plain.replace(/%.*$/, '').split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length);
  return [...groups, ...Array.from({ length: zeros }, () => '0'), ...after].slice(0, 4).join(':');
}
