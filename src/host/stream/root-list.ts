/**
 * Announces changes of the root list of terminals: at once as a patch, further ones at intervals. Clients that do not take
 * patches get the whole list: at once if a terminal has come, gone or moved, or if users wait to see the change, else at longer
 * intervals.
 */

import { ROOT_URI } from '../../protocol/common/uri.ts';
import { patchOf } from '../../protocol/root/list-patch.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import type { Clock } from '../common/clock.ts';
import type { Store } from './store.ts';

/** Least milliseconds between patches: 200 commands in a second make 20 of them. */
const REST_MS = 50;
/** Least milliseconds between whole lists if only metadata has changed. */
const WHOLE_REST_MS = 250;
/** Most announcements without a pause: each one has the whole list, so that closing n terminals would cost n². */
const MOST_AT_ONCE = 8;

export class RootList {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #list: () => readonly TerminalInfo[];
  #cancelRest: (() => void) | undefined;
  #cancelWholeRest: (() => void) | undefined;
  #stale = false;
  /** Whether the whole list has changed since it was sent. */
  #wholeStale = false;
  /** Announcements since the last pause. */
  #burst = 0;
  #sent: readonly TerminalInfo[] = [];
  #closed = false;

  constructor(store: Store, clock: Clock, list: () => readonly TerminalInfo[]) {
    this.#store = store;
    this.#clock = clock;
    this.#list = list;
  }

  /** Must be called when the list has changed; with `now` if users wait to see it. */
  touch(now: boolean): void {
    this.#stale = true;
    if (this.#cancelRest === undefined || (now && this.#burst < MOST_AT_ONCE)) this.#announce(now);
  }

  /**
   * Announces changes now. Must be called before a snapshot of the root, which must not be older than those of other channels.
   */
  flush(): void {
    this.#announce();
    this.#sendWhole();
  }

  close(): void {
    this.#closed = true;
    this.#cancelRest?.();
    this.#cancelWholeRest?.();
  }

  #announce(now = false): void {
    if (!this.#stale || this.#closed) return;
    this.#stale = false;
    const terminals = this.#list();
    // Often the list is the same as before.
    const patch = patchOf(this.#sent, terminals);
    if (patch === undefined) return;
    this.#sent = terminals;
    this.#store.apply(ROOT_URI, patch);
    this.#wholeStale = true;
    this.#burst += 1;
    this.#cancelRest?.();
    this.#cancelRest = this.#clock.after(REST_MS, () => {
      this.#cancelRest = undefined;
      this.#burst = 0;
      this.#announce();
    });
    if (now || patch.order !== undefined || this.#cancelWholeRest === undefined) this.#sendWhole();
  }

  #sendWhole(): void {
    if (!this.#wholeStale || this.#closed) return;
    this.#wholeStale = false;
    this.#store.apply(ROOT_URI, { type: 'root/terminalsChanged', terminals: this.#sent });
    this.#cancelWholeRest?.();
    this.#cancelWholeRest = this.#clock.after(WHOLE_REST_MS, () => {
      this.#cancelWholeRest = undefined;
      this.#sendWhole();
    });
  }
}
