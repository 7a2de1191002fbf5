/** The wake-ups of one agent: waiting until they are delivered, acknowledged to the host once they were. */

import type { Client } from '../../client/client.ts';
import type { Wake, Watch } from '../../protocol/cotty/wake.ts';
import { parseWake } from '../../protocol/validate/read-cotty.ts';

/** The host keeps them all; here only the oldest are held, and further ones come with the next acknowledgement. */
const MAX_WAITING = 500;
/** Delivered out of turn and not yet acknowledged; of older ones it is forgotten that they were. */
const MAX_DELIVERED = 2_000;

export type InboxOptions = {
  readonly client: Client;
  readonly onWake: (wake: Wake) => void;
  readonly log: (message: string) => void;
};

export class Inbox {
  readonly #client: Client;
  readonly #onWake: (wake: Wake) => void;
  readonly #log: (message: string) => void;
  readonly #stops: (() => void)[] = [];
  #waiting: readonly Wake[] = [];
  #delivered = new Set<string>();
  #lastDelivered = 0;
  #watches: readonly Watch[] = [];
  #listeners: readonly (() => void)[] = [];

  constructor({ client, onWake, log }: InboxOptions) {
    this.#client = client;
    this.#onWake = onWake;
    this.#log = log;
    this.#stops.push(
      client.onNotification((method, params) => {
        if (method === 'x-cotty/woken') this.#woken(params);
      }),
      client.onConnectionState((state) => {
        if (state === 'ready') void this.load();
      }),
    );
  }

  /** Oldest first. */
  get waiting(): readonly Wake[] {
    return this.#waiting;
  }

  /** As far as is known: the host has the list. */
  get watches(): readonly Watch[] {
    return this.#watches;
  }

  /** What came while nobody was here, and what is watched. */
  async load(): Promise<void> {
    try {
      const { wakes, watches, dropped } = await this.#client.cotty.wakes();
      if (dropped > 0) this.#log(`${dropped} older wake-ups were given up by the host`);
      this.#watches = watches;
      this.#waiting = [];
      this.#add(wakes);
      if (this.#delivered.size > 0) await this.#acknowledge();
      if (this.#waiting.length > 0) this.#tell();
    } catch (error) {
      this.#log(`the waiting wake-ups could not be read: ${String(error)}`);
    }
  }

  /** Takes out those that are wanted, and acknowledges them: they are not told again. */
  async take(wanted: (wake: Wake) => boolean): Promise<readonly Wake[]> {
    const taken = this.#waiting.filter(wanted);
    if (taken.length === 0) return taken;
    this.#waiting = this.#waiting.filter((wake) => !wanted(wake));
    for (const wake of taken) {
      this.#delivered.add(keyOf(wake));
      this.#lastDelivered = Math.max(this.#lastDelivered, wake.n);
    }
    await this.#acknowledge();
    return taken;
  }

  /** Called at each arrival; the returned function ends it. */
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

  #woken(params: unknown): void {
    const wake = parseWake((params as { readonly wake?: unknown } | null)?.wake);
    if (wake === undefined || !this.#add([wake])) return;
    this.#onWake(wake);
    this.#tell();
  }

  /** False: none of them is news. */
  #add(wakes: readonly Wake[]): boolean {
    const known = new Set(this.#waiting.map(keyOf));
    const news = wakes.filter((wake) => !known.has(keyOf(wake)) && !this.#delivered.has(keyOf(wake)));
    this.#waiting = [...this.#waiting, ...news].sort((a, b) => a.n - b.n).slice(0, MAX_WAITING);
    return news.length > 0;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  /** The cursor goes up to the first that still waits: what was delivered behind it is remembered here. */
  async #acknowledge(): Promise<void> {
    const first = this.#waiting[0];
    const ack = first === undefined ? this.#lastDelivered : first.n - 1;
    if (ack <= 0) return;
    try {
      const { wakes } = await this.#client.cotty.wakes({ ack });
      this.#add(wakes);
      const kept = [...this.#delivered].filter((key) => Number.parseInt(key, 10) > ack);
      this.#delivered = new Set(kept.slice(-MAX_DELIVERED));
    } catch (error) {
      // They stay among the delivered, so that they are not told twice, and are acknowledged with the next ones.
      this.#log(`wake-ups up to ${ack} could not be acknowledged: ${String(error)}`);
    }
  }
}

/** The number alone may come again from a host that started clean. */
function keyOf(wake: Wake): string {
  return `${wake.n} ${wake.command_id}`;
}
