/** The commands of the history page, read as the list is scrolled. */

import { signal } from '@preact/signals';
import type { Client } from '../../client/client.ts';
import {
  answered,
  type HistorySearch,
  historyFailure,
  historyRequest,
  lookFor,
  newHistorySearch,
  nextAsk,
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

  stop(): void {
    this.#isStopped = true;
  }

  #read(): void {
    const ask = this.#isStopped ? undefined : nextAsk(this.search.peek(), 0, this.#wanted);
    if (ask === undefined) return;
    this.search.value = { ...this.search.peek(), asked: ask };
    void this.#needs.client.cotty
      .history(historyRequest(ask))
      .catch(historyFailure)
      .then((answer) => {
        this.search.value = answered(this.search.peek(), ask, answer);
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
