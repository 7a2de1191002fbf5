/**
 * Closed terminals, for some minutes: parked ones, off the list but alive, can be brought back; ended ones can only be read.
 *
 *   listed ──exits──▶ listed, exited ──exitedMs──▶ parked ──KEPT_MS──▶ gone
 *     │ closed ──▶ parked ──restored──▶ listed, with a new shell if it had exited
 *     │ killed ──▶ ended ──KEPT_MS──▶ gone
 */

import type { Clock } from '../common/clock.ts';

/** Milliseconds that a closed terminal is kept. */
const KEPT_MS = 5 * 60_000;

export type ClosedTerminalsOptions<T> = {
  readonly clock: Clock;
  /** Milliseconds that an exited terminal stays on the list. */
  readonly exitedMs: number;
  /** Most ended terminals; the one that ended first gives way. */
  readonly mostEnded: number;
  /** Called when an exited terminal must leave the list. */
  readonly onRetire: (uri: string) => void;
  /** Called when a parked terminal has expired and must be ended. */
  readonly onOver: (uri: string) => void;
  /** Called when an ended terminal is dropped. */
  readonly onForgotten: (uri: string, ended: T) => void;
};

type Parked = { readonly until: number; readonly asked: boolean; readonly cancel: () => void };
type Ended<T> = { readonly terminal: T; readonly until: number; readonly cancel: () => void };

/** A closed terminal: its URI, when it expires (Unix milliseconds), and the terminal itself if it has ended. */
export type Closed<T> = {
  readonly uri: string;
  readonly until: number;
  readonly ended: T | undefined;
  /** Whether a user or client has closed it; false if it left the list by itself. */
  readonly asked: boolean;
};

export class ClosedTerminals<T> {
  readonly #options: ClosedTerminalsOptions<T>;
  readonly #parked = new Map<string, Parked>();
  readonly #ended = new Map<string, Ended<T>>();
  readonly #retiring = new Map<string, () => void>();

  constructor(options: ClosedTerminalsOptions<T>) {
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

  /** Parks a terminal. `asked`: a user or client has closed it; false if it leaves the list by itself. */
  park(uri: string, asked: boolean): void {
    const { clock, onOver } = this.#options;
    this.leave(uri);
    const until = clock.now() + KEPT_MS;
    this.#parked.set(uri, { until, asked, cancel: clock.after(KEPT_MS, () => onOver(uri)) });
  }

  /** Must be called when a terminal is back on the list, or has ended. */
  leave(uri: string): void {
    this.#parked.get(uri)?.cancel();
    this.#parked.delete(uri);
    this.#retiring.get(uri)?.();
    this.#retiring.delete(uri);
  }

  /** Keeps a terminal that has ended, so that its output can still be read. */
  keep(uri: string, terminal: T): void {
    const { clock, mostEnded } = this.#options;
    this.forget(uri);
    const until = clock.now() + KEPT_MS;
    this.#ended.set(uri, { terminal, until, cancel: clock.after(KEPT_MS, () => this.forget(uri)) });
    for (const oldest of this.#ended.keys()) {
      if (this.#ended.size <= mostEnded) break;
      this.forget(oldest);
    }
  }

  /** Drops an ended terminal. */
  forget(uri: string): void {
    const ended = this.#ended.get(uri);
    if (ended === undefined) return;
    ended.cancel();
    this.#ended.delete(uri);
    this.#options.onForgotten(uri, ended.terminal);
  }

  /** Drops all ended terminals. */
  close(): void {
    for (const uri of [...this.#ended.keys()]) this.forget(uri);
  }

  ended(uri: string): T | undefined {
    return this.#ended.get(uri)?.terminal;
  }

  /** All closed terminals, the latest first. */
  get all(): readonly Closed<T>[] {
    const parked = [...this.#parked].map(([uri, { until, asked }]) => ({
      uri,
      until,
      asked,
      ended: undefined,
    }));
    const ended = [...this.#ended].map(([uri, { until, terminal }]) => ({
      uri,
      until,
      asked: true,
      ended: terminal,
    }));
    // Among terminals closed in the same millisecond, the later one of each kind comes first.
    return [...parked, ...ended].reverse().toSorted((one, other) => other.until - one.until);
  }

  /** When a parked terminal expires, in Unix milliseconds; undefined if the terminal is not parked. */
  until(uri: string): number | undefined {
    return this.#parked.get(uri)?.until;
  }
}
