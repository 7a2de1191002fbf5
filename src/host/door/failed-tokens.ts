/** Counts wrong tokens by address: an address that sends too many within a minute is blocked until the minute is over. */

/** Limit of remembered addresses; beyond it the one that failed first is forgotten. */
const MAX_ADDRESSES = 1024;
const WINDOW_MS = 60_000;

type Count = { readonly since: number; failed: number };

export class FailedTokens {
  readonly #limit: number;
  readonly #now: () => number;
  readonly #counts = new Map<string, Count>();

  constructor(limit: number, now: () => number) {
    this.#limit = limit;
    this.#now = now;
  }

  isBlocked(address: string): boolean {
    return (this.#current(address)?.failed ?? 0) >= this.#limit;
  }

  /** Counts a wrong token. Returns true when the address is blocked from now on. */
  add(address: string): boolean {
    const key = keyOf(address);
    const count = this.#current(address) ?? { since: this.#now(), failed: 0 };
    count.failed += 1;
    this.#counts.set(key, count);
    for (const oldest of this.#counts.keys()) {
      if (this.#counts.size <= MAX_ADDRESSES) break;
      this.#counts.delete(oldest);
    }
    return count.failed === this.#limit;
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
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.split('%')[0]?.split('::') ?? [];
  const groups = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length);
  return [...groups, ...Array.from({ length: zeros }, () => '0'), ...after].slice(0, 4).join(':');
}
