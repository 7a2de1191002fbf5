/**
 * The queue of requests that wait until no other command runs in a terminal: first come, first served.
 *
 * A turn begins in the same call in which the terminal is found free, so that nothing else can begin in between.
 */

import { ErrorCode, TURN_GIVEN_UP } from '../../protocol/common/error-codes.ts';
import { RpcError } from '../../rpc/errors.ts';

/** A waiting request. `told` is called with the number of requests before it, at first and whenever it changes. */
type Waiting = {
  readonly take: () => void;
  readonly fail: (error: RpcError) => void;
  readonly told: (before: number) => void;
};

export type TurnsOptions = {
  /** Whether a command could be typed now, or at the next prompt. */
  readonly isFree: () => boolean;
  /** Returns the reason if there will never be another turn. */
  readonly over: () => string | undefined;
};

/** A place in the queue. */
export type Turn<T> = {
  /** The result of `begin`; rejects with a refusal if there will be no turn. */
  readonly result: Promise<T>;
  /** Leaves the queue; does nothing if the turn has come already. */
  readonly giveUp: () => void;
};

export class Turns {
  readonly #options: TurnsOptions;
  #waiting: readonly Waiting[] = [];

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /**
   * Calls `begin` at the turn of this request: now, or after those before it. `begin` must make the terminal busy at once, or
   * throw. Throws a refusal if `most` requests are waiting already.
   */
  wait<T>(begin: () => Promise<T>, most: number, told: (before: number) => void): Turn<T> {
    if (this.#waiting.length >= most) {
      throw new RpcError(
        ErrorCode.Conflict,
        `${most} commands are waiting in this terminal already, which is the limit`,
      );
    }
    let giveUp = () => {};
    const result = new Promise<T>((resolve, reject) => {
      const waiting: Waiting = { take: () => resolve(begun(begin)), fail: reject, told };
      giveUp = () => this.#leave(waiting);
      this.#waiting = [...this.#waiting, waiting];
      this.check();
      if (this.#waiting.includes(waiting)) told(this.#waiting.indexOf(waiting));
    });
    return { result, giveUp };
  }

  /** Must be called whenever the terminal may have become free, or has ended. */
  check(): void {
    const { isFree, over } = this.#options;
    if (this.#waiting.length === 0) return;
    const ended = over();
    if (ended !== undefined) {
      const all = this.#waiting;
      this.#waiting = [];
      for (const { fail } of all) fail(new RpcError(ErrorCode.Conflict, ended));
      return;
    }
    while (isFree()) {
      const [next, ...others] = this.#waiting;
      if (next === undefined) return;
      this.#waiting = others;
      next.take();
      this.#notify();
    }
  }

  #leave(waiting: Waiting): void {
    if (!this.#waiting.includes(waiting)) return;
    this.#waiting = this.#waiting.filter((other) => other !== waiting);
    waiting.fail(new RpcError(ErrorCode.Conflict, TURN_GIVEN_UP));
    this.#notify();
  }

  #notify(): void {
    for (const [before, { told }] of this.#waiting.entries()) told(before);
  }
}

/** Calls `begin`, which may refuse by throwing or by rejecting. */
function begun<T>(begin: () => Promise<T>): Promise<T> {
  try {
    return begin();
  } catch (error) {
    return Promise.reject(error instanceof Error ? error : new Error(String(error)));
  }
}
