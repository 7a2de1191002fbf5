/** The root list of terminals: a few changes are announced at once, further ones at intervals. */

import { ROOT_URI } from '../../protocol/common/uri.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import type { Clock } from '../ground/clock.ts';
import type { Store } from './store.ts';

/** Least milliseconds between announcements: 200 commands in a second make 20 of them, each with the whole list. */
const REST_MS = 50;
/** Most announcements at once before a rest: each has the whole list, so closing a hundred terminals would cost the square. */
const MOST_AT_ONCE = 8;

export class RootList {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #list: () => readonly TerminalInfo[];
  #cancelRest: (() => void) | undefined;
  #stale = false;
  /** Announcements since the last rest. */
  #burst = 0;
  #told = '[]';
  #closed = false;

  constructor(store: Store, clock: Clock, list: () => readonly TerminalInfo[]) {
    this.#store = store;
    this.#clock = clock;
    this.#list = list;
  }

  /** Must be called when something in the list has changed; with `now` if people wait to see it. */
  touch(now: boolean): void {
    this.#stale = true;
    if (this.#cancelRest === undefined || (now && this.#burst < MOST_AT_ONCE)) this.flush();
  }

  /** Announces changes now; also before a snapshot of the root, which must not be older than the other channels. */
  flush(): void {
    if (!this.#stale || this.#closed) return;
    this.#stale = false;
    const terminals = this.#list();
    // Often nothing in the list is different.
    const told = JSON.stringify(terminals);
    if (told === this.#told) return;
    this.#told = told;
    this.#store.apply(ROOT_URI, { type: 'root/terminalsChanged', terminals });
    this.#burst += 1;
    this.#cancelRest?.();
    this.#cancelRest = this.#clock.after(REST_MS, () => {
      this.#cancelRest = undefined;
      this.#burst = 0;
      this.flush();
    });
  }

  close(): void {
    this.#closed = true;
    this.#cancelRest?.();
  }
}
