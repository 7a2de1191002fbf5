/**
 * Answers what ran: the commands of all terminals, from an index of the records and from memory, where the newest ones are,
 * and those that are not recorded.
 */

import type { FoundRow } from '../../ledger/index/find-rows.ts';
import type { IndexedTerminal } from '../../ledger/index/history-index.ts';
import type { IndexPort } from '../../ledger/index/index-worker.ts';
import type { HistoryPlace } from '../../ledger/index/past-lines.ts';
import { Repositories } from '../../ledger/index/repositories.ts';
import { RowTexts } from '../../ledger/index/row-text.ts';
import { pastLine } from '../../ledger/records/past-line.ts';
import type { LedgerRecord } from '../../ledger/records/record.ts';
import { recordedFacts } from '../../ledger/records/recorded-command.ts';
import { given } from '../../protocol/common/given.ts';
import {
  type HistoryCommand,
  type HistoryQuery,
  type HistoryResult,
  MAX_HISTORY,
} from '../../protocol/cotty/history.ts';
import type { PastLine, PastQuery, PastResult } from '../../protocol/cotty/past-line.ts';
import type { StatsQuery, StatsResult } from '../../protocol/cotty/stats.ts';
import type { Clock } from '../common/clock.ts';
import type { Recorder } from '../record/recorder.ts';
import type { Terminals } from '../terminal/terminals.ts';
import { compareMemory, type InMemory, keyOfRow, matchingInMemory } from './in-memory.ts';
import { type OpenIndex, openIndex, removeIndex, type StartIndex } from './index-place.ts';
import { type Found, OutputSearch } from './output-search.ts';
import type { Pause } from './slices.ts';

/** The index is closed if nobody has asked for so many milliseconds: its worker takes some 60 MB. */
const KEPT_MS = 3 * 60 * 1000;
/** Milliseconds after which all folders are looked at again, for records that were deleted. */
const LOOK_MS = 60_000;
/** Milliseconds of waiting for the index before other requests get a turn. */
const TURN_MS = 5;
/** Searches of outputs that can be continued. */
const MOST_SEARCHES = 4;
/** Limit of lines that are held where nothing is recorded. */
const MOST_RAN = 1000;

export type HistoryOptions = {
  readonly clock: Clock;
  readonly terminals: Terminals;
  readonly recorder: Recorder;
  readonly startIndex: StartIndex;
};

type Kept = {
  readonly state: string;
  readonly index: OpenIndex;
  /** When all folders were looked at. */
  looked: number;
  open: ReadonlySet<string>;
};

/** The index, read to its end, and what it has of the open terminals. */
type Ready = { readonly index: IndexPort; readonly open: ReadonlyMap<string, IndexedTerminal> };

export class History {
  readonly #options: HistoryOptions;
  readonly #repositories: Repositories;
  #kept: Promise<Kept> | undefined;
  /** The newest searches of outputs, by what was asked. */
  readonly #searches = new Map<string, OutputSearch>();
  /** What reads or changes the index, or the records below it, one after the other. Never rejects. */
  #last: Promise<unknown> = Promise.resolve();
  /** Lines that have run where nothing is recorded, newest first. */
  #ran: readonly PastLine[] = [];
  #cancelDrop: () => void = () => {};

  constructor(options: HistoryOptions) {
    this.#options = options;
    this.#repositories = new Repositories(() => options.clock.now());
  }

  /** Resolves when the index is closed. Reading ends. */
  close(): Promise<void> {
    return this.#drop();
  }

