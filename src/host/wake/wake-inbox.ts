/** What one subscriber watches and has not acknowledged yet: in memory, and in its file where there is one. */

import type { InboxFile } from '../../ledger/inbox/inbox-file.ts';
import { formatInboxRow, type InboxRow } from '../../ledger/inbox/inbox-row.ts';
import { emptyInbox, type InboxState, inboxReducer, rowsOf } from '../../ledger/inbox/inbox-state.ts';
import { isRootUri } from '../../protocol/common/uri.ts';
import type { Wake, Watch } from '../../protocol/cotty/wake.ts';
import type { Clock } from '../ground/clock.ts';

export type InboxOptions = {
  /** Names the subscriber, and with what right it came. */
  readonly key: string;
  /** What it was before. */
  readonly state?: InboxState;
  /** Absent: it is in memory only. */
  readonly file?: (whole: () => string) => InboxFile;
  readonly clock: Clock;
};

export class Inbox {
  readonly key: string;
  readonly #clock: Clock;
  readonly #file: InboxFile | undefined;
  #state: InboxState;
  /** The highest number that left the host: an acknowledgement covers no more. */
  #told: number;
  /** Unix milliseconds of the last wish or answer. */
  used: number;

  constructor({ key, state, file, clock }: InboxOptions) {
    this.key = key;
    this.#clock = clock;
    this.#state = state ?? { ...emptyInbox, whole: true };
    this.#told = this.#state.last;
    this.used = clock.now();
    this.#file = file?.(() =>
      rowsOf(this.#state)
        .map((row) => formatInboxRow(key, row))
        .join(''),
    );
  }

  get state(): InboxState {
    return this.#state;
  }

  /** Its subscriber is there. */
  use(): void {
    this.used = this.#clock.now();
  }

  /** Those that a command of that terminal may be for. */
  watchesOf(channel: string): readonly Watch[] {
    return this.#state.watches.filter((watch) => watch.channel === channel || isRootUri(watch.channel));
  }

  apply(row: InboxRow): void {
    this.#state = inboxReducer(this.#state, row);
    this.#file?.append(formatInboxRow(this.key, row));
  }

  /** Takes what was forgotten out of the file, too. */
  forget(channel: string, seq: number | undefined): void {
    if (!this.#state.wakes.some((wake) => wake.channel === channel)) return;
    this.#state = inboxReducer(this.#state, {
      kind: 'forget',
      channel,
      ...(seq === undefined ? {} : { seq }),
    });
    this.#file?.replace();
  }

  /** A number that was not told yet is one of another host's. */
  acknowledge(n: number): void {
    const upTo = Math.min(n, this.#told);
    if (upTo > this.#state.acked) this.apply({ kind: 'ack', n: upTo });
  }

  /** The oldest that wait; they leave the host. */
  hand(limit: number): readonly Wake[] {
    const wakes = this.#state.wakes.slice(0, limit);
    this.#told = Math.max(this.#told, wakes.at(-1)?.n ?? 0);
    return wakes;
  }

  /** False: it was acknowledged meanwhile. */
  tell({ n }: Wake): boolean {
    this.#told = Math.max(this.#told, n);
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
