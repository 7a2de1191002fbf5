/**
 * Handles unhandled rejections and uncaught exceptions of the host. Each is counted, and logged with its cause. The host goes on,
 * because ending it would end its terminals; its status shows the number of errors and the last one.
 */

import type { HostErrors } from '../../protocol/messages.ts';

/** Limit of the log, for an error that happens again and again; all are counted. */
const LOGGED = 20;
const LOGGED_WITHIN_MS = 60_000;
/** Limit of the message in the status, in UTF-16 units. */
const MESSAGE_CHARS = 300;

export class UnawaitedErrors {
  readonly #log: (message: string) => void;
  readonly #now: () => number;
  #count = 0;
  #last: Omit<HostErrors, 'count'> | undefined;
  #since = 0;
  #logged = 0;

  constructor(log: (message: string) => void, now: () => number) {
    this.#log = log;
    this.#now = now;
  }

  /** Undefined as long as there were none. */
  get status(): HostErrors | undefined {
    return this.#last === undefined ? undefined : { count: this.#count, ...this.#last };
  }

  /** Handles those of the process from now on. */
  watch(from: Pick<NodeJS.Process, 'on'>): void {
    from.on('unhandledRejection', (reason) => this.take('an unhandled rejection', reason));
    from.on('uncaughtException', (error) => this.take('an uncaught exception', error));
  }

  take(what: string, error: unknown): void {
    const at = this.#now();
    this.#count += 1;
    this.#last = { at, message: messageOf(error).slice(0, MESSAGE_CHARS) };
    if (at - this.#since >= LOGGED_WITHIN_MS) {
      this.#since = at;
      this.#logged = 0;
    }
    this.#logged += 1;
    if (this.#logged <= LOGGED) this.#write(`${what}: ${withCauses(error)}`);
    if (this.#logged === LOGGED) this.#write('further errors of this minute are only counted');
  }

  /** An error of the log itself must not lead to another one. */
  #write(message: string): void {
    try {
      this.#log(message);
    } catch {
      // The disk is full. The status has the error all the same.
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/** The stack of the error, and of those that have led to it. */
function withCauses(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.stack ?? messageOf(error);
  return error.cause === undefined || depth > 4
    ? own
    : `${own}\ncaused by ${withCauses(error.cause, depth + 1)}`;
}
