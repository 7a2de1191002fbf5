/**
 * The wake-ups of several hosts in one sequence. Each host counts its own; here each gets a number in the order in which it came, so
 * that acknowledging one covers all that came before it, at whichever host. A host that was started without its records (`--clean`,
 * `--ephemeral`) counts from one again.
 */

import type { Wake } from '../../protocol/cotty/wake.ts';
import { wakeId } from '../../protocol/cotty/wake-text.ts';

/** Limit: wake-ups whose place is known. Older ones can no longer be acknowledged one by one. */
const MOST = 10_000;
/** Milliseconds by which the time of a wake-up may lie before that of the one sent before: programs are watched for a moment. */
const SLACK_MS = 5_000;

/** `id` tells a wake-up from another one with the same number of the same host; `at` is in Unix milliseconds. */
type Place<Host> = { readonly host: Host; readonly n: number; readonly id: string; readonly at: number };

/** The wake-ups of one host: their numbers here by id, and the ids by the host's numbers. */
type Own<Host> = {
  readonly numbers: Map<string, number>;
  readonly ids: Map<number, string>;
  /** The one with the highest number of the host. */
  top: Place<Host> | undefined;
};

export class WakeOrder<Host> {
  /** By the number here, in that order. */
  readonly #places = new Map<number, Place<Host>>();
  readonly #hosts = new Map<Host, Own<Host>>();
  #last = 0;

  /** Returns the wake-up with its number here; the same one keeps its number. */
  take(host: Host, wake: Wake): Wake {
    const place = { host, n: wake.n, id: wakeId(wake), at: timeOf(wake) };
    const before = this.#hosts.get(host);
    const known = before?.ids.get(place.n) === place.id ? before.numbers.get(place.id) : undefined;
    if (known !== undefined) return { ...wake, n: known };
    if (before !== undefined && countsAnew(before, place)) this.forget(host);
    this.#add(place);
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
    for (const number of this.#hosts.get(host)?.numbers.values() ?? []) this.#places.delete(number);
    this.#hosts.delete(host);
  }

  #add(place: Place<Host>): void {
    const { host, n, id } = place;
    const own = this.#hosts.get(host) ?? { numbers: new Map(), ids: new Map(), top: undefined };
    this.#last += 1;
    this.#places.set(this.#last, place);
    own.numbers.set(id, this.#last);
    own.ids.set(n, id);
    if (own.top === undefined || own.top.n < n) own.top = place;
    this.#hosts.set(host, own);
    for (const [at, old] of this.#places) {
      if (this.#places.size <= MOST) return;
      this.#places.delete(at);
      const its = this.#hosts.get(old.host);
      its?.numbers.delete(old.id);
      its?.ids.delete(old.n);
    }
  }
}

/** Whether another wake-up had this number, or a later one has a lower number. */
function countsAnew<Host>({ ids, top }: Own<Host>, { n, at }: Place<Host>): boolean {
  return ids.has(n) || (top !== undefined && n < top.n && at > top.at + SLACK_MS);
}

function timeOf({ finished_at, noted }: Wake): number {
  return Date.parse(noted?.at ?? finished_at);
}
