/**
 * Answers what the history asks of its index, one request after the other: in this process, or in a worker (`index-worker.ts`). A
 * database with which something is wrong is replaced, by one in memory if no other can be made.
 */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TrendRun } from '../../protocol/cotty/history.ts';
import type { PastResult } from '../../protocol/cotty/past-line.ts';
import type { StatsQuery, StatsResult } from '../../protocol/cotty/stats.ts';
import type { LedgerRecord } from '../records/record.ts';
import { databasePath, HISTORY_SCHEMA, IndexDatabase } from './database.ts';
import { type FoundPage, type FoundRow, RowFinder, type RowQuery, type RunOf } from './find-rows.ts';
import { HistoryIndex, type IndexedTerminal } from './history-index.ts';
import { historyStats } from './history-stats.ts';
import { type HistoryFiles, type PastAsk, PastLines } from './past-lines.ts';
import { Repositories } from './repositories.ts';

/** Searches of outputs that can be continued. */
const MOST_SEARCHES = 8;
/** Milliseconds without a request before outputs are indexed. */
const QUIET_MS = 300;
/** Milliseconds of work after which other work of the process gets a turn. */
const TURN_MS = 5;

export type ServerOptions = {
  /** The state folder; empty where nothing is recorded. */
  readonly state: string;
  /** Whether the file may be used; another process has it otherwise, and the index is made in memory. */
  readonly hasFile: boolean;
  /** Whether outputs are indexed while nobody asks for anything. */
  readonly indexesOutputs: boolean;
};

export type MemoryStats = {
  readonly hidden: readonly number[];
  readonly memory: readonly Omit<LedgerRecord, 'output'>[];
  readonly now: number;
};

type Opened = { readonly index: HistoryIndex; readonly finder: RowFinder; readonly past: PastLines };

export class IndexServer {
  readonly #options: ServerOptions;
  readonly #files: HistoryFiles;
  readonly #repositories = new Repositories(Date.now);
  readonly #searches = new Map<number, AsyncGenerator<readonly FoundRow[]>>();
  #opened: Opened | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #lastSearch = 0;
  #asked = 0;
  #turnBegan = 0;
  #timer: NodeJS.Timeout | undefined;
  #isIndexing = false;
  #isClosed = false;

  /** `files` reads the history files of shells. */
  constructor(options: ServerOptions, files: HistoryFiles) {
    this.#options = options;
    this.#files = files;
  }

