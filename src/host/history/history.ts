/**
 * Answers what ran: the commands of all terminals, from an index of the records and from memory, where the newest ones are,
 * and those that are not recorded.
 */

import { hostname } from 'node:os';
import { BOOKMARKED, ENDED, NO_EXIT } from '../../ledger/index/columns.ts';
import { HistoryIndex } from '../../ledger/index/history-index.ts';
import { earlierRuns, firstRows, keyOf, matchingRows } from '../../ledger/index/history-rows.ts';
import { historyStats } from '../../ledger/index/history-stats.ts';
import { Repositories } from '../../ledger/index/repositories.ts';
import { RowTexts } from '../../ledger/index/row-text.ts';
import type { LedgerRecord } from '../../ledger/records/record.ts';
import {
  type HistoryCommand,
  type HistoryQuery,
  type HistoryResult,
  MAX_HISTORY,
} from '../../protocol/cotty/history.ts';
import type { StatsQuery, StatsResult } from '../../protocol/cotty/stats.ts';
import type { Note } from '../../protocol/terminal/annotation.ts';
import type { Clock } from '../common/clock.ts';
import type { Recorder } from '../record/recorder.ts';
import type { Terminals } from '../terminal/terminals.ts';
import { compareMemory, type InMemory, matchingInMemory } from './in-memory.ts';
import { type Found, OutputSearch } from './output-search.ts';
import type { Pause } from './slices.ts';

/** The index is dropped if nobody has asked for so many milliseconds: a million commands take some 80 MB. */
const KEPT_MS = 10 * 60 * 1000;
/** Milliseconds after which all folders are looked at again, for records that were deleted. */
const LOOK_MS = 60_000;
/** New commands for which the file of the index is written anew: they are read from the records in some ten milliseconds. */
const WORTH_SAVING = 500;
/** Milliseconds of reading and saving before the event loop gets a turn, and of waiting for that before other requests do. */
const TURN_MS = 5;
/** Searches of outputs that can be continued. */
const MOST_SEARCHES = 4;
/** Commands whose outputs are searched in another order than from new to old. */
const MOST_SORTED = 50_000;
/** Runs of one trend. */
const TREND = 20;

export type HistoryOptions = {
  readonly clock: Clock;
  readonly terminals: Terminals;
  readonly recorder: Recorder;
};

type Kept = {
  index: HistoryIndex;
  /** Whether it was read to its end once. */
  isWhole: boolean;
  /** How many commands the file has. */
  saved: number;
  /** When all folders were looked at. */
  looked: number;
  open: ReadonlySet<string>;
};

export class History {
  readonly #options: HistoryOptions;
  readonly #repositories: Repositories;
  #kept: Kept | undefined;
  /** The newest searches of outputs, by what was asked. */
  readonly #searches = new Map<string, OutputSearch>();
  /** What reads or changes the index, or the records below it, one after the other. Never rejects. */
  #last: Promise<unknown> = Promise.resolve();
  #saving: Promise<void> = Promise.resolve();
  #isClosed = false;
  #turnBegan = 0;
  #cancelDrop: () => void = () => {};

  constructor(options: HistoryOptions) {
    this.#options = options;
    this.#repositories = new Repositories(() => options.clock.now());
  }