  /** Deletes text of the records of a command by `work`. The index, which may have it, forgets it before. */
  async forget(
    { folder, seq }: { readonly folder: string | undefined; readonly seq: number },
    work: () => Promise<void> | undefined,
  ): Promise<void> {
    const { folder: state } = this.#options.recorder;
    if (state === undefined || folder === undefined) return work();
    this.#searches.clear();
    await this.#alone(async () => {
      try {
        const { index } = await this.#keptOf(state);
        // What was written since it was asked must be known, too.
        await index.refresh([], [folder]);
        await index.forget(folder, seq);
        // What is in a file that another process has used goes with it.
        if (!index.hasFile) removeIndex(state);
      } catch {
        // An index that may have the text is made again.
        await this.#drop();
        removeIndex(state);
      }
      await work();
      this.#dropLater();
    });
  }

  async find(query: HistoryQuery, pause: Pause): Promise<HistoryResult> {
    const ready = await this.#ready(pause);
    const { skip = 0, limit = MAX_HISTORY, trends = false, output } = query;
    if (output !== undefined) return this.#findOutput(ready, { ...query, output }, pause);
    const { memory, hidden } = await this.#memory(ready, query);
    const asked = { query, hidden };
    // The first commands of both, in their order, have the page.
    const from = Math.max(0, skip - memory.length);
    const found =
      ready === undefined
        ? { rows: [], more: false, total: 0 }
        : await this.#waited(ready.index.page(asked, from, skip + limit - from), pause);
    const merged = merge(found.rows, memory, query.order ?? 'newest');
    const page = merged.slice(skip - from).slice(0, limit);
    const commands = await this.#commands(ready, page, trends, pause);
    const more = found.more || merged.length > skip - from + limit;
    return { commands, more, ...(found.total === undefined ? {} : { total: found.total + memory.length }) };
  }

  async stats(query: StatsQuery, pause: Pause): Promise<StatsResult> {
    const ready = await this.#ready(pause);
    const { memory, hidden } = await this.#memory(ready, query);
    const records = memory.map(({ record }) => record);
    const now = this.#options.clock.now();
    if (ready !== undefined)
      return this.#waited(ready.index.stats(query, { hidden, memory: records, now }), pause);
    const { historyStats } = await import('../../ledger/index/history-stats.ts');
    return historyStats({ hidden, memory: records, now }, query, pause);
  }

  /** Must be called with each command that has ended. */
  ran(record: LedgerRecord): void {
    // Where records are kept, the index has it.
    const line = this.#options.recorder.folder === undefined ? pastLine(record) : undefined;
    if (line !== undefined) this.#ran = [line, ...this.#ran].slice(0, MOST_RAN);
  }

  /** Returns earlier command lines for a line editor. `isWanted` returns whether a client still waits for the answer. */
  async past(
    place: HistoryPlace | undefined,
    cwd: string | undefined,
    query: PastQuery,
    isWanted: () => boolean = () => true,
  ): Promise<PastResult> {
    const { folder = '' } = this.#options.recorder;
    this.#dropLater();
    const index = await this.#alone(async () => {
      const kept = await this.#keptOf(folder);
      return folder === '' ? kept.index : (await this.#refresh(kept)).index;
    });
    return isWanted() ? index.past({ place, cwd, query, memory: this.#ran }) : { lines: [], more: true };
  }

  /** Returns the commands in memory that match but for their outputs, in the order that is asked for, and the rows that they replace. */
  async #memory(
    ready: Ready | undefined,
    query: HistoryQuery,
  ): Promise<{ readonly memory: readonly InMemory[]; readonly hidden: readonly number[] }> {
    const { commands, hidden } = this.#inMemory(ready);
    const now = this.#options.clock.now();
    const memory = await matchingInMemory(commands, query, { now, repositories: this.#repositories });
    return { memory: memory.toSorted(compareMemory(query.order ?? 'newest')), hidden };
  }

  /** An answer that continues an earlier one goes on searching where that one has ended. */
  async #findOutput(
    ready: Ready | undefined,
    query: HistoryQuery & { readonly output: string },
    pause: Pause,
  ): Promise<HistoryResult> {
    const { skip = 0, limit = MAX_HISTORY, trends = false, ...wanted } = query;
    const key = JSON.stringify(wanted);
    const known = this.#searches.get(key);
    const goesOn = known !== undefined && !(skip === 0 && (known.isDone || known.found.length > 0));
    const search = goesOn ? known : await this.#searchOf(ready, query, pause);
    this.#searches.delete(key);
    this.#searches.set(key, search);
    if (this.#searches.size > MOST_SEARCHES) this.#searches.delete(this.#searches.keys().next().value ?? '');
    await search.advance(skip + limit + 1, pause);
    const page = search.found.slice(skip, skip + limit);
    const commands = await this.#commands(
      ready,
      page.map(({ one }) => one),
      trends,
      pause,
    );
    return {
      commands: commands.map((command, at) => ({ ...command, found: page[at]?.line ?? '' })),
      more: !search.isDone || search.found.length > skip + limit,
      ...(search.isDone ? { total: search.found.length } : {}),
    };
  }

  async #searchOf(
    ready: Ready | undefined,
    query: HistoryQuery & { readonly output: string },
    pause: Pause,
  ): Promise<OutputSearch> {
    const { memory, hidden } = await this.#memory(ready, query);
    const number = ready && (await this.#waited(ready.index.search({ query, hidden }), pause));
    const next = async (readOn: Pause) =>
      number === undefined ? undefined : this.#waited(ready?.index.next(number), readOn);
    return new OutputSearch(this.#options, { memory, next, query });
  }

  /**
   * Returns the index with everything that is on the disk now; undefined if nothing is recorded there. It is read to its end even
   * if nobody waits for it any more: the next request needs it.
   */
  async #ready(pause: Pause): Promise<Ready | undefined> {
    const { folder } = this.#options.recorder;
    this.#dropLater();
    if (folder === undefined) return undefined;
    const reading = this.#alone(async () => this.#refresh(await this.#keptOf(folder)));
    return this.#waited(reading, pause);
  }

  /** Waits for the index, and lets other requests have their turns meanwhile. */
  async #waited<T>(working: T | Promise<T>, pause: Pause): Promise<T> {
    let isDone = false;
    const done = Promise.resolve(working).finally(() => {
      isDone = true;
    });
    // Rejects here only if the client leaves first.
    done.catch(() => {});
    while (!isDone) {
      await this.#settledSoon(done);
      await pause();
    }
    return done;
  }

  /** Runs `work` when what was begun before it has ended. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }

  async #settledSoon(reading: Promise<unknown>): Promise<void> {
    let cancel: () => void = () => {};
    const late = new Promise<void>((resolve) => {
      cancel = this.#options.clock.after(TURN_MS, resolve);
    });
    await Promise.race([reading.catch(() => {}), late]);
    cancel();
  }

  async #keptOf(state: string): Promise<Kept> {
    const known = await this.#kept?.catch(() => undefined);
    if (known?.state === state) return known;
    await known?.index.close();
    const opening = openIndex(state, this.#options.startIndex);
    this.#kept = opening.then((index) => ({
      state,
      index,
      looked: Number.NEGATIVE_INFINITY,
      open: new Set(),
    }));
    return this.#kept;
  }

  async #refresh(kept: Kept): Promise<Ready> {
    const { clock, recorder, terminals } = this.#options;
    const folders = terminals.listed.map(({ uri }) => recorder.recordOf(uri).folder);
    const open = new Set(folders.filter((folder) => folder !== undefined));
    const isDue = Math.abs(clock.now() - kept.looked) >= LOOK_MS;
    const some = isDue ? undefined : [...new Set([...open, ...kept.open])];
    const { index } = kept;
    try {
      const indexed = await index.refresh([...open], some);
      if (isDue) kept.looked = clock.now();
      kept.open = open;
      return { index, open: new Map(indexed.map((terminal) => [terminal.folder, terminal])) };
    } catch (error) {
      // A worker that has ended is replaced for the next request.
      this.#kept = undefined;
      await index.close();
      throw error;
    }
  }

  #dropLater(): void {
    this.#cancelDrop();
    this.#cancelDrop = this.#options.clock.after(KEPT_MS, () => void this.#dropIfDone());
  }

  /** Outputs that are being indexed would be missing until somebody asks again. */
  async #dropIfDone(): Promise<void> {
    const isIndexing = await (await this.#kept?.catch(() => undefined))?.index
      .isIndexing()
      .catch(() => false);
    if (isIndexing === true) this.#dropLater();
    else await this.#drop();
  }

  async #drop(): Promise<void> {
    this.#cancelDrop();
    this.#searches.clear();
    const kept = this.#kept;
    this.#kept = undefined;
    await (await kept?.catch(() => undefined))?.index.close();
  }

  /** The commands of open terminals that are not in the index, and the rows of those that are there without their end. */
  #inMemory(ready: Ready | undefined): { commands: InMemory[]; hidden: number[] } {
    const { terminals, recorder } = this.#options;
    const commands: InMemory[] = [];
    const hidden: number[] = [];
    for (const { uri, state } of terminals.listed) {
      const record = recorder.recordOf(uri);
      const indexed = ready?.open.get(record.folder ?? '');
      const unfinished = new Map(indexed?.unfinished);
      const { begun, recent } = record.commands;
      const newer = recent.filter(
        ({ seq, unrecorded }) => unrecorded === true || seq > (indexed?.lastSeq ?? 0),
      );
      for (const command of begun === undefined ? newer : [...newer, begun]) {
        const row = unfinished.get(command.seq);
        if (row !== undefined) hidden.push(row);
        if (command.noCommand !== true && command.forgotten !== true)
          commands.push({ uri, name: state.title, record: command });
      }
    }
    return { commands, hidden };
  }

  async #commands(
    ready: Ready | undefined,
    page: readonly Found[],
    trends: boolean,
    pause: Pause,
  ): Promise<HistoryCommand[]> {
    const open = new Map(this.#options.terminals.listed.map(({ uri, state }) => [uri, state.title]));
    const texts = new RowTexts();
    try {
      const commands = await Promise.all(page.map((one) => commandOf(one, texts, open)));
      if (!trends) return commands;
      const runs = commands.map(({ startedAt, commandLine, cwd = '' }) => ({ startedAt, commandLine, cwd }));
      const earlier = ready === undefined ? [] : await this.#waited(ready.index.earlierRuns(runs), pause);
      return commands.map((command, at) => ({
        ...command,
        trend: [...(earlier[at] ?? []), trendRun(command)],
      }));
    } finally {
      await texts.close();
    }
  }
}

