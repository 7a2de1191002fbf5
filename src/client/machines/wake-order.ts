/**
 * The wake-ups of several hosts in one sequence. Each host counts its own; here each gets a number in the order in which it came, so
 * that acknowledging one covers all that came before it, at whichever host.
 */

import type { Wake } from '../../protocol/cotty/wake.ts';

/** Limit: wake-ups whose place is known. Older ones can no longer be acknowledged one by one. */
const MOST = 10_000;

type Place<Host> = { readonly host: Host; readonly n: number };

export class WakeOrder<Host> {
  readonly #places = new Map<number, Place<Host>>();
  readonly #numbers = new Map<Host, Map<number, number>>();
  #last = 0;

  /** Returns the wake-up with its number here; the same one keeps its number. */
  take(host: Host, wake: Wake): Wake {
    let own = this.#numbers.get(host);
    if (own === undefined) {
      own = new Map();
      this.#numbers.set(host, own);
    }
    const known = own.get(wake.n);
    if (known !== undefined) return { ...wake, n: known };
    this.#last += 1;
    own.set(wake.n, this.#last);
    this.#places.set(this.#last, { host, n: wake.n });
    this.#forgetOld();
    return { ...wake, n: this.#last };
  }

  /** Returns what to acknowledge at each host for all wake-ups up to this number. */
  upTo(number: number): ReadonlyMap<Host, number> {
    const highest = new Map<Host, number>();
    for (const [at, { host, n }] of this.#places) {
      if (at <= number) highest.set(host, Math.max(n, highest.get(host) ?? 0));
    }
    return highest;
  }

  /** Forgets a host, which counts anew or is gone. */
  forget(host: Host): void {
    for (const number of this.#numbers.get(host)?.values() ?? []) this.#places.delete(number);
    this.#numbers.delete(host);
  }

  #forgetOld(): void {
    for (const [at, { host, n }] of this.#places) {
      if (this.#places.size <= MOST) return;
      this.#places.delete(at);
      this.#numbers.get(host)?.delete(n);
    }
  }
}