  /** Resolves when the index is saved, or cannot be. Reading ends. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#drop();
  }

  /** Deletes text of the records by `work`: the file of the index goes first, which may have that text. */
  async forget(work: () => Promise<void> | undefined): Promise<void> {
    const { folder } = this.#options.recorder;
    if (folder === undefined) return work();
    await this.#alone(async () => {
      // Read before it goes, so that not all records must be read again.
      const kept = await this.#keptOf(folder);
      this.#dropLater();
      await this.#saving;
      await HistoryIndex.removeFile(folder);
      kept.saved = 0;
      kept.looked = Number.NEGATIVE_INFINITY;
      await work();
    });
  }

  async find(query: HistoryQuery, pause: Pause): Promise<HistoryResult> {
    const index = await this.#index(pause);
    const { skip = 0, limit = MAX_HISTORY, trends = false, output } = query;
    if (output !== undefined) return this.#findOutput(index, { ...query, output }, pause);
    const { all, total } = await this.#matching(index, query, skip + limit, pause);
    const page = all.slice(skip, skip + limit);
    const commands = await this.#commands(index, page, trends, pause);
    return { commands, more: skip + page.length < total, total };
  }

  async stats({ limit, ...query }: StatsQuery, pause: Pause): Promise<StatsResult> {
    const index = await this.#index(pause);
    const { memory, rows } = await this.#matches(index, query, pause);
    const { since, until } = query;
    return historyStats({
      // Without records there is an index without rows.
      index: index ?? new HistoryIndex(''),
      rows,
      memory: memory.map(({ record }) => record),
      limit,
      range: { since, until, now: this.#options.clock.now() },
      pause,
    });
  }

  /** Returns the first commands that match but for their outputs, in the order that is asked for, and how many match. */
  async #matching(
    index: HistoryIndex | undefined,
    query: HistoryQuery,
    count: number,
    pause: Pause,
  ): Promise<{ readonly all: readonly Found[]; readonly total: number }> {
    const { order = 'newest' } = query;
    const { memory, rows } = await this.#matches(index, query, pause);
    if (index === undefined) return { all: memory, total: memory.length };
    const first = await firstRows(index, rows, order, count, pause);
    return { all: merged(index, first, memory, order), total: rows.length + memory.length };
  }

  /** Returns all commands that match but for their outputs: those in memory in the order that is asked for, and the rows, newest first. */
  async #matches(
    index: HistoryIndex | undefined,
    query: HistoryQuery,
    pause: Pause,
  ): Promise<{ readonly memory: readonly InMemory[]; readonly rows: Uint32Array }> {
    const here = hostname();
    const { commands, hidden } = this.#inMemory(index);
    const now = this.#options.clock.now();
    const inMemory = await matchingInMemory(commands, query, { here, now, repositories: this.#repositories });
    const memory = inMemory.toSorted(compareMemory(query.order ?? 'newest'));
    if (index === undefined) return { memory, rows: new Uint32Array() };
    const inRepository = (folders: readonly string[], wanted: string) =>
      this.#repositories.inRepository(folders, wanted);
    return { memory, rows: await matchingRows(index, query, { here, hidden, inRepository, pause }) };
  }

  /** An answer that continues an earlier one goes on searching where that one has ended. */
  async #findOutput(
    index: HistoryIndex | undefined,
    query: HistoryQuery & { readonly output: string },
    pause: Pause,
  ): Promise<HistoryResult> {
    const { skip = 0, limit = MAX_HISTORY, trends = false, ...wanted } = query;
    const key = JSON.stringify(wanted);
    const known = this.#searches.get(key);
    const goesOn = known !== undefined && !(skip === 0 && (known.isDone || known.found.length > 0));
    const search = goesOn ? known : await this.#searchOf(index, query, pause);
    this.#searches.delete(key);
    this.#searches.set(key, search);
    if (this.#searches.size > MOST_SEARCHES) this.#searches.delete(this.#searches.keys().next().value ?? '');
    await search.advance(skip + limit + 1, pause);
    const page = search.found.slice(skip, skip + limit);
    const commands = await this.#commands(
      index,
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
    index: HistoryIndex | undefined,
    query: HistoryQuery & { readonly output: string },
    pause: Pause,
  ): Promise<OutputSearch> {
    const { order = 'newest' } = query;
    const most = order === 'newest' ? Number.POSITIVE_INFINITY : MOST_SORTED;
    const { all } = await this.#matching(index, query, most, pause);
    return new OutputSearch(this.#options, index, all, query.output);
  }

  /**
   * Returns the index with everything that is on the disk now; undefined if nothing is recorded there. It is read to its end even
   * if nobody waits for it any more: the next request needs it.
   */
  async #index(pause: Pause): Promise<HistoryIndex | undefined> {
    const { folder } = this.#options.recorder;
    this.#dropLater();
    if (folder === undefined) return undefined;
    let isDone = false;
    const reading = this.#alone(async () => {
      const kept = await this.#keptOf(folder);
      await this.#refresh(kept);
      return kept.index;
    }).finally(() => {
      isDone = true;
    });
    // Rejects here only if the client leaves first.
    reading.catch(() => {});
    while (!isDone) {
      await this.#settledSoon(reading);
      await pause();
    }
    return reading;
  }

  /** Runs `work` when what was begun before it has ended. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(() => {
      this.#turnBegan = this.#options.clock.now();
      return work();
    });
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

  async #keptOf(folder: string): Promise<Kept> {
    if (this.#kept?.index.state === folder) return this.#kept;
    const inFile = await HistoryIndex.inFile(folder);
    const index = inFile ?? new HistoryIndex(folder);
    this.#kept = {
      index,
      isWhole: inFile !== undefined,
      saved: index.columns.length,
      looked: Number.NEGATIVE_INFINITY,
      open: new Set(),
    };
    return this.#kept;
  }

  async #refresh(kept: Kept): Promise<void> {
    const { clock, recorder, terminals } = this.#options;
    const folders = terminals.listed.map(({ uri }) => recorder.recordOf(uri).folder);
    const open = new Set(folders.filter((folder) => folder !== undefined));
    if (Math.abs(clock.now() - kept.looked) >= LOOK_MS) {
      await kept.index.refreshAll(this.#readOn);
      kept.looked = clock.now();
      kept.isWhole = true;
      await this.#save(kept, this.#readOn);
    } else await kept.index.refresh(new Set([...open, ...kept.open]), this.#readOn);
    kept.open = open;
  }

  /** Saves the index, of which all folders were looked at, if it is worth it. It is written while other work goes on. */
  async #save(kept: Kept, pause: Pause): Promise<void> {
    const { length } = kept.index.order;
    if (Math.abs(length - kept.saved) < WORTH_SAVING) return;
    await this.#saving;
    const { index } = kept;
    kept.index = await index.withoutGone(pause);
    if (kept.index !== index) this.#searches.clear();
    kept.saved = length;
    const { save } = await kept.index.toSave(this.#breathe);
    // Without a file the records are read again.
    this.#saving = save().catch(() => {});
  }

  #dropLater(): void {
    this.#cancelDrop();
    this.#cancelDrop = this.#options.clock.after(KEPT_MS, () => void this.#drop());
  }

  /** Saves the index and takes it out of memory. */
  async #drop(): Promise<void> {
    this.#cancelDrop();
    this.#searches.clear();
    await this.#alone(async () => {
      const kept = this.#kept;
      this.#kept = undefined;
      if (kept?.isWhole !== true) return;
      await kept.index.refreshAll(this.#breathe);
      await this.#save(kept, this.#breathe);
    }).catch(() => {});
    await this.#saving;
  }

  readonly #breathe: Pause = async () => {
    const { clock } = this.#options;
    const used = clock.now() - this.#turnBegan;
    if (used >= 0 && used < TURN_MS) return;
    await new Promise<void>((resolve) => clock.soon(resolve));
    this.#turnBegan = clock.now();
  };

  /** Ends reading when the host ends. */
  readonly #readOn: Pause = async () => {
    if (this.#isClosed) throw new Error('the history is closed');
    await this.#breathe();
  };

  /** The commands of open terminals that are not in the index, and the rows of those that are there without their end. */
  #inMemory(index: HistoryIndex | undefined): { commands: InMemory[]; hidden: Set<number> } {
    const { terminals, recorder } = this.#options;
    const commands: InMemory[] = [];
    const hidden = new Set<number>();
    for (const { uri, state } of terminals.listed) {
      const record = recorder.recordOf(uri);
      const indexed = index?.terminalOf(uri);
      const { begun, recent } = record.commands;
      const newer = recent.filter(
        ({ seq, unrecorded }) => unrecorded === true || seq > (indexed?.lastSeq ?? 0),
      );
      for (const command of begun === undefined ? newer : [...newer, begun]) {
        const row = indexed?.unfinished.get(command.seq);
        if (row !== undefined) hidden.add(row);
        if (command.noCommand !== true && command.forgotten !== true)
          commands.push({ uri, name: state.title, record: command });
      }
    }
    return { commands, hidden };
  }

  async #commands(
    index: HistoryIndex | undefined,
    page: readonly Found[],
    trends: boolean,
    pause: Pause,
  ): Promise<HistoryCommand[]> {
    const open = new Map(this.#options.terminals.listed.map(({ uri, state }) => [uri, state.title]));
    const texts = index && new RowTexts(index);
    try {
      const commands = await Promise.all(page.map((one) => commandOf(one, texts, open)));
      return trends ? await withTrends(commands, index, pause) : commands;
    } finally {
      await texts?.close();
    }
  }
}