async function commandOf(
  one: Found,
  texts: RowTexts,
  open: ReadonlyMap<string, string>,
): Promise<HistoryCommand> {
  if ('record' in one) return asCommand(one, one.record, true);
  const { uri, name, note, bookmarked, ...facts } = one;
  // The index knows of an end that was told later than in the row itself.
  const record = {
    ...(await texts.record(one)),
    ...facts,
    note: note === undefined ? undefined : { text: note },
    bookmarked,
  };
  return asCommand({ uri, name: open.get(uri) ?? name }, record, open.has(uri));
}

/** Merges rows and commands in memory, both in this order. */
function merge(
  rows: readonly FoundRow[],
  memory: readonly InMemory[],
  order: NonNullable<HistoryQuery['order']>,
): Found[] {
  const compare = compareMemory(order);
  const all: Found[] = [];
  let next = 0;
  for (const row of rows) {
    for (; next < memory.length; next += 1) {
      const command = memory[next];
      if (command === undefined || compare(command, { key: keyOfRow(row) }) > 0) break;
      all.push(command);
    }
    all.push(row);
  }
  return [...all, ...memory.slice(next)];
}

function trendRun({
  startedAt,
  finishedAt,
  exitCode,
}: Pick<HistoryCommand, 'startedAt' | 'finishedAt' | 'exitCode'>) {
  const durationMs = finishedAt === undefined ? undefined : finishedAt - startedAt;
  return { startedAt, ...given({ durationMs, exitCode }) };
}

function asCommand(
  { uri, name }: Pick<InMemory, 'uri' | 'name'>,
  record: Parameters<typeof recordedFacts>[0],
  open: boolean,
): HistoryCommand {
  const { timedOut, killedByRestart, where, counts } = record;
  return {
    ...{ terminal: uri, name, open, ...recordedFacts(record) },
    ...given({ timedOut, killedByRestart, where, lines: counts?.lines }),
  };
}
