/** Terminals off the list that still live: closed by the user, or exited for a while. For some minutes they can be brought back. */

import type { Clock } from '../ground/clock.ts';

/** How long a closed terminal can still be brought back. */
const PARK_MS = 5 * 60_000;

export type ClosedTerminalsOptions = {
  readonly clock: Clock;
  /** How long an exited terminal stays on the list. */
  readonly exitedMs: number;
  /** It has been there long enough for an exited one. */
  readonly onRetire: (uri: string) => void;
  /** Nobody has brought it back. */
  readonly onOver: (uri: string) => void;
};

type Parked = { readonly until: number; readonly cancel: () => void };

export class ClosedTerminals {
  readonly #options: ClosedTerminalsOptions;
  readonly #parked = new Map<string, Parked>();
  readonly #retiring = new Map<string, () => void>();

  constructor(options: ClosedTerminalsOptions) {
    this.#options = options;
  }

  /** Its program has ended, or it is back on the list after that. */
  exited(uri: string): void {
    const { clock, exitedMs, onRetire } = this.#options;
    this.#retiring.get(uri)?.();
    this.#retiring.set(
      uri,
      clock.after(exitedMs, () => onRetire(uri)),
    );
  }

  park(uri: string): void {
    const { clock, onOver } = this.#options;
    this.leave(uri);
    const until = clock.now() + PARK_MS;
    this.#parked.set(uri, { until, cancel: clock.after(PARK_MS, () => onOver(uri)) });
  }

  /** Back on the list, or gone for good. */
  leave(uri: string): void {
    this.#parked.get(uri)?.cancel();
    this.#parked.delete(uri);
    this.#retiring.get(uri)?.();
    this.#retiring.delete(uri);
  }

  /** Unix milliseconds; undefined: it is not parked. */
  until(uri: string): number | undefined {
    return this.#parked.get(uri)?.until;
  }
}