async function commandOf(
  one: Found,
  texts: RowTexts | undefined,
  open: ReadonlyMap<string, string>,
): Promise<HistoryCommand> {
  if (typeof one !== 'number') return asCommand(one, one.record, true);
  if (texts === undefined) throw new Error('there are rows only where there is an index');
  const { uri = '', name = '' } = texts.index.terminal(one) ?? {};
  const record = { ...(await texts.record(one)), ...factsOf(texts.index, one) };
  return asCommand({ uri, name: open.get(uri) ?? name }, record, open.has(uri));
}

async function withTrends(
  commands: readonly HistoryCommand[],
  index: HistoryIndex | undefined,
  pause: Pause,
): Promise<HistoryCommand[]> {
  const runs = commands.map(({ startedAt, commandLine, cwd = '' }) => ({ startedAt, commandLine, cwd }));
  const earlier = index === undefined ? [] : await earlierRuns(index, runs, TREND - 1, pause);
  return commands.map((command, at) => {
    const rows = index === undefined ? [] : (earlier[at] ?? []).map((row) => factsOf(index, row));
    return { ...command, trend: [...rows, command].map(trendRun) };
  });
}

/** Merges rows and commands in memory, both in this order. */
function merged(
  index: HistoryIndex,
  rows: Uint32Array,
  memory: readonly InMemory[],
  order: NonNullable<HistoryQuery['order']>,
): Found[] {
  const compare = compareMemory(order);
  const all: Found[] = [];
  let next = 0;
  for (const row of rows) {
    for (; next < memory.length; next += 1) {
      const command = memory[next];
      if (command === undefined || compare(command, { key: keyOf(index, row) }) > 0) break;
      all.push(command);
    }
    all.push(row);
  }
  return [...all, ...memory.slice(next)];
}

