/** Who is woken by which command: takes wishes, tells of finished commands, keeps what was told until it is acknowledged. */

import type { Heard } from '../../ledger/inbox/inbox-row.ts';
import type { Recovered } from '../../ledger/read/recover.ts';
import type { LedgerRecord } from '../../ledger/records/record.ts';
import { isRootUri } from '../../protocol/common/uri.ts';
import type { WakesResult } from '../../protocol/cotty/cotty-requests.ts';
import type { Wake, Watch, WatchFilter } from '../../protocol/cotty/wake.ts';
import type { ActionEnvelope } from '../../protocol/envelope.ts';
import { type Subscriber, writerOf } from '../people/wake-subscriber.ts';
import type { Store } from '../stream/store.ts';
import { type SeenCommand, seen, wakeOf } from './finished-wake.ts';
import type { Inbox } from './wake-inbox.ts';
import { Inboxes, type InboxesOptions } from './wake-inboxes.ts';
import { matches } from './watch-filter.ts';
import { refusal, sameWatch, wish } from './watch-rules.ts';

export type WakesOptions = InboxesOptions & {
  readonly store: Store;
  /** One that runs or has ended, if it is still known. */
  readonly command: (channel: string, commandId: string) => LedgerRecord | undefined;
  /** To every connection of that subscriber. */
  readonly push: (key: string, wake: Wake) => void;
};

export type Watched =
  | { readonly ok: true; readonly watch: Watch }
  | { readonly ok: false; readonly reason: string };

export class Wakes {
  readonly #options: WakesOptions;
  readonly #inboxes: Inboxes;
  /** By channel, the number of the command that ended last. */
  readonly #finished = new Map<string, number>();
  /** Not before all terminals are back is one gone that is not there. */
  #isBack = false;
  #stopping = false;

  constructor(options: WakesOptions) {
    this.#options = options;
    this.#inboxes = new Inboxes(options);
  }

  /** What was wished and told before. Without a folder everything stays in memory. */
  async load(folder: string | undefined): Promise<void> {
    await this.#inboxes.load(folder);
  }

  /** Tells what ended while it could not be told: with the host of before, or between its last row and its end. */
  resumed(recovered: readonly Recovered[]): void {
    for (const one of recovered) {
      this.#finished.set(one.terminal.uri, one.lastSeq);
      for (const inbox of this.#inboxes.watching(one.terminal.uri)) {
        if (inbox.state.whole) this.#offerMissed(inbox, one);
      }
    }
    this.#isBack = true;
    this.#endGone();
  }

  /** A terminal may have gone. */
  take({ action }: ActionEnvelope): void {
    if (action.type === 'root/terminalsChanged') this.#endGone();
  }

