/**
 * Turns of those who read what commands have printed: one reads at a time, for some milliseconds, then the next. However many
 * searches are asked for, keys and output are handled after each turn, and one text at a time is in memory.
 *
 * A reader has one reading under way, and its others wait: readers are served alike, not readings.
 */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { RpcError } from '../../rpc/errors.ts';
import type { Clock } from '../common/clock.ts';
import type { Pause } from './slices.ts';

/** Length of a turn in milliseconds. The piece of text that passes it is read to its end, which takes about as long. */
const TURN_MS = 5;
/** Milliseconds between two checks whether a reader that is behind has taken its answers. */
const CHECK_MS = 50;

/** Somebody who reads; `closed` once nobody waits for the answers any more. */
export type Reader = {
  readonly closed: boolean;
  /** Whether it has not taken what it was sent: its next reading waits, so that answers do not pile up in memory. */
  readonly isBehind: boolean;
};

export class ReadingTurns {
  readonly #clock: Clock;
  /** The readings of each reader, the one under way first. */
  readonly #readings = new Map<Reader, (() => void)[]>();
  /** Those that wait for a turn: at most one of each reader. */
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;
  /** When the turn began. */
  #since = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calls `reading` when it is its turn. It must await its pause before each piece of work, and rejects there when its reader is gone. */
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
    // The clock of a machine may be set back.
    return used < 0 || used >= TURN_MS;
  }

  #queued(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Gives what is left of the turn, or else a new one, to the next who waits. */
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