type Facts = Omit<LedgerRecord, 'output' | 'note'> & { readonly note?: Pick<Note, 'text'> };

/** What the index knows of a row: its end may have been told later than in the row itself. */
function factsOf(index: HistoryIndex, row: number) {
  const {
    columns: { arrays },
    lines,
    folders,
    writers,
    notes,
  } = index;
  const startedAt = arrays.started[row] ?? 0;
  const exitCode = arrays.exit[row] ?? NO_EXIT;
  const cwd = folders.name(arrays.folder[row] ?? 0);
  const writer = writers.name(arrays.writer[row] ?? 0);
  const flags = arrays.flags[row] ?? 0;
  const note = notes.get(row);
  return {
    seq: arrays.seq[row] ?? 0,
    startedAt,
    commandLine: lines.text(arrays.line[row] ?? 0),
    ...((flags & ENDED) !== 0 ? { finishedAt: startedAt + (arrays.duration[row] ?? 0) } : {}),
    ...(exitCode === NO_EXIT ? {} : { exitCode }),
    ...(cwd === '' ? {} : { cwd }),
    ...(writer === '' ? {} : { writer }),
    ...(note === undefined ? {} : { note: { text: note } }),
    ...((flags & BOOKMARKED) === 0 ? {} : { bookmarked: true }),
  };
}

function trendRun({
  startedAt,
  finishedAt,
  exitCode,
}: Pick<HistoryCommand, 'startedAt' | 'finishedAt' | 'exitCode'>) {
  return {
    startedAt,
    ...(finishedAt === undefined ? {} : { durationMs: finishedAt - startedAt }),
    ...(exitCode === undefined ? {} : { exitCode }),
  };
}

function asCommand(
  { uri, name }: Pick<InMemory, 'uri' | 'name'>,
  record: Omit<Facts, 'commandId'> & { readonly commandId?: string },
  open: boolean,
): HistoryCommand {
  const { seq, commandId = '', commandLine, startedAt, finishedAt, exitCode, cwd, writer, where } = record;
  const { timedOut, killedByRestart, counts, note, bookmarked } = record;
  return {
    terminal: uri,
    name,
    open,
    seq,
    commandId,
    commandLine,
    startedAt,
    ...(finishedAt === undefined ? {} : { finishedAt }),
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(timedOut === true ? { timedOut } : {}),
    ...(killedByRestart === true ? { killedByRestart } : {}),
    ...(writer === undefined ? {} : { writer }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(where === undefined ? {} : { where }),
    ...(counts === undefined ? {} : { lines: counts.lines }),
    ...(note === undefined ? {} : { note: note.text }),
    ...(bookmarked === true ? { bookmarked } : {}),
  };
}
