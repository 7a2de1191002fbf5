/**
 * Wake-ups for finished commands, for notes of people on them, and for programs that wait or are done: takes watches, wakes their subscribers, keeps wake-ups
 * until they are acknowledged.
 */

import type { Heard, Told } from '../../ledger/inbox/inbox-row.ts';
import type { Recovered } from '../../ledger/read/recover.ts';
import type { LedgerRecord } from '../../ledger/records/record.ts';
import { isRootUri } from '../../protocol/common/uri.ts';
import type { Wake, WakesResult, Watch, WatchFilter } from '../../protocol/cotty/wake.ts';
import type { ActionEnvelope } from '../../protocol/envelope.ts';
import type { Note } from '../../protocol/terminal/annotation.ts';
import { type WakeSubscriber, writerOfKey } from '../clients/wake-subscriber.ts';
import { logged } from '../common/logged.ts';
import type { Differences } from '../history/difference.ts';
import type { Recorder } from '../record/recorder.ts';
import type { Store } from '../stream/store.ts';
import { type SearchableCommand, searchable, searchableProgram, wakeOf } from './finished-wake.ts';
import { PatternSearches } from './pattern-searches.ts';
import { type ProgramNews, programNews } from './program-wake.ts';
import type { Inbox } from './wake-inbox.ts';
import { Inboxes, type InboxesOptions } from './wake-inboxes.ts';
import { checkPattern, matches, mayMatch } from './watch-filter.ts';

// Rules for watches: which two are the same, and which are refused.

/** Limit of watches per subscriber. */
const MAX_WATCHES = 64;
/** Limit of different patterns of all subscribers: each is searched for in the output of every watched command. */
const MAX_PATTERNS = 32;
/** For how long (ms) a program must be done before it wakes. */
const SETTLE_MS = 300;

function sameWatch(watch: Watch, channel: string, filter: WatchFilter): boolean {
  const other = watch.filter;
  return (
    watch.channel === channel &&
    other.program === filter.program &&
    other.failed === filter.failed &&
    other.matches === filter.matches &&
    other.longerThanMs === filter.longerThanMs &&
    other.commandId === filter.commandId
  );
}

/** Returns the filter as it is kept and written: without unknown keys that a client has sent. */
function storedFilter({ program, failed, matches, longerThanMs, commandId }: WatchFilter): WatchFilter {
  return {
    ...(program === undefined ? {} : { program }),
    ...(failed === true ? { failed } : {}),
    ...(matches === undefined ? {} : { matches }),
    ...(longerThanMs === undefined || longerThanMs === 0 ? {} : { longerThanMs }),
    ...(commandId === undefined ? {} : { commandId }),
  };
}

type KnownWatches = {
  /** Watches of the subscriber. */
  readonly own: readonly Watch[];
  /** Watches of all subscribers that share the limit of patterns. */
  readonly all: readonly Watch[];
  /** Tells whether the terminal of the watch knows this command. */
  readonly isKnownCommand: (commandId: string) => boolean;
};

/** Returns why a watch is refused, or undefined when it is accepted. */
function refusal(channel: string, filter: WatchFilter, known: KnownWatches): string | undefined {
  const { program, failed, matches, commandId } = filter;
  if (program === 'blocked' && failed === true)
    return 'a program that is blocked has not failed: watch program: done with failed, or leave failed out';
  if (commandId !== undefined) {
    if (isRootUri(channel)) return `watch ${commandId} on its own terminal, not on all terminals`;
    if (!known.isKnownCommand(commandId))
      return `${channel} has no command ${commandId}, or no longer keeps it`;
  }
  if (known.own.length >= MAX_WATCHES)
    return `you have ${MAX_WATCHES} watches, which is the limit: end some first`;
  return matches === undefined ? undefined : patternRefusal(matches, known.all);
}

