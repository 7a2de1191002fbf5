/**
 * Acknowledges wake-ups with one request at a time: numbers that come while one is under way wait, and only the highest of
 * them is sent, because it covers the others. However many are acknowledged, a connection never has many requests open.
 */

import type { WakesResult } from '../protocol/cotty/cotty-requests.ts';

type Next = { n: number; readonly done: Promise<WakesResult> };

export class Acknowledgements {
  readonly #send: (n: number) => Promise<WakesResult>;
  #underWay: Promise<unknown> | undefined;
  #next: Next | undefined;

  constructor(send: (n: number) => Promise<WakesResult>) {
    this.#send = send;
  }

  /** Resolves with what still waits, when the wake-ups up to `n` are acknowledged. */
  upTo(n: number): Promise<WakesResult> {
    if (this.#underWay === undefined) return this.#start(() => n);
    if (this.#next !== undefined) {
      this.#next.n = Math.max(this.#next.n, n);
      return this.#next.done;
    }
    const before = this.#underWay;
    const next: Next = { n, done: before.then(() => this.#start(() => this.#takeNext())) };
    this.#next = next;
    return next.done;
  }

  #takeNext(): number {
    const n = this.#next?.n ?? 0;
    this.#next = undefined;
    return n;
  }

  #start(number: () => number): Promise<WakesResult> {
    const sent = this.#send(number());
    const settled = sent.then(
      () => {},
      () => {},
    );
    this.#underWay = settled;
    void settled.then(() => {
      if (this.#underWay === settled) this.#underWay = undefined;
    });
    return sent;
  }
}
