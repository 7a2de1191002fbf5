/** The wake-ups of one agent: held until they are delivered, then acknowledged to the host. */

import type { Client } from '../../client/client.ts';
import { readWakes } from '../../client/read-wakes.ts';
import type { Wake, Watch } from '../../protocol/cotty/wake.ts';
import { wakeId } from '../../protocol/cotty/wake-text.ts';

/** The host keeps all wake-ups. Only the oldest are held here; more come with the next acknowledgement. */
const MAX_WAITING = 500;
/**
 * Limit of delivered wake-ups that are remembered. A host that is not reachable learns of them only later, and an answer that lists
 * them may come after they were acknowledged. Beyond this the oldest may be delivered again.
 */
const MAX_DELIVERED = 2_000;

export type AgentInboxOptions = {
  readonly client: Client;
  readonly onWake: (wake: Wake) => void;
  readonly log: (message: string) => void;
};

export class AgentInbox {
  readonly #client: Client;
  readonly #onWake: (wake: Wake) => void;
  readonly #log: (message: string) => void;
  readonly #stops: (() => void)[] = [];
  #waiting: readonly Wake[] = [];
  #delivered = new Set<string>();
  #lastDelivered = 0;
  #watches: readonly Watch[] = [];
  #listeners: readonly (() => void)[] = [];

  constructor({ client, onWake, log }: AgentInboxOptions) {
    this.#client = client;
    this.#onWake = onWake;
    this.#log = log;
    this.#stops.push(
      client.onWake((wake) => this.#woken(wake)),
      client.onConnectionState((state) => {
        if (state === 'ready') void this.load();
      }),
    );
  }

  /** Undelivered wake-ups, oldest first. */
  get waiting(): readonly Wake[] {
    return this.#waiting;
  }

  /** Watches as last read from the host, which has the list. */
  get watches(): readonly Watch[] {
    return this.#watches;
  }

  /** Reads the wake-ups that came while disconnected, and the watches. */
  async load(): Promise<void> {
    try {
      const { wakes, watches, dropped } = await readWakes(this.#client);
      if (dropped > 0) this.#log(`the host dropped ${dropped} older wake-ups`);
      this.#watches = watches;
      this.#waiting = [];
      this.#add(wakes);
      if (wakes.some((wake) => this.#delivered.has(wakeId(wake)))) await this.#acknowledge();
      if (this.#waiting.length > 0) this.#notifyListeners();
    } catch (error) {
      this.#log(`cannot read the waiting wake-ups: ${String(error)}`);
    }
  }

  /** Removes the wanted wake-ups and acknowledges them, so that they are not delivered again. */
  async take(wanted: (wake: Wake) => boolean): Promise<readonly Wake[]> {
    const taken = this.#waiting.filter(wanted);
    if (taken.length === 0) return taken;
    this.#waiting = this.#waiting.filter((wake) => !wanted(wake));
    for (const wake of taken) {
      this.#delivered.add(wakeId(wake));
      this.#lastDelivered = Math.max(this.#lastDelivered, wake.n);
    }
    this.#delivered = new Set([...this.#delivered].slice(-MAX_DELIVERED));
    await this.#acknowledge();
    return taken;
  }

  /** Calls the listener at each arrival. The returned function removes it. */
  onArrival(listener: () => void): () => void {
    this.#listeners = [...this.#listeners, listener];
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== listener);
    };
  }

  close(): void {
    for (const stop of this.#stops.splice(0)) stop();
    this.#listeners = [];
  }

  #woken(wake: Wake): void {
    if (!this.#add([wake])) return;
    this.#onWake(wake);
    this.#notifyListeners();
  }

  /** Returns false if none of the wake-ups is new. */
  #add(wakes: readonly Wake[]): boolean {
    const known = new Set(this.#waiting.map(wakeId));
    const fresh = wakes.filter((wake) => !known.has(wakeId(wake)) && !this.#delivered.has(wakeId(wake)));
    this.#waiting = [...this.#waiting, ...fresh].sort((a, b) => a.n - b.n).slice(0, MAX_WAITING);
    return fresh.length > 0;
  }

  #notifyListeners(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Acknowledges up to the first wake-up that still waits. */
  async #acknowledge(): Promise<void> {
    const first = this.#waiting[0];
    const ack = first === undefined ? this.#lastDelivered : first.n - 1;
    if (ack <= 0) return;
    try {
      const { wakes } = await this.#client.cotty.acknowledge(ack);
      this.#add(wakes);
    } catch (error) {
      // None is delivered twice, and the next acknowledgement includes them.
      this.#log(`cannot acknowledge the wake-ups up to ${ack}: ${String(error)}`);
    }
  }
}
