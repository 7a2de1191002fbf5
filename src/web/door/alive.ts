/**
 * Whether the host is still there. No browser tells its page of a line that died while the machine slept or changed its
 * network: it only stays silent.
 */

import type { Client } from '../../client/client.ts';

/** Time between two questions, in milliseconds. A host that is only busy answers within the second time. */
const EVERY_MS = 20_000;
const WITHIN_MS = 10_000;

export class Alive {
  readonly #client: Pick<Client, 'probe'>;
  readonly #timer: ReturnType<typeof setInterval>;

  constructor(client: Pick<Client, 'probe'>) {
    this.#client = client;
    this.#timer = setInterval(this.ask, EVERY_MS);
  }

  /** Asks now, or tries again now: somebody came back to the page, or there is a network again. */
  readonly ask = () => this.#client.probe(WITHIN_MS);

  readonly stop = () => clearInterval(this.#timer);
}
