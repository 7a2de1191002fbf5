/** The inbox of one subscriber: its watches and its unacknowledged wake-ups, in memory and in a file if there is one. */

import type { InboxFile } from '../../ledger/inbox/inbox-file.ts';
import { formatInboxRow, type InboxRow } from '../../ledger/inbox/inbox-row.ts';
import { emptyInbox, type InboxState, inboxReducer, rowsOf } from '../../ledger/inbox/inbox-state.ts';
import { isRootUri } from '../../protocol/common/uri.ts';
import type { Wake, Watch } from '../../protocol/cotty/wake.ts';
import type { Clock } from '../common/clock.ts';

export type InboxOptions = {
  /** Key of the subscriber. */
  readonly key: string;
  /** Stored state of the inbox. */
  readonly state?: InboxState;
  /** Absent when the inbox is in memory only. */
  readonly file?: (whole: () => string) => InboxFile;
  readonly clock: Clock;
};

export class Inbox {
  readonly key: string;
  readonly #clock: Clock;
  readonly #file: InboxFile | undefined;
  #state: InboxState;
  /** Highest number of a wake-up that was sent: an acknowledgement covers no later ones. */
  #lastSent: number;
  /** Time of the subscriber's last request, in Unix milliseconds. */
  lastUsed: number;

  constructor({ key, state, file, clock }: InboxOptions) {
    this.key = key;
    this.#clock = clock;
    this.#state = state ?? { ...emptyInbox, whole: true };
    this.#lastSent = this.#state.last;
    this.lastUsed = clock.now();
    this.#file = file?.(() =>
      rowsOf(this.#state)
        .map((row) => formatInboxRow(key, row))
        .join(''),
    );
  }

  get state(): InboxState {
    return this.#state;
  }

  /** Called at each request of the subscriber. */
  use(): void {
    this.lastUsed = this.#clock.now();
  }

  /** Returns the watches that a command of this terminal may match. */
  watchesOf(channel: string): readonly Watch[] {
    return this.#state.watches.filter((watch) => watch.channel === channel || isRootUri(watch.channel));
  }

  /** Returns those of the watches that have not been ended. */
  stillOf(watches: readonly Watch[]): readonly Watch[] {
    return watches.filter(({ id }) => this.#state.watches.some((watch) => watch.id === id));
  }

  apply(row: InboxRow): void {
    this.#state = inboxReducer(this.#state, row);
    this.#file?.append(formatInboxRow(this.key, row));
  }

  /** Removes forgotten records from the wake-ups, also in the file. */
  forget(channel: string, seq: number | undefined): void {
    if (!this.#state.wakes.some((wake) => wake.channel === channel)) return;
    this.#state = inboxReducer(this.#state, {
      kind: 'forget',
      channel,
      ...(seq === undefined ? {} : { seq }),
    });
    this.#file?.replace();
  }

  /** Acknowledges the wake-ups up to `n`. A number that was not sent yet comes from another host and is limited. */
  acknowledge(n: number): void {
    const upTo = Math.min(n, this.#lastSent);
    if (upTo > this.#state.acked) this.apply({ kind: 'ack', n: upTo });
  }

  /** Returns the oldest wake-ups, to be sent to the subscriber. */
  handOut(limit: number): readonly Wake[] {
    const wakes = this.#state.wakes.slice(0, limit);
    this.#lastSent = Math.max(this.#lastSent, wakes.at(-1)?.n ?? 0);
    return wakes;
  }

  /** Counts a wake-up as sent. Returns false when it was acknowledged meanwhile. */
  markSent({ n }: Wake): boolean {
    this.#lastSent = Math.max(this.#lastSent, n);
    return n > this.#state.acked;
  }

  async written(): Promise<void> {
    await this.#file?.written();
  }

  async close(): Promise<void> {
    await this.#file?.close();
  }

  async remove(): Promise<void> {
    await this.#file?.remove();
  }
}
