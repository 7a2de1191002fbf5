/** The inboxes of all subscribers: read at the start, made when somebody wishes for the first time, bounded in their number. */

import { InboxFile } from '../../ledger/inbox/inbox-file.ts';
import { inboxPath, readInboxes } from '../../ledger/inbox/inbox-files.ts';
import type { InboxState } from '../../ledger/inbox/inbox-state.ts';
import type { Watch } from '../../protocol/cotty/wake.ts';
import type { Clock } from '../ground/clock.ts';
import { isWatchers } from '../people/wake-subscriber.ts';
import { Inbox } from './wake-inbox.ts';

export type InboxesOptions = {
  readonly clock: Clock;
  readonly log: (message: string) => void;
};

/**
 * Beyond it the one that has asked for nothing for the longest time is forgotten, wishes and all; those of who may only
 * look go first, or they could change what others are told.
 */
const MAX_SUBSCRIBERS = 256;

export class Inboxes {
  readonly #options: InboxesOptions;
  readonly #inboxes = new Map<string, Inbox>();
  #folder: string | undefined;

  constructor(options: InboxesOptions) {
    this.#options = options;
  }

  /** What was wished and told before. Without a folder everything stays in memory. */
  async load(folder: string | undefined): Promise<void> {
    this.#folder = folder;
    if (folder === undefined) return;
    const { log } = this.#options;
    try {
      const stored = await readInboxes(folder, (what) => log(`inbox set aside: ${what}`));
      for (const { key, state, sound, changed } of stored) this.#open(key, state, sound).used = changed;
    } catch (error) {
      log(`inboxes in ${folder}: ${textOf(error)}`);
    }
  }

  all(): readonly Inbox[] {
    return [...this.#inboxes.values()];
  }

  find(key: string): Inbox | undefined {
    return this.#inboxes.get(key);
  }

  of(key: string): Inbox {
    return this.#inboxes.get(key) ?? this.#open(key);
  }

  /** Those that have wishes a command of that terminal may fulfil. */
  watching(channel: string): readonly Inbox[] {
    return this.all().filter((inbox) => inbox.watchesOf(channel).length > 0);
  }

  /** Of all whose wishes share their bounds with those of that subscriber: who may only look uses up nobody else's. */
  watchesBeside(key: string): readonly Watch[] {
    const those = this.all().filter((inbox) => isWatchers(inbox.key) === isWatchers(key));
    return those.flatMap(({ state }) => state.watches);
  }

  newWatchId(): string {
    return `watch-${Math.max(0, ...this.all().map(({ state }) => state.lastWatch)) + 1}`;
  }

  async close(): Promise<void> {
    await Promise.all(this.all().map((inbox) => inbox.close()));
  }

  #open(key: string, state?: InboxState, sound = false): Inbox {
    const folder = this.#folder;
    const { clock, log } = this.#options;
    const onTrouble = (why: string | undefined) =>
      log(`inbox of ${key}: ${why === undefined ? 'written again' : `cannot be written: ${why}`}`);
    const after = (ms: number, run: () => void) => clock.after(ms, run);
    const inbox = new Inbox({
      key,
      clock,
      ...(state === undefined ? {} : { state }),
      ...(folder === undefined
        ? {}
        : {
            file: (whole) => new InboxFile({ path: inboxPath(folder, key), whole, sound, after, onTrouble }),
          }),
    });
    this.#inboxes.set(key, inbox);
    this.#bound(inbox);
    return inbox;
  }

  #bound(newest: Inbox): void {
    if (this.#inboxes.size <= MAX_SUBSCRIBERS) return;
    const others = this.all().filter((inbox) => inbox !== newest);
    const watchers = others.filter(({ key }) => isWatchers(key));
    const [oldest] = (watchers.length > 0 ? watchers : others).sort((left, right) => left.used - right.used);
    if (oldest === undefined) return;
    const { key } = oldest;
    this.#inboxes.delete(key);
    this.#options.log(`inbox of ${key}: given up, ${MAX_SUBSCRIBERS} subscribers are the limit`);
    void oldest.remove().catch((error: unknown) => this.#options.log(`inbox of ${key}: ${textOf(error)}`));
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
