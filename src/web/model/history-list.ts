/** The commands of the history page, read as the list is scrolled. */

import { signal } from '@preact/signals';
import type { Client } from '../../client/client.ts';
import { type Listing, nextReads } from '../../client/history-page.ts';
import {
  answered,
  type HistorySearch,
  type HistoryTrends,
  historyFailure,
  historyRequest,
  lookFor,
  NO_TRENDS,
  newHistorySearch,
  trendsAnswered,
  withAnnotation,
} from '../../client/history-search.ts';
import type { Speaker } from '../../protocol/cotty/filter/command-filter.ts';
import type { HistoryCommand, HistoryOrder } from '../../protocol/cotty/history.ts';

/** Pages of commands that are listed at most; others are found by a more exact query. */
const MOST_PAGES = 30;
/** Commands by which the list grows. */
const MORE = 100;

type Needs = { readonly client: Pick<Client, 'cotty'>; readonly speaker: () => Speaker };

export class HistoryList {
  readonly search = signal<HistorySearch>(newHistorySearch(MOST_PAGES));
  /** Earlier runs of the listed commands. */
  readonly trends = signal<HistoryTrends>(NO_TRENDS);
  readonly #needs: Needs;
  #wanted = MORE;
  #isStopped = false;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Looks for something else. What was found stays until the answer comes. */
  look(words: string, order: HistoryOrder): void {
    this.#wanted = MORE;
    this.search.value = lookFor(this.search.peek(), words, order, this.#needs.speaker());
    this.#read();
  }

  /** Reads further commands, unless some are being read or none is left. */
  more(): void {
    const { asked, count, pages } = this.search.peek();
    if (asked !== undefined || pages.size >= MOST_PAGES || this.#wanted > count) return;
    this.#wanted += MORE;
    this.#read();
  }

  /** Changes the note or the bookmark of a command, and shows it in its row. */
  async annotate(
    command: HistoryCommand,
    change: { readonly note?: string; readonly bookmarked?: boolean },
  ): Promise<void> {
    const now = await this.#needs.client.cotty.annotate(command.terminal, command.seq, change);
    this.search.value = withAnnotation(this.search.peek(), command, now);
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** Requests what is missing, one after the other. Without earlier runs the rows have a fact less. */
  #read(): void {
    if (this.#isStopped) return;
    const listing: Listing = { search: this.search.peek(), trends: this.trends.peek() };
    const { listing: next, ask, trends } = nextReads(listing, 0, this.#wanted);
    this.search.value = next.search;
    this.trends.value = next.trends;
    const { cotty } = this.#needs.client;
    if (ask !== undefined)
      void cotty
        .history(historyRequest(ask))
        .catch(historyFailure)
        .then((answer) => {
          this.search.value = answered(this.search.peek(), ask, answer);
          this.#read();
        });
    if (trends !== undefined)
      void cotty
        .history(trends.query)
        .then(
          ({ commands }) => commands,
          () => [],
        )
        .then((commands) => {
          this.trends.value = trendsAnswered(this.trends.peek(), trends, commands, MOST_PAGES * MORE);
          this.#read();
        });
  }
}

/** The listed commands from the first one on. */
export function listedCommands({ pages }: HistorySearch): readonly HistoryCommand[] {
  const listed: HistoryCommand[] = [];
  for (let page = 0; pages.has(page); page++) listed.push(...(pages.get(page) ?? []));
  return listed;
}

/** Whether the list is as long as it may be, and has not all that match. */
export function isFull({ pages, count }: HistorySearch, listed: number): boolean {
  return pages.size >= MOST_PAGES && listed < count;
}
