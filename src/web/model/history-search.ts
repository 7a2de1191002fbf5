/** The search for commands in all terminals, closed ones too. Results come in pages, as the list is scrolled. */

import { signal } from '@preact/signals';
import type { Client } from '../../client/client.ts';
import { isUnknownMethod } from '../../protocol/common/error-codes.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import { type CommandFilter, readFilter, type Speaker } from '../../protocol/cotty/filter/command-filter.ts';
import type { FindPlace, FindResult, FoundCommand } from '../../protocol/cotty/find.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';

/** Commands of a page. */
const PAGE = 60;
/** Limit of listed commands; older ones are found by a more exact query. */
export const MOST_FOUND = 3_000;

const OTHER_HOST = 'This host cannot search: it is another program, or an older cotty.';

export type Progress = 'searching' | 'more' | 'ended' | 'full';

type Needs = {
  readonly client: Pick<Client, 'cotty' | 'root'>;
  readonly speaker: () => Speaker;
};

export class HistorySearch {
  readonly found = signal<readonly FoundCommand[]>([]);
  readonly progress = signal<Progress>('ended');
  /** The problem with a word of the filter, which is ignored then. */
  readonly wrong = signal<string | undefined>(undefined);
  /** The reason why nothing can be found. */
  readonly failure = signal<string | undefined>(undefined);
  readonly #needs: Needs;
  #rows: AsyncGenerator<FoundCommand, void, void> | undefined;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Searches anew, by words with filters. An older search ends. */
  async begin(words: string): Promise<void> {
    const { text, filter, wrong } = readFilter(words, this.#needs.speaker());
    this.wrong.value = wrong;
    this.failure.value = undefined;
    this.found.value = [];
    const rows = this.#search(text, filter);
    this.#rows = rows;
    await this.#read(rows);
  }

  /** Loads the next page, unless one is being loaded or none is left. */
  async more(): Promise<void> {
    if (this.#rows !== undefined && this.progress.peek() === 'more') await this.#read(this.#rows);
  }

  /** Cancels the search. */
  stop(): void {
    this.#rows = undefined;
  }

  async #read(rows: AsyncGenerator<FoundCommand, void, void>): Promise<void> {
    this.progress.value = 'searching';
    try {
      for (let read = 0; read < PAGE; read += 1) {
        const { value, done } = await rows.next();
        if (this.#rows !== rows) return;
        if (done === true || value === undefined) {
          this.progress.value = 'ended';
          return;
        }
        this.found.value = [...this.found.value, value];
      }
      this.progress.value = this.found.value.length >= MOST_FOUND ? 'full' : 'more';
    } catch (error) {
      if (this.#rows !== rows) return;
      this.progress.value = 'ended';
      this.failure.value = isUnknownMethod(error) ? OTHER_HOST : reasonOf(error);
    }
  }

  async *#search(text: string, filter: CommandFilter): AsyncGenerator<FoundCommand, void, void> {
    const { cotty } = this.#needs.client;
    const query = { ...filter, text, ignoreCase: text === text.toLowerCase(), alone: true };
    const ask = (first: string, from: FindPlace | undefined) =>
      cotty.find({ ...query, first, ...(from !== undefined && { from: { ...from, terminal: first } }) });
    yield* newestFirst(await this.#terminals(), ask);
  }

  async #terminals(): Promise<readonly SearchedTerminal[]> {
    const { cotty, root } = this.#needs.client;
    const { terminals = [] } = root.state;
    const open = terminals.map((info) => ({ uri: info.resource, newest: newestIn(info, true) }));
    const known = new Set(open.map(({ uri }) => uri));
    const closed = (await cotty.allClosed())
      .filter(({ resource }) => !known.has(resource))
      .map(({ resource, info }) => ({ uri: resource, newest: newestIn(info, false) }));
    return [...open, ...closed];
  }
}

// Commands of many terminals, the newest first. A host searches one terminal after the other; here each is
// asked for its next commands only when none of the others can have a newer one, so that closed terminals
// of last year cost nothing.

/** A terminal, and the time (Unix ms) after which no command of it has begun. */
type SearchedTerminal = { readonly uri: string; readonly newest: number };

/** Searches one terminal, from a place on. */
type AskTerminal = (uri: string, from: FindPlace | undefined) => Promise<FindResult>;

type Source = {
  readonly uri: string;
  newest: number;
  waiting: readonly FoundCommand[];
  from: FindPlace | undefined;
  hasMore: boolean;
};

export async function* newestFirst(
  terminals: readonly SearchedTerminal[],
  ask: AskTerminal,
): AsyncGenerator<FoundCommand, void, void> {
  let sources: readonly Source[] = terminals.map(({ uri, newest }) => ({
    uri,
    newest,
    waiting: [],
    from: undefined,
    hasMore: true,
  }));
  for (;;) {
    sources = sources.filter(({ waiting, hasMore }) => waiting.length > 0 || hasMore);
    const source = sources.reduce<Source | undefined>(later, undefined);
    if (source === undefined) return;
    const [next, ...rest] = source.waiting;
    if (next === undefined) await fill(source, ask);
    else {
      source.waiting = rest;
      source.newest = rest[0]?.startedAt ?? next.startedAt;
      yield next;
    }
  }
}

/** Returns when the newest command of a terminal has begun, at the latest. */
function newestIn({ _meta }: TerminalInfo, open: boolean): number {
  const { last, running } = cottyMeta<TerminalMeta>(_meta);
  // The answer of an open terminal may be a moment old.
  return open || running !== undefined
    ? Number.POSITIVE_INFINITY
    : (last?.finishedAt ?? Number.POSITIVE_INFINITY);
}

function later(one: Source | undefined, other: Source): Source {
  return one === undefined || other.newest > one.newest ? other : one;
}

async function fill(source: Source, ask: AskTerminal): Promise<void> {
  const { commands, next } = await ask(source.uri, source.from);
  source.waiting = commands;
  // A search of one terminal that would begin at its end again has ended.
  source.hasMore = next !== undefined && next.beforeSeq < (source.from?.beforeSeq ?? Number.MAX_SAFE_INTEGER);
  source.from = next;
  source.newest = commands[0]?.startedAt ?? source.newest;
}
