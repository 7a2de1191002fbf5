/**
 * Whether the host is still there. A connection that died while the machine slept, or whose network changed, only stays silent, and
 * no browser tells its page of it.
 */

import type { Client } from '../../client/client.ts';

/** Milliseconds between two questions while nothing is typed, when the page is in sight and when it is not. */
const [SEEN_EVERY_MS, HIDDEN_EVERY_MS] = [4_000, 20_000];
/** Milliseconds without an answer after which the person is told: below a second, and above what a busy host takes. */
const QUIET_MS = 700;
/** Milliseconds without an answer after which the connection is made anew. */
const LOST_MS = 5_000;

export type AliveOptions = {
  readonly client: Pick<Client, 'probe' | 'abandon'>;
  readonly isSeen: () => boolean;
  /** Called when the host does not answer, and when it does again. */
  readonly onQuiet: (isQuiet: boolean) => void;
};

export class Alive {
  readonly #options: AliveOptions;
  #asking = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(options: AliveOptions) {
    this.#options = options;
    this.#askLater();
  }

  /** Asks the host for an answer; while it is away, tries to reach it. One question at a time. */
  readonly ask = (): void => {
    if (this.#asking || this.#closed) return;
    void this.#ask();
  };

  /** Must be called when the browser says that there is no network: a host on this machine is still reached. */
  readonly offline = (): void => {
    this.#options.client.abandon('the browser is offline');
  };

  readonly stop = (): void => {
    this.#closed = true;
    clearTimeout(this.#timer);
  };

  async #ask(): Promise<void> {
    const { client, onQuiet } = this.#options;
    this.#asking = true;
    const quiet = setTimeout(() => onQuiet(true), QUIET_MS);
    await client.probe(LOST_MS);
    clearTimeout(quiet);
    this.#asking = false;
    if (this.#closed) return;
    onQuiet(false);
    this.#askLater();
  }

  #askLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.ask, this.#options.isSeen() ? SEEN_EVERY_MS : HIDDEN_EVERY_MS);
  }
}
