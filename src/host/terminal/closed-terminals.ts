/** Parked terminals: off the list, closed by the user or exited a while ago, and for some minutes still there to be restored. */

import type { Clock } from '../ground/clock.ts';

/** How long a parked terminal can be restored, in milliseconds. */
const PARK_MS = 5 * 60_000;

export type ClosedTerminalsOptions = {
  readonly clock: Clock;
  /** How long an exited terminal stays on the list, in milliseconds. */
  readonly exitedMs: number;
  /** Called when an exited terminal is to leave the list. */
  readonly onRetire: (uri: string) => void;
  /** Called when the time to restore a terminal is over. */
  readonly onOver: (uri: string) => void;
};

type Parked = { readonly until: number; readonly asked: boolean; readonly cancel: () => void };

export class ClosedTerminals {
  readonly #options: ClosedTerminalsOptions;
  readonly #parked = new Map<string, Parked>();
  readonly #retiring = new Map<string, () => void>();

  constructor(options: ClosedTerminalsOptions) {
    this.#options = options;
  }

  /** Must be called when a terminal has exited, or when an exited one is back on the list. */
  exited(uri: string): void {
    const { clock, exitedMs, onRetire } = this.#options;
    this.#retiring.get(uri)?.();
    this.#retiring.set(
      uri,
      clock.after(exitedMs, () => onRetire(uri)),
    );
  }

  /** `asked` when somebody has closed it; false when it has only left the list. */
  park(uri: string, asked: boolean): void {
    const { clock, onOver } = this.#options;
    this.leave(uri);
    const until = clock.now() + PARK_MS;
    this.#parked.set(uri, { until, asked, cancel: clock.after(PARK_MS, () => onOver(uri)) });
  }

  /** Must be called when a terminal is back on the list, or gone for good. */
  leave(uri: string): void {
    this.#parked.get(uri)?.cancel();
    this.#parked.delete(uri);
    this.#retiring.get(uri)?.();
    this.#retiring.delete(uri);
  }

  /** URIs of the terminals that somebody has closed, the one closed last first. */
  get closed(): readonly string[] {
    return [...this.#parked].flatMap(([uri, { asked }]) => (asked ? [uri] : [])).reverse();
  }

  /** End of the time to restore, in Unix milliseconds; undefined when the terminal is not parked. */
  until(uri: string): number | undefined {
    return this.#parked.get(uri)?.until;
  }
}