  /** Its record is complete. */
  finished(channel: string, record: LedgerRecord): void {
    this.#finished.set(channel, record.seq);
    const inboxes = this.#inboxes.watching(channel);
    if (inboxes.length === 0) return;
    const command = seen({ channel, terminal: this.#titleOf(channel), record });
    for (const inbox of inboxes) this.#offer(inbox, command, inbox.watchesOf(channel));
  }

  /** Resolves when the wish is on disk. */
  async watch({ key, writer }: Subscriber, channel: string, asked: WatchFilter): Promise<Watched> {
    const filter = wish(asked);
    const inbox = this.#inboxes.of(key);
    inbox.use();
    const own = inbox.state.watches;
    const same = own.find((watch) => sameWatch(watch, channel, filter));
    const isThere = (commandId: string) => this.#options.command(channel, commandId) !== undefined;
    if (same === undefined) {
      const reason = refusal(channel, filter, { own, all: this.#inboxes.watchesBeside(key), isThere });
      if (reason !== undefined) return { ok: false, reason };
    }
    const watch = same ?? { id: this.#inboxes.newWatchId(), subscriber: writer, channel, filter };
    if (same === undefined) {
      inbox.apply({ kind: 'watch', watch, heard: this.#heardNow(channel) });
      this.#offerEnded(inbox, watch);
    }
    await inbox.written();
    return { ok: true, watch };
  }

  async unwatch({ key }: Subscriber, channel: string, id: string | undefined): Promise<void> {
    const inbox = this.#inboxes.find(key);
    const ended = (inbox?.state.watches ?? []).filter((watch) =>
      id === undefined ? watch.channel === channel : watch.id === id,
    );
    for (const watch of ended) inbox?.apply({ kind: 'unwatch', id: watch.id });
    await inbox?.written();
  }

  /** Who hears of that terminal, or of all. */
  subscribers(channel: string): readonly string[] {
    return [...new Set(this.#inboxes.watching(channel).map(({ key }) => writerOf(key)))];
  }

  /** Resolves when the acknowledgement, and what is told, are on disk. */
  async wakes({ key }: Subscriber, limit: number, ack?: number): Promise<WakesResult> {
    const inbox = this.#inboxes.find(key);
    if (inbox === undefined) return { wakes: [], dropped: 0, watches: [] };
    inbox.use();
    if (ack !== undefined) inbox.acknowledge(ack);
    const wakes = inbox.hand(limit);
    const { dropped, watches } = inbox.state;
    await inbox.written();
    return { wakes, dropped, watches };
  }

  /**
   * Takes command line and output of one record out of what waits; without a number, everything of that terminal.
   * Resolves when the disk has it no more.
   */
  async forget(channel: string, seq?: number): Promise<void> {
    const inboxes = this.#inboxes.all();
    for (const inbox of inboxes) inbox.forget(channel, seq);
    await Promise.all(inboxes.map((inbox) => inbox.written()));
  }

  /** From now on terminals that go come back. */
  stop(): void {
    this.#stopping = true;
  }

  async close(): Promise<void> {
    // Nothing of what was looked at in this life is looked at again in the next one.
    const heard: Heard = [...this.#finished];
    for (const inbox of this.#inboxes.all()) {
      if (heard.length > 0 && inbox.state.watches.length > 0) inbox.apply({ kind: 'heard', heard });
    }
    await this.#inboxes.close();
  }

  /**
   * At most one wake for one command, however many wishes it fulfils. Its writer knows already, unless it wished for
   * this very command: one that went on after its run had timed out.
   */
  #offer(inbox: Inbox, command: SeenCommand, watches: readonly Watch[]): void {
    const { record } = command.finished;
    const own = record.writer === writerOf(inbox.key);
    if (watches.some(({ filter }) => (!own || filter.commandId !== undefined) && matches(filter, command))) {
      const wake = wakeOf(command, inbox.state.last + 1);
      inbox.apply({ kind: 'wake', wake });
      void inbox.written().then(() => {
        if (inbox.tell(wake)) this.#options.push(inbox.key, wake);
      });
    }
    for (const { id, filter } of watches) {
      if (filter.commandId === record.commandId) inbox.apply({ kind: 'unwatch', id });
    }
  }

  #offerMissed(inbox: Inbox, { terminal: facts, records, lastSeq }: Recovered): void {
    const { uri: channel, name: terminal } = facts;
    const heard = inbox.state.heard.get(channel) ?? 0;
    // What was told of, and never reached the record: its number is given out again.
    if (heard > lastSeq) inbox.apply({ kind: 'heard', heard: [[channel, lastSeq]] });
    for (const record of records) {
      if (record.finishedAt === undefined || record.seq <= heard) continue;
      this.#offer(inbox, seen({ channel, terminal, record }), inbox.watchesOf(channel));
    }
  }

  /** The one command of a wish may be over before the wish arrives. */
  #offerEnded(inbox: Inbox, watch: Watch): void {
    const { commandId } = watch.filter;
    const { id, channel } = watch;
    const record = commandId === undefined ? undefined : this.#options.command(channel, commandId);
    if (record?.finishedAt === undefined) return;
    const isTold = inbox.state.wakes.some(
      (wake) => wake.channel === channel && wake.command_id === commandId,
    );
    if (isTold) inbox.apply({ kind: 'unwatch', id });
    else this.#offer(inbox, seen({ channel, terminal: this.#titleOf(channel), record }), [watch]);
  }

  /** A terminal that was closed for good wakes nobody any more; one that comes under its URI is another one. */
  #endGone(): void {
    const { store } = this.#options;
    if (this.#stopping || !this.#isBack) return;
    const isGone = (channel: string) => !isRootUri(channel) && store.terminal(channel) === undefined;
    for (const channel of [...this.#finished.keys()]) if (isGone(channel)) this.#finished.delete(channel);
    for (const inbox of this.#inboxes.all()) {
      const known = [...inbox.state.heard.keys(), ...inbox.state.watches.map(({ channel }) => channel)];
      const channels = [...new Set(known.filter(isGone))];
      if (channels.length > 0) inbox.apply({ kind: 'gone', channels });
    }
  }

  /** What has ended by now is not news for a new wish. */
  #heardNow(channel: string): Heard {
    return isRootUri(channel) ? [...this.#finished] : [[channel, this.#finished.get(channel) ?? 0]];
  }

  #titleOf(channel: string): string {
    return this.#options.store.terminal(channel)?.title ?? '';
  }
}
