/**
 * Answers what ran: the commands of all terminals, from an index of the records and from memory, where the newest ones are,
 * and those that are not recorded.
 */

import { hostname } from 'node:os';
import { ENDED, NO_EXIT } from '../../ledger/index/columns.ts';
import { HistoryIndex } from '../../ledger/index/history-index.ts';
import { firstRows, keyOf, matchingRows, trendsOf } from '../../ledger/index/history-rows.ts';
import { Repositories } from '../../ledger/index/repositories.ts';
import { RowTexts } from '../../ledger/index/row-text.ts';
import type { LedgerRecord } from '../../ledger/records/record.ts';
import {
  type HistoryCommand,
  type HistoryQuery,
  type HistoryResult,
  MAX_HISTORY,
} from '../../protocol/cotty/history.ts';
import type { Clock } from '../common/clock.ts';
import type { Recorder } from '../record/recorder.ts';
import type { Terminals } from '../terminal/terminals.ts';
import { compareMemory, type InMemory, matchingInMemory } from './in-memory.ts';
import type { Pause } from './slices.ts';

/** The index is dropped if nobody has asked for so many milliseconds: a million commands take some 80 MB. */
const KEPT_MS = 10 * 60 * 1000;
/** Milliseconds after which all folders are looked at again, for records that were deleted. */
const LOOK_MS = 60_000;
/** Runs of one trend. */
const TREND = 20;

export type HistoryOptions = {
  readonly clock: Clock;
  readonly terminals: Terminals;
  readonly recorder: Recorder;
};

type Kept = { readonly index: HistoryIndex; looked: number; open: ReadonlySet<string> };

export class History {
  readonly #options: HistoryOptions;
  readonly #repositories: Repositories;
  #kept: Kept | undefined;
  /** Reading of the records: one at a time. */
  #reading: Promise<void> = Promise.resolve();
  #cancelDrop: () => void = () => {};

  constructor(options: HistoryOptions) {
    this.#options = options;
    this.#repositories = new Repositories(() => options.clock.now());
  }

  close(): void {
    this.#cancelDrop();
    this.#kept = undefined;
  }

  async find(query: HistoryQuery, pause: Pause): Promise<HistoryResult> {
    const index = await this.#index(pause);
    const { order = 'newest', skip = 0, limit = MAX_HISTORY, trends = false } = query;
    const memory = this.#inMemory(index);
    const found = await matchingInMemory(memory.commands, query, {
      here: hostname(),
      now: this.#options.clock.now(),
      repositories: this.#repositories,
    });
    const rows =
      index === undefined
        ? new Uint32Array(0)
        : await matchingRows(index, query, {
            here: hostname(),
            hidden: memory.hidden,
            inRepository: (folders, wanted) => this.#repositories.inRepository(folders, wanted),
            pause,
          });
    const first = index && (await firstRows(index, rows, order, skip + limit, pause));
    const total = rows.length + found.length;
    const page = merged(index, first ?? rows, found.toSorted(compareMemory(order)), order).slice(
      skip,
      skip + limit,
    );
    const commands = await this.#commands(index, page, trends, pause);
    return { commands, more: skip + page.length < total, total };
  }

  /** Returns the index with everything that is on the disk now; undefined if nothing is recorded there. */
  async #index(pause: Pause): Promise<HistoryIndex | undefined> {
    const { clock, recorder } = this.#options;
    this.#cancelDrop();
    this.#cancelDrop = clock.after(KEPT_MS, () => this.close());
    const { folder } = recorder;
    if (folder === undefined) return undefined;
    if (this.#kept?.index.state !== folder)
      this.#kept = { index: new HistoryIndex(folder), looked: Number.NEGATIVE_INFINITY, open: new Set() };
    const kept = this.#kept;
    const reading = this.#reading.then(() => this.#refresh(kept, pause));
    this.#reading = reading.catch(() => {});
    await reading;
    return kept.index;
  }

  async #refresh(kept: Kept, pause: Pause): Promise<void> {
    const { clock, recorder, terminals } = this.#options;
    const folders = terminals.listed.map(({ uri }) => recorder.recordOf(uri).folder);
    const open = new Set(folders.filter((folder) => folder !== undefined));
    if (Math.abs(clock.now() - kept.looked) >= LOOK_MS) {
      kept.looked = clock.now();
      await kept.index.refreshAll(pause);
    } else await kept.index.refresh(new Set([...open, ...kept.open]), pause);
    kept.open = open;
  }

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
    page: readonly (number | InMemory)[],
    trends: boolean,
    pause: Pause,
  ): Promise<HistoryCommand[]> {
    const open = new Map(this.#options.terminals.listed.map(({ uri, state }) => [uri, state.title]));
    if (index === undefined)
      return page.flatMap((one) => (typeof one === 'number' ? [] : [asCommand(one, one.record, true)]));
    const rows = page.filter((one) => typeof one === 'number');
    const runs = trends ? await trendsOf(index, rows, TREND, pause) : undefined;
    const texts = new RowTexts(index);
    try {
      return await Promise.all(
        page.map(async (one) => {
          if (typeof one !== 'number') return asCommand(one, one.record, true);
          const { uri = '', name = '' } = index.terminal(one) ?? {};
          const command = { uri, name: open.get(uri) ?? name };
          const record = { ...(await texts.record(one)), ...factsOf(index, one) };
          const trend = runs?.get(one)?.map((row) => trendRun(index, row));
          return { ...asCommand(command, record, open.has(uri)), ...(trend === undefined ? {} : { trend }) };
        }),
      );
    } finally {
      await texts.close();
    }
  }
}

/** Merges rows and commands in memory, both in this order. */
function merged(
  index: HistoryIndex | undefined,
  rows: Uint32Array,
  memory: readonly InMemory[],
  order: NonNullable<HistoryQuery['order']>,
): (number | InMemory)[] {
  const compare = compareMemory(order);
  const all: (number | InMemory)[] = [];
  let next = 0;
  for (const row of rows) {
    for (; next < memory.length && index !== undefined; next += 1) {
      const command = memory[next];
      if (command === undefined || compare(command, { key: keyOf(index, row) }) > 0) break;
      all.push(command);
    }
    all.push(row);
  }
  return [...all, ...memory.slice(next)];
}

type Facts = Omit<LedgerRecord, 'output'>;

/** What the index knows of a row: its end may have been told later than in the row itself. */
function factsOf({ columns: { arrays }, lines, folders, writers }: HistoryIndex, row: number) {
  const startedAt = arrays.started[row] ?? 0;
  const exitCode = arrays.exit[row] ?? NO_EXIT;
  const cwd = folders.name(arrays.folder[row] ?? 0);
  const writer = writers.name(arrays.writer[row] ?? 0);
  const hasEnded = ((arrays.flags[row] ?? 0) & ENDED) !== 0;
  return {
    seq: arrays.seq[row] ?? 0,
    startedAt,
    commandLine: lines.text(arrays.line[row] ?? 0),
    ...(hasEnded ? { finishedAt: startedAt + (arrays.duration[row] ?? 0) } : {}),
    ...(exitCode === NO_EXIT ? {} : { exitCode }),
    ...(cwd === '' ? {} : { cwd }),
    ...(writer === '' ? {} : { writer }),
  };
}

function trendRun(index: HistoryIndex, row: number) {
  const { startedAt, finishedAt, exitCode } = factsOf(index, row);
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
  const { timedOut, killedByRestart, counts } = record;
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
  };
}
