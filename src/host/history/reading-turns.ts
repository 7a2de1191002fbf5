/**
 * Queue for reading the outputs of commands: one request reads for some milliseconds, then the next. Keys and output are handled
 * after each turn, however many searches there are, and only one text is in memory at a time.
 *
 * Of each client one request is served at a time, and its others wait: clients are served alike, not requests.
 */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { RpcError } from '../../rpc/errors.ts';
import type { Clock } from '../common/clock.ts';
import type { Pause } from './slices.ts';

/** Length of a turn in milliseconds. The current piece of text is read to its end, which takes about as long again. */
const TURN_MS = 5;
/** Milliseconds between two checks whether a client that is behind has read its answers. */
const CHECK_MS = 50;

/** A client that reads. `closed`: it no longer waits for answers. */
export type Reader = {
  readonly closed: boolean;
  /**
   * Whether the client has not read what was sent to it. Its next request waits then, so that answers do not pile up in memory.
   */
  readonly isBehind: boolean;
};

export class ReadingTurns {
  readonly #clock: Clock;
  /** The requests of each client, the current one first. */
  readonly #readings = new Map<Reader, (() => void)[]>();
  /** The requests that wait for a turn: at most one of each client. */
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;
  /** When the current turn began. */
  #since = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calls `reading` at its turn. It must await `pause` before each piece of work; that rejects if the client is gone. */
  async take<T>(reader: Reader, reading: (pause: Pause) => Promise<T>): Promise<T> {
    await this.#behindOwn(reader);
    while (reader.isBehind && !reader.closed)
      await new Promise<void>((resolve) => this.#clock.after(CHECK_MS, resolve));
    await this.#turn();
    try {
      refuseGone(reader);
      return await reading(() => this.#pause(reader));
    } finally {
      this.#pass();
      this.#ended(reader);
    }
  }

  async #behindOwn(reader: Reader): Promise<void> {
    const own = this.#readings.get(reader);
    if (own === undefined) this.#readings.set(reader, []);
    else await new Promise<void>((resolve) => own.push(resolve));
  }

  #ended(reader: Reader): void {
    const next = this.#readings.get(reader)?.shift();
    if (next === undefined) this.#readings.delete(reader);
    else next();
  }

  async #pause(reader: Reader): Promise<void> {
    if (!this.#isOver) {
      refuseGone(reader);
      return;
    }
    const turn = this.#queued();
    this.#pass();
    await turn;
    refuseGone(reader);
  }

  async #turn(): Promise<void> {
    if (this.#isTaken) await this.#queued();
    else this.#begin();
  }

  get #isOver(): boolean {
    const used = this.#clock.now() - this.#since;
    // The clock may have been set back.
    return used < 0 || used >= TURN_MS;
  }

  #queued(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Gives the rest of the turn, or a new one, to the next request. */
  #pass(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#isTaken = false;
    else if (!this.#isOver) next();
    else
      this.#clock.soon(() => {
        this.#begin();
        next();
      });
  }

  #begin(): void {
    this.#isTaken = true;
    this.#since = this.#clock.now();
  }
}

function refuseGone({ closed }: Reader): void {
  if (closed) throw new RpcError(ErrorCode.InvalidRequest, 'this connection is being closed');
}