function patternRefusal(pattern: string, all: readonly Watch[]): string | undefined {
  const checked = checkPattern(pattern);
  if (!checked.ok) return checked.error;
  const patterns = new Set(all.flatMap(({ filter }) => filter.matches ?? []));
  if (patterns.has(pattern) || patterns.size < MAX_PATTERNS) return undefined;
  return `${MAX_PATTERNS} different patterns are watched already, which is the limit: end a watch first, or use one of its patterns`;
}

export type WakesOptions = InboxesOptions & {
  readonly store: Store;
  readonly recorder: Pick<Recorder, 'recordOf'>;
  readonly differences: Differences;
  /** Whether a terminal has not ended. One that has may still be read for some minutes. */
  readonly isOpen: (uri: string) => boolean;
  /** Sends a wake-up to every connection of its subscriber. */
  readonly push: (key: string, wake: Wake) => void;
};

export type Watched =
  | { readonly ok: true; readonly watch: Watch }
  | { readonly ok: false; readonly reason: string };

export class Wakes {
  readonly #options: WakesOptions;
  readonly #inboxes: Inboxes;
  readonly #searches: PatternSearches;
  /** Sequence number of the last finished command, by channel. */
  readonly #finished = new Map<string, number>();
  /** Since when the program had the state that was offered last, in Unix milliseconds, by channel. */
  readonly #offered = new Map<string, number>();
  /** The command that was compared last with its last run. */
  #compared: { readonly command: SearchableCommand; readonly difference: string | undefined } | undefined;
  /** Whether all terminals are restored: before, a missing terminal is not gone. */
  #terminalsRestored = false;
  #stopping = false;
  #cancelLater: () => void = () => {};

  constructor(options: WakesOptions) {
    this.#options = options;
    this.#inboxes = new Inboxes(options);
    this.#searches = new PatternSearches(options.clock);
  }

  /** Loads the stored inboxes. Without a folder everything stays in memory. */
  async load(folder: string | undefined): Promise<void> {
    await this.#inboxes.load(folder);
  }