  /** Reads what is new in some terminals, by default in all, and returns what is known of open ones; both by their folders. */
  refresh(open: readonly string[], folders?: readonly string[]): Promise<readonly IndexedTerminal[]> {
    return this.#alone(async ({ index }) => {
      if (this.#options.state === '') return [];
      if (folders === undefined) await index.refreshAll(this.#pause);
      else await index.refresh(folders, this.#pause);
      this.#later(QUIET_MS);
      return index.open(open);
    });
  }

  /** Returns a page of the commands that match but for their outputs. */
  page(asked: RowQuery, skip: number, limit: number): Promise<FoundPage> {
    return this.#alone(({ finder }) => finder.page(asked, skip, limit));
  }

  /** Begins a search of outputs, and returns its number. */
  search(asked: RowQuery): Promise<number> {
    return this.#alone(({ finder }) => {
      this.#lastSearch += 1;
      this.#searches.set(this.#lastSearch, finder.searched(asked));
      if (this.#searches.size > MOST_SEARCHES) this.#searches.delete(this.#searches.keys().next().value ?? 0);
      return Promise.resolve(this.#lastSearch);
    });
  }

  /** Returns the next commands whose outputs may match; undefined at the end of the search. */
  next(search: number): Promise<readonly FoundRow[] | undefined> {
    return this.#alone(async () => {
      const step = await this.#searches.get(search)?.next();
      return step === undefined || step.done === true ? undefined : step.value;
    });
  }

  /** Returns, for each command, up to 19 earlier runs of the same command line in the same folder, oldest first. */
  earlierRuns(commands: readonly RunOf[]): Promise<readonly (readonly TrendRun[])[]> {
    return this.#alone(({ finder }) => Promise.resolve(finder.earlierRuns(commands)));
  }

  stats(query: StatsQuery, memory: MemoryStats): Promise<StatsResult> {
    return this.#alone(({ index, finder }) =>
      historyStats({ index: { db: index.db, finder }, ...memory }, query, this.#pause),
    );
  }

  /** Returns earlier command lines for a line editor. */
  past(asked: PastAsk): Promise<PastResult> {
    return this.#alone(({ past }) => past.find(asked, this.#pause));
  }

  /** Whether outputs are still being indexed. */
  isIndexing(): Promise<boolean> {
    return Promise.resolve(this.#isIndexing);
  }

  /** Takes out all that is known of a command. Must be called before its records are deleted. */
  forget(folder: string, seq: number): Promise<void> {
    return this.#alone(({ index }) => index.forget(folder, seq, this.#pause));
  }

  /** Closes the file. Reading ends. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#last;
    this.#searches.clear();
    try {
      this.#opened?.index.db.close();
    } catch {
      // It is checked when it is opened again.
    }
    this.#opened = undefined;
  }

  /** Runs `work` when what was begun before it has ended. If something is wrong with the database, once more with another one. */
  #alone<T>(work: (opened: Opened) => Promise<T>): Promise<T> {
    this.#asked = performance.now();
    const done = this.#last.then(() => this.#safely(work));
    this.#last = done.catch(() => {});
    return done;
  }

  async #safely<T>(work: (opened: Opened) => Promise<T>): Promise<T> {
    for (let left = 2; ; left -= 1) {
      try {
        await this.#pause();
        this.#opened ??= await this.#open(left > 0, left < 2);
        return await work(this.#opened);
      } catch (error) {
        if (left === 0 || !isOfDatabase(error)) throw error;
        this.#searches.clear();
        this.#opened?.index.db.abandon();
        this.#opened = undefined;
      }
    }
  }

  /** `isFilled`: everything is read at once, because the caller relies on that. */
  async #open(hasFile: boolean, isFilled: boolean): Promise<Opened> {
    const { state, hasFile: mayHave } = this.#options;
    // The index of earlier versions, which has all command lines in it.
    if (mayHave) rmSync(join(state, 'history.index'), { force: true });
    const index = new HistoryIndex(state, opened(hasFile && mayHave ? databasePath(state) : undefined));
    const finder = new RowFinder(index, this.#repositories);
    this.#opened = { index, finder, past: new PastLines(index.db, finder, this.#files) };
    if (isFilled && state !== '') await index.refreshAll(this.#pause);
    return this.#opened;
  }

  /** Indexes outputs as soon as nobody asks for anything. */
  #later(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#isClosed || !this.#options.indexesOutputs) return;
    this.#timer = setTimeout(() => {
      const quiet = performance.now() - this.#asked;
      if (quiet < QUIET_MS) return this.#later(QUIET_MS - quiet);
      const began = performance.now();
      const done = this.#last.then(async () => {
        // An index in memory would take as much of it as a file has.
        if (this.#opened?.index.db.path === undefined) return false;
        return this.#safely(({ index }) => index.indexOutputs(this.#pause));
      });
      this.#last = done.catch(() => {});
      done.then(
        (isMore) => {
          this.#isIndexing = isMore;
          // Half of a processor is left to others.
          if (isMore) this.#later(performance.now() - began);
        },
        () => {
          this.#isIndexing = false;
        },
      );
    }, ms);
    this.#timer.unref();
  }

  /** In the process of a host, its event loop gets a turn. */
  readonly #pause = async (): Promise<void> => {
    if (this.#isClosed) throw new Error('the history is closed');
    if (performance.now() - this.#turnBegan < TURN_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.#turnBegan = performance.now();
  };
}

/** Where nothing can be written, it is in memory. */
function opened(path: string | undefined): IndexDatabase {
  try {
    return IndexDatabase.open(path, HISTORY_SCHEMA);
  } catch {
    return IndexDatabase.open(undefined, HISTORY_SCHEMA);
  }
}

/** SQLite has refused, or its machine code has failed. */
function isOfDatabase(error: unknown): boolean {
  return error instanceof Error && ['SQLite3Error', 'RuntimeError'].includes(error.name);
}
