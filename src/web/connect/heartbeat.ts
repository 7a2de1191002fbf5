/**
 * Finds out whether the host still answers. A browser reports a dead connection only after minutes. So the page sends a request
 * soon after something was typed, and every few seconds otherwise. That the host is silent is shown long before the connection is
 * given up, because a connection that is only slow recovers.
 *
 * Silence is counted in ticks of a timer and not by the clock: after a pause of the whole page (a busy or sleeping machine) only
 * one tick is due, and the answers that have come meanwhile are read before the next one.
 */

import type { Client } from '../../client/client.ts';

/** Milliseconds from typed input to the question, which the answers to more input share. */
const TYPED_MS = 50;
/** Milliseconds between questions otherwise, while the page is in sight and while it is not. */
const SEEN_MS = 3_000;
const HIDDEN_MS = 20_000;
const TICK_MS = 100;
/** Ticks without a sign of life after which the host counts as silent: with `TYPED_MS` less than a second. */
const SILENT_TICKS = 6;
/** Ticks without one after which the connection is given up; what was typed is kept for longer. */
const LOST_TICKS = 50;

export type HeartbeatOptions = {
  readonly client: Pick<Client, 'ping' | 'received' | 'giveUp'>;
  readonly isSeen: () => boolean;
  /** Called when the host falls silent, and when it is heard again. */
  readonly onSilent: (isSilent: boolean) => void;
  /** Called when the host has answered: what was typed before has arrived. */
  readonly onAnswer: () => void;
};

export class Heartbeat {
  readonly #options: HeartbeatOptions;
  #next: ReturnType<typeof setTimeout> | undefined;
  #tick: ReturnType<typeof setInterval> | undefined;
  /** Whether something was typed since the last question. */
  #typed = false;
  #isSilent = false;
  /** Counts connections, so that answers on an earlier one are ignored. */
  #connection = 0;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
    this.begin();
  }

  /** Must be called when there is a new connection. */
  begin(): void {
    this.stop();
    this.#wait(this.#pauseMs);
  }

  /** Must be called when the connection is lost. */
  stop(): void {
    this.#connection += 1;
    this.#endWait();
    this.#heard();
  }

  /** Must be called after input was sent. */
  typed(): void {
    if (this.#typed) return;
    this.#typed = true;
    if (this.#tick === undefined) this.#wait(TYPED_MS);
  }

  /** Asks at once, because something has happened to the network or to the page. */
  readonly ask = (): void => {
    if (this.#tick !== undefined) return;
    this.#endWait();
    this.#typed = false;
    const connection = this.#connection;
    this.#count();
    void this.#options.client.ping().then((isAnswered) => {
      if (connection !== this.#connection || !isAnswered) return;
      this.#endTicks();
      this.#heard();
      this.#options.onAnswer();
      this.#wait(this.#typed ? TYPED_MS : this.#pauseMs);
    });
  };

  get #pauseMs(): number {
    return this.#options.isSeen() ? SEEN_MS : HIDDEN_MS;
  }

  #wait(ms: number): void {
    clearTimeout(this.#next);
    this.#next = setTimeout(this.ask, ms);
  }

  /** Counts the ticks since the last message of the host, whatever it was. */
  #count(): void {
    const { client } = this.#options;
    let before = client.received;
    let ticks = 0;
    this.#tick = setInterval(() => {
      ticks += 1;
      if (client.received !== before) {
        before = client.received;
        ticks = 0;
        this.#heard();
      }
      if (ticks === SILENT_TICKS) this.#tell(true);
      if (ticks === LOST_TICKS) client.giveUp('the host does not answer');
    }, TICK_MS);
  }

  #heard(): void {
    this.#tell(false);
  }

  #tell(isSilent: boolean): void {
    if (isSilent === this.#isSilent) return;
    this.#isSilent = isSilent;
    this.#options.onSilent(isSilent);
  }

  #endTicks(): void {
    clearInterval(this.#tick);
    this.#tick = undefined;
  }

  #endWait(): void {
    clearTimeout(this.#next);
    this.#endTicks();
  }
}
