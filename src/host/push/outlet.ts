/**
 * Sends news to one recipient: one notice for all that come in a burst, at most one a terminal in half a minute, and none about
 * what is no news any more. What did not arrive is tried again, later each time, as long as it is news.
 */

import { reasonOf } from '../../protocol/common/reason-of.ts';
import type { Clock } from '../common/clock.ts';
import { logged } from '../common/logged.ts';
import { isSameNews, type News } from './news.ts';
import type { Posted } from './post.ts';

/** For how long (ms) a burst is collected. */
const BURST_MS = 2_000;
/** Least milliseconds between two notices about one terminal. */
const REST_MS = 30_000;
/** Milliseconds until what failed is tried again: the first wait, doubled each time, and the longest. */
const FIRST_RETRY_MS = 30_000;
const LAST_RETRY_MS = 30 * 60_000;

export type OutletOptions = {
  readonly clock: Clock;
  readonly log: (message: string) => void;
  /** What a terminal has now; undefined if that is no news, or if somebody looks at it. */
  readonly now: (uri: string) => News | undefined;
  readonly send: (news: readonly News[]) => Promise<Posted>;
  /** The recipient, for the log. */
  readonly to: string;
};

type Due = { readonly news: News; readonly at: number };

export class Outlet {
  readonly #options: OutletOptions;
  readonly #due = new Map<string, Due>();
  /** When each terminal was last told of. */
  readonly #told = new Map<string, number>();
  #burstEnd = 0;
  #retryAt = 0;
  #retryMs = FIRST_RETRY_MS;
  #failure: string | undefined;
  #isSending = false;
  #isClosed = false;
  #cancel: () => void = () => {};

  constructor(options: OutletOptions) {
    this.#options = options;
  }

  get to(): string {
    return this.#options.to;
  }

  /** Why the last notice did not arrive; undefined if it did. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Takes news; a later one of the same terminal replaces it. */
  take(news: News): void {
    const now = this.#options.clock.now();
    if (this.#burstEnd <= now) this.#burstEnd = now + BURST_MS;
    const rested = (this.#told.get(news.uri) ?? Number.NEGATIVE_INFINITY) + REST_MS;
    this.#due.set(news.uri, { news, at: Math.max(this.#burstEnd, rested, this.#retryAt) });
    this.#arm();
  }

  close(): void {
    this.#isClosed = true;
    this.#cancel();
  }

  #arm(): void {
    this.#cancel();
    if (this.#due.size === 0 || this.#isSending || this.#isClosed) return;
    const { clock, log, to } = this.#options;
    const next = Math.min(...[...this.#due.values()].map(({ at }) => at));
    this.#cancel = clock.after(Math.max(0, next - clock.now()), () =>
      logged(`notices to ${to}`, log, this.#flush()),
    );
  }

  async #flush(): Promise<void> {
    const at = this.#options.clock.now();
    const due = [...this.#due.values()].filter((each) => each.at <= at).map(({ news }) => news);
    for (const { uri } of due) this.#due.delete(uri);
    for (const [uri, told] of this.#told) if (told + REST_MS <= at) this.#told.delete(uri);
    this.#isSending = true;
    try {
      const news = due.filter((each) => isSameNews(each, this.#options.now(each.uri)));
      if (news.length > 0) await this.#send(news, at);
    } catch (error) {
      // Whatever is wrong with this notice, later ones are sent.
      this.#failed(due, reasonOf(error));
    } finally {
      this.#isSending = false;
      this.#arm();
    }
  }

  async #send(news: readonly News[], at: number): Promise<void> {
    const posted = await this.#options.send(news);
    if (posted.ok) this.#arrived(news, at);
    else this.#failed(news, posted.says);
  }

  #arrived(news: readonly News[], at: number): void {
    for (const { uri } of news) this.#told.set(uri, at);
    if (this.#failure !== undefined) this.#options.log(`notices to ${this.#options.to} arrive again`);
    this.#failure = undefined;
    this.#retryAt = 0;
    this.#retryMs = FIRST_RETRY_MS;
  }

  #failed(news: readonly News[], why: string): void {
    const { clock, log, to } = this.#options;
    if (this.#failure === undefined) log(`a notice to ${to} did not arrive: ${why}`);
    this.#failure = why;
    this.#retryAt = clock.now() + this.#retryMs;
    this.#retryMs = Math.min(LAST_RETRY_MS, this.#retryMs * 2);
    for (const each of news)
      if (!this.#due.has(each.uri)) this.#due.set(each.uri, { news: each, at: this.#retryAt });
  }
}
