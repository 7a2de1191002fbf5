/** The inboxes of all subscribers: loaded at the start, created with the first watch, limited in their number. */

import { InboxFile } from '../../ledger/inbox/inbox-file.ts';
import { inboxPath, readInboxes } from '../../ledger/inbox/inbox-files.ts';
import type { InboxState } from '../../ledger/inbox/inbox-state.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import type { Watch } from '../../protocol/cotty/wake.ts';
import { isWatchOnlyKey } from '../clients/wake-subscriber.ts';
import type { Clock } from '../common/clock.ts';
import { Inbox } from './wake-inbox.ts';

export type InboxesOptions = {
  readonly clock: Clock;
  readonly log: (message: string) => void;
};

/**
 * Limit of inboxes. Beyond it the inbox that was not used for the longest time is removed with its watches; inboxes of
 * watch-only connections go first, because they must not displace those of others.
 */
const MAX_SUBSCRIBERS = 256;

export class Inboxes {
  readonly #options: InboxesOptions;
  readonly #inboxes = new Map<string, Inbox>();
  #folder: string | undefined;

  constructor(options: InboxesOptions) {
    this.#options = options;
  }

  /** Loads the stored inboxes. Without a folder everything stays in memory. */
  async load(folder: string | undefined): Promise<void> {
    this.#folder = folder;
    if (folder === undefined) return;
    const { log } = this.#options;
    try {
      const stored = await readInboxes(folder, (what) => log(`inbox set aside: ${what}`));
      for (const { key, state, sound, changed } of stored) this.#open(key, state, sound).lastUsed = changed;
    } catch (error) {
      log(`inboxes in ${folder}: ${reasonOf(error)}`);
    }
  }

  all(): readonly Inbox[] {
    return [...this.#inboxes.values()];
  }

  find(key: string): Inbox | undefined {
    return this.#inboxes.get(key);
  }

  findOrCreate(key: string): Inbox {
    return this.#inboxes.get(key) ?? this.#open(key);
  }

  /** Returns the inboxes with a watch that a command of this terminal may match. */
  watching(channel: string): readonly Inbox[] {
    return this.all().filter((inbox) => inbox.watchesOf(channel).length > 0);
  }

  /** Returns the watches of all subscribers that share limits: watch-only connections do not use up those of others. */
  watchesSharingLimits(key: string): readonly Watch[] {
    const sharing = this.all().filter((inbox) => isWatchOnlyKey(inbox.key) === isWatchOnlyKey(key));
    return sharing.flatMap(({ state }) => state.watches);
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
      log(`inbox of ${key}: ${why === undefined ? 'can be written again' : `cannot be written: ${why}`}`);
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
    this.#limit(inbox);
    return inbox;
  }

  #limit(newest: Inbox): void {
    if (this.#inboxes.size <= MAX_SUBSCRIBERS) return;
    const others = this.all().filter((inbox) => inbox !== newest);
    const watchOnly = others.filter(({ key }) => isWatchOnlyKey(key));
    const [oldest] = (watchOnly.length > 0 ? watchOnly : others).sort(
      (left, right) => left.lastUsed - right.lastUsed,
    );
    if (oldest === undefined) return;
    const { key } = oldest;
    this.#inboxes.delete(key);
    this.#options.log(`inbox of ${key}: removed, because ${MAX_SUBSCRIBERS} inboxes are the limit`);
    void oldest.remove().catch((error: unknown) => this.#options.log(`inbox of ${key}: ${reasonOf(error)}`));
  }
}
