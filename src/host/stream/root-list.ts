/** The root list of terminals: announced at once, then at most so often while much happens. */

import { ROOT_URI } from '../../protocol/common/uri.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import type { Clock } from '../ground/clock.ts';
import type { Store } from './store.ts';

/** Two hundred commands typed in a second make twenty announcements, each with the whole list. */
const REST_MS = 50;

export class RootList {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #list: () => readonly TerminalInfo[];
  #cancelRest: (() => void) | undefined;
  #stale = false;
  #told = '[]';
  #closed = false;

  constructor(store: Store, clock: Clock, list: () => readonly TerminalInfo[]) {
    this.#store = store;
    this.#clock = clock;
    this.#list = list;
  }

  /** Something of it changed. `now`: terminals came or went, or people wait to see it. */
  touch(now: boolean): void {
    this.#stale = true;
    if (now || this.#cancelRest === undefined) this.flush();
  }

  /** Also before a snapshot of the root, which must not be older than what other channels tell. */
  flush(): void {
    if (!this.#stale || this.#closed) return;
    this.#stale = false;
    const terminals = this.#list();
    // Not every reason to look again makes a difference.
    const told = JSON.stringify(terminals);
    if (told === this.#told) return;
    this.#told = told;
    this.#store.apply(ROOT_URI, { type: 'root/terminalsChanged', terminals });
    this.#cancelRest?.();
    this.#cancelRest = this.#clock.after(REST_MS, () => {
      this.#cancelRest = undefined;
      this.flush();
    });
  }

  close(): void {
    this.#closed = true;
    this.#cancelRest?.();
  }
}
