/** Requests that wait for their answers, each with its own timeout. */

import { type ClosedError, RpcError, TimeoutError } from './errors.ts';
import type { ErrorBody, Id } from './rpc-frame.ts';

/** Limit of unanswered requests, so that a leak is found; the next one is refused. */
const MAX_PENDING = 1024;

type Waiting = {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly read: ((result: unknown) => unknown) | undefined;
  readonly timer: ReturnType<typeof setTimeout>;
};

type WaitOptions = { readonly timeoutMs?: number; readonly read?: (result: unknown) => unknown };

export class Pending {
  readonly #waiting = new Map<Id, Waiting>();
  readonly #timeoutMs: number;
  #lastId = 0;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  open(method: string, options: WaitOptions): { id: number; answer: Promise<unknown> } {
    this.#lastId += 1;
    const id = this.#lastId;
    return { id, answer: this.#wait(id, method, options) };
  }

  /** Settles a request with its result. An unknown id is a late answer: its request has timed out. */
  resolve(id: Id, result: unknown): void {
    const waiting = this.#settle(id);
    if (waiting === undefined) return;
    try {
      waiting.resolve(waiting.read === undefined ? result : waiting.read(result));
    } catch (error) {
      waiting.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }

  reject(id: Id, error: ErrorBody): void {
    this.#settle(id)?.reject(new RpcError(error.code, error.message, error.data));
  }

  close(error: ClosedError): void {
    for (const id of [...this.#waiting.keys()]) this.#settle(id)?.reject(error);
  }

  #wait(id: number, method: string, options: WaitOptions): Promise<unknown> {
    if (this.#waiting.size >= MAX_PENDING)
      return Promise.reject(new TimeoutError(`too many requests: ${MAX_PENDING} wait for answers`));
    const timeoutMs = options.timeoutMs ?? this.#timeoutMs;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#settle(id)?.reject(new TimeoutError(`no answer to ${method} within ${timeoutMs} ms`));
      }, timeoutMs);
      this.#waiting.set(id, { resolve, reject, read: options.read, timer });
    });
  }

  #settle(id: Id): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    clearTimeout(waiting?.timer);
    return waiting;
  }
}