  /** Wakes for commands that ended with the last host, or after the last row that it wrote. */
  resumed(recovered: readonly Recovered[]): void {
    for (const one of recovered) {
      const { uri } = one.terminal;
      this.#finished.set(uri, one.lastSeq);
      this.#offerMissed(
        one,
        this.#inboxes.watching(uri).filter(({ state }) => state.whole),
      );
    }
    this.#terminalsRestored = true;
    this.#forgetGone();
    this.#offerPrograms();
  }

  /** Must be called with each envelope of the store: terminals may be gone, and programs may have come to wait. */
  take({ action }: ActionEnvelope): void {
    if (action.type !== 'root/terminalsChanged') return;
    this.#forgetGone();
    this.#offerPrograms();
  }

  /** Called when a command has finished and its record is complete. */
  finished(channel: string, record: LedgerRecord): void {
    this.#finished.set(channel, record.seq);
    const inboxes = this.#inboxes.watching(channel);
    if (inboxes.length === 0) return;
    const command = searchable({ channel, terminal: this.#titleOf(channel), record });
    const asked = askedBy(inboxes, channel);
    this.#searches.search(command, patternsOf(asked, command), () => this.#offerAll(asked, command));
  }

  /** Called when a person has noted something about a finished command of an open terminal. Only agents are told: people see it. */
  noted(channel: string, record: LedgerRecord, noted: Note): void {
    const inboxes = this.#inboxes
      .watching(channel)
      .filter(({ key }) => writerOfKey(key).startsWith('agent:'));
    if (inboxes.length === 0) return;
    const command = { ...searchable({ channel, terminal: this.#titleOf(channel), record }), noted };
    const asked = askedBy(inboxes, channel);
    this.#searches.search(command, patternsOf(asked, command), () => this.#offerAll(asked, command));
  }

  /** Adds a watch, or finds the same one. Resolves when it is on disk. */
  async watch({ key, writer }: WakeSubscriber, channel: string, asked: WatchFilter): Promise<Watched> {
    const filter = storedFilter(asked);
    const inbox = this.#inboxes.findOrCreate(key);
    inbox.use();
    const own = inbox.state.watches;
    const same = own.find((watch) => sameWatch(watch, channel, filter));
    const isKnownCommand = (commandId: string) =>
      this.#options.recorder.recordOf(channel).commands.find(commandId) !== undefined;
    if (same === undefined) {
      const reason = refusal(channel, filter, {
        own,
        all: this.#inboxes.watchesSharingLimits(key),
        isKnownCommand,
      });
      if (reason !== undefined) return { ok: false, reason };
    }
    const watch = same ?? { id: this.#inboxes.newWatchId(), subscriber: writer, channel, filter };
    if (same === undefined) {
      // Finished commands count as delivered from now on, so they must have been offered.
      this.#searches.finish((finished) => isRootUri(channel) || finished === channel);
      const waiting = filter.program === 'blocked' ? this.#waitingIn(channel) : [];
      const told = filter.program === undefined ? {} : { told: this.#toldNow(channel, waiting) };
      inbox.apply({ kind: 'watch', watch, heard: this.#heardNow(channel), ...told });
      this.#offerIfEnded(inbox, watch);
      for (const news of waiting) this.#offerProgram([{ inbox, watches: [watch] }], news);
    }
    await inbox.written();
    return { ok: true, watch };
  }

  async unwatch({ key }: WakeSubscriber, channel: string, id: string | undefined): Promise<void> {
    const inbox = this.#inboxes.find(key);
    const ended = (inbox?.state.watches ?? []).filter((watch) =>
      id === undefined ? watch.channel === channel : watch.id === id,
    );
    for (const watch of ended) inbox?.apply({ kind: 'unwatch', id: watch.id });
    await inbox?.written();
  }

  /** Returns the writers that watch this terminal, or all terminals. */
  subscribers(channel: string): readonly string[] {
    return [...new Set(this.#inboxes.watching(channel).map(({ key }) => writerOfKey(key)))];
  }

  /** Acknowledges up to `ack` and returns the oldest waiting wake-ups. Resolves when both are on disk. */
  async wakes({ key }: WakeSubscriber, limit: number, ack?: number): Promise<WakesResult> {
    const inbox = this.#inboxes.find(key);
    if (inbox === undefined) return { wakes: [], dropped: 0, watches: [] };
    inbox.use();
    if (ack !== undefined) inbox.acknowledge(ack);
    const wakes = inbox.handOut(limit);
    const { dropped, watches } = inbox.state;
    await inbox.written();
    return { wakes, dropped, watches };
  }

  /**
   * Removes command line and output of one record from the waiting wake-ups; without `seq`, everything of the terminal.
   * Resolves when the disk no longer has them.
   */
  async forget(channel: string, seq?: number): Promise<void> {
    this.#searches.finish((finished) => finished === channel);
    const inboxes = this.#inboxes.all();
    for (const inbox of inboxes) inbox.forget(channel, seq);
    await Promise.all(inboxes.map((inbox) => inbox.written()));
  }

  /** Marks that the host is stopping: terminals that go from now on are restored later. */
  stop(): void {
    this.#stopping = true;
    this.#cancelLater();
  }

  async close(): Promise<void> {
    this.#searches.finish();
    // The next host does not match again the commands that this one has matched.
    const heard: Heard = [...this.#finished];
    for (const inbox of this.#inboxes.all()) {
      if (heard.length > 0 && inbox.state.watches.length > 0) inbox.apply({ kind: 'heard', heard });
    }
    await this.#inboxes.close();
  }

  /**
   * Wakes the subscriber at most once for one command, however many watches match. The command's own writer knows of it
   * already, unless it watches this very command, which went on after its run had timed out, or the program that it began. An
   * agent is also told of notes on its own commands.
   */
  #offer(inbox: Inbox, command: SearchableCommand, watches: readonly Watch[]): void {
    const { noted, finished } = command;
    const { record } = finished;
    const own = noted === undefined && record.writer === writerOfKey(inbox.key);
    const isFor = ({ commandId, program }: WatchFilter) =>
      !own || commandId !== undefined || program !== undefined;
    if (watches.some(({ filter }) => isFor(filter) && matches(filter, command))) {
      const wake = wakeOf(command, inbox.state.last + 1, this.#differenceOf(command));
      inbox.apply({ kind: 'wake', wake });
      const sent = inbox.written().then(() => {
        if (inbox.markSent(wake)) this.#options.push(inbox.key, wake);
      });
      logged(`a wake-up of ${inbox.key}`, this.#options.log, sent);
    }
    if (command.program !== undefined || noted !== undefined) return;
    for (const { id, filter } of watches) {
      if (filter.commandId === record.commandId) inbox.apply({ kind: 'unwatch', id });
    }
  }

  /** Compared once for all subscribers. */
  #differenceOf(command: SearchableCommand): string | undefined {
    const { finished, program, noted } = command;
    if (program !== undefined || noted !== undefined) return undefined;
    if (this.#compared?.command !== command)
      this.#compared = { command, difference: this.#options.differences.of(finished.record) };
    return this.#compared.difference;
  }

  #offerAll(asked: readonly Asked[], command: SearchableCommand): void {
    // Some may have been ended meanwhile, and later ones do not ask for this command.
    const still = asked.filter(({ inbox }) => this.#inboxes.find(inbox.key) === inbox);
    for (const { inbox, watches } of still) this.#offer(inbox, command, inbox.stillOf(watches));
  }

  /** Wakes for each program that waits or is done, once for each time that it comes to that. */
  #offerPrograms(): void {
    if (this.#stopping || !this.#terminalsRestored) return;
    const inboxes = this.#inboxes.all().filter(({ state }) => state.watches.some(watchesProgram));
    if (inboxes.length === 0) return;
    this.#cancelLater();
    const untold = this.#news().filter(({ channel, since }) => since > (this.#offered.get(channel) ?? 0));
    const fresh = untold.filter((news) => this.#isFresh(news));
    if (fresh.length > 0)
      this.#cancelLater = this.#options.clock.after(SETTLE_MS, () => this.#offerPrograms());
    for (const news of untold) {
      const { channel, since } = news;
      if (fresh.includes(news)) continue;
      this.#offered.set(channel, since);
      const asked = askedBy(inboxes, channel).filter(({ watches }) => watches.some(watchesProgram));
      if (asked.length > 0) this.#offerProgram(asked, news);
    }
  }

  /** Whether the program has come to be done just now. It often ends then, which wakes as well. */
  #isFresh({ told, since }: ProgramNews): boolean {
    return told.state !== 'blocked' && this.#options.clock.now() - since < SETTLE_MS;
  }

  /** Does nothing for those who were told of it already: by an earlier host, or for another watch. */
  #offerProgram(asked: readonly Asked[], news: ProgramNews): void {
    const { channel, since } = news;
    const untold = () => asked.filter(({ inbox }) => since > (inbox.state.told.get(channel) ?? 0));
    const command = searchableProgram(news);
    this.#searches.search(command, patternsOf(untold(), command), () => this.#offerAll(untold(), command));
  }

  /** What programs do now that wakes those who watch for it. */
  #news(): readonly ProgramNews[] {
    const { store, recorder } = this.#options;
    return (store.root.terminals ?? []).flatMap(
      (info) => programNews(info, recorder.recordOf(info.resource).commands) ?? [],
    );
  }

  #waitingIn(channel: string): readonly ProgramNews[] {
    const isMeant = (news: ProgramNews) => isRootUri(channel) || news.channel === channel;
    return this.#news().filter((news) => isMeant(news) && news.told.state === 'blocked');
  }

  /** Returns what programs have done until now: a new watch does not wake for it, except for those that wait. */
  #toldNow(channel: string, waiting: readonly ProgramNews[]): Told {
    const known = this.#news().filter((news) => isRootUri(channel) || news.channel === channel);
    const left = known.filter((news) => !waiting.some((each) => each.channel === news.channel));
    return left.map((news) => [news.channel, news.since]);
  }

  #offerMissed({ terminal: facts, records, lastSeq }: Recovered, inboxes: readonly Inbox[]): void {
    const { uri: channel, name: terminal } = facts;
    const heard = new Map(inboxes.map((inbox) => [inbox, inbox.state.heard.get(channel) ?? 0]));
    for (const [inbox, seq] of heard) {
      // A command was woken for but not recorded: its number is used again.
      if (seq > lastSeq) inbox.apply({ kind: 'heard', heard: [[channel, lastSeq]] });
    }
    for (const record of records) {
      if (record.finishedAt === undefined) continue;
      const asked = askedBy(
        inboxes.filter((inbox) => record.seq > (heard.get(inbox) ?? 0)),
        channel,
      );
      if (asked.length === 0) continue;
      const finished = { channel, terminal, record };
      this.#searches.searchKept(finished, patternsOf(asked, { finished }), (command) =>
        this.#offerAll(asked, command),
      );
    }
  }

  /** Wakes at once when the one command of a new watch has finished already. */
  #offerIfEnded(inbox: Inbox, watch: Watch): void {
    const { commandId } = watch.filter;
    const { id, channel } = watch;
    const record =
      commandId === undefined
        ? undefined
        : this.#options.recorder.recordOf(channel).commands.finished(commandId);
    if (record === undefined) return;
    const isWoken = inbox.state.wakes.some(
      (wake) => wake.channel === channel && wake.command_id === commandId && wake.noted === undefined,
    );
    if (isWoken) inbox.apply({ kind: 'unwatch', id });
    else this.#offer(inbox, searchable({ channel, terminal: this.#titleOf(channel), record }), [watch]);
  }

  /** Forgets closed terminals: a later terminal with the same URI is another one. */
  #forgetGone(): void {
    const { isOpen } = this.#options;
    if (this.#stopping || !this.#terminalsRestored) return;
    const isGone = (channel: string) => !isRootUri(channel) && !isOpen(channel);
    for (const known of [this.#finished, this.#offered])
      for (const channel of [...known.keys()]) if (isGone(channel)) known.delete(channel);
    for (const inbox of this.#inboxes.all()) {
      const { heard, told, watches } = inbox.state;
      const known = [...heard.keys(), ...told.keys(), ...watches.map(({ channel }) => channel)];
      const channels = [...new Set(known.filter(isGone))];
      if (channels.length === 0) continue;
      this.#searches.finish((finished) => channels.includes(finished));
      inbox.apply({ kind: 'gone', channels });
    }
  }

  /** Returns the last finished commands: a new watch does not match those and earlier ones. */
  #heardNow(channel: string): Heard {
    return isRootUri(channel) ? [...this.#finished] : [[channel, this.#finished.get(channel) ?? 0]];
  }

  #titleOf(channel: string): string {
    return this.#options.store.terminal(channel)?.title ?? '';
  }
}

// The watches that ask for a finished command, of several subscribers at once, and the patterns that they search its output for.

/** The watches of an inbox that a command may match. */
type Asked = { readonly inbox: Inbox; readonly watches: readonly Watch[] };

function askedBy(inboxes: readonly Inbox[], channel: string): readonly Asked[] {
  return inboxes.map((inbox) => ({ inbox, watches: inbox.watchesOf(channel) }));
}

function watchesProgram({ filter }: Watch): boolean {
  return filter.program !== undefined;
}

/** Returns the patterns that decide whether the watches match, each once. */
function patternsOf(
  asked: readonly Asked[],
  command: Pick<SearchableCommand, 'finished' | 'program' | 'noted'>,
): readonly string[] {
  const filters = asked.flatMap(({ watches }) => watches.map(({ filter }) => filter));
  return [...new Set(filters.flatMap((each) => (mayMatch(each, command) ? (each.matches ?? []) : [])))];
}
