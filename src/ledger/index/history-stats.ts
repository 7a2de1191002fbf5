/** Statistics of commands that match: of rows of the index, and of commands that are in memory only. */

import type { CommandStats, DayStats, StatsResult } from '../../protocol/cotty/stats.ts';
import { hasFailed, type LedgerRecord } from '../records/record.ts';
import { ENDED, FAILED, NO_EXIT } from './columns.ts';
import type { HistoryIndex, Pause } from './history-index.ts';
import { Names } from './names.ts';
import { RunTally, type TalliedCommand, type TalliedRun } from './run-tally.ts';

/** Default of `limit`. */
const LIMIT = 10;
/** Days that are told where `since` is not given, and at most. */
const DAYS = 30;
const MOST_DAYS = 366;
/** UTF-16 units of a command line that is told. */
const MOST_LINE = 4096;
/** Rows that are counted between two pauses. */
const SLICE = 2048;

/** Unix milliseconds, as in the query. */
type Range = {
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  readonly now: number;
};

type Options = {
  readonly index: HistoryIndex;
  /** Both newest first. */
  readonly rows: Uint32Array;
  readonly memory: readonly Omit<LedgerRecord, 'output'>[];
  readonly limit?: number | undefined;
  readonly range: Range;
  readonly pause: Pause;
};

export async function historyStats(options: Options): Promise<StatsResult> {
  const { index, rows, memory, limit = LIMIT, range, pause } = options;
  const numbers = new Numbers(index);
  const tally = await RunTally.for(rows.length + memory.length, pause);
  const days = new Days();
  let [failed, totalMs] = [0, 0];
  const add = (run: TalliedRun) => {
    tally.add(run);
    days.add(run);
    if (run.failed) failed += 1;
    totalMs += run.durationMs ?? 0;
  };
  let next = 0;
  const addFrom = (startedAt: number) => {
    for (; next < memory.length; next += 1) {
      const record = memory[next];
      if (record === undefined || record.startedAt < startedAt) return;
      add(numbers.runOf(record));
    }
  };
  for (let at = 0; at < rows.length; at += 1) {
    const run = runOfRow(index, rows[at] ?? 0);
    addFrom(run.startedAt);
    add(run);
    if (at % SLICE === SLICE - 1) await pause();
  }
  addFrom(Number.NEGATIVE_INFINITY);
  const { different, ...lists } = await tally.result(limit, pause);
  const told = (commands: readonly TalliedCommand[]) => commands.map((each) => numbers.told(each));
  return {
    commands: rows.length + memory.length,
    failed,
    different,
    totalMs,
    activeDays: days.active,
    days: days.within(range),
    mostRun: told(lists.mostRun),
    slowest: told(lists.slowest),
    flakiest: told(lists.flakiest),
  };
}

function runOfRow({ columns: { arrays } }: HistoryIndex, row: number): TalliedRun {
  const flags = arrays.flags[row] ?? 0;
  return {
    line: arrays.line[row] ?? 0,
    folder: arrays.folder[row] ?? 0,
    host: arrays.host[row] ?? 0,
    startedAt: arrays.started[row] ?? 0,
    durationMs: (flags & ENDED) === 0 ? undefined : (arrays.duration[row] ?? 0),
    exitCode: arrays.exit[row] ?? NO_EXIT,
    failed: (flags & FAILED) !== 0,
  };
}

/** The numbers of the texts in the index, and further ones for texts that are in memory only. */
class Numbers {
  readonly #index: HistoryIndex;
  readonly #counts: { readonly lines: number; readonly folders: number; readonly hosts: number };
  readonly #lines = new Names();
  readonly #folders = new Names();
  readonly #hosts = new Names();

  constructor(index: HistoryIndex) {
    this.#index = index;
    const { lines, folders, hosts } = index;
    // The index may grow while runs are counted.
    this.#counts = { lines: lines.count, folders: folders.all.length, hosts: hosts.all.length };
  }

  runOf(record: Omit<LedgerRecord, 'output'>): TalliedRun {
    const { commandLine, cwd = '', where, startedAt, finishedAt, exitCode } = record;
    const { lines, folders, hosts } = this.#index;
    const host = where?.host ?? '';
    const known = (id: number | undefined, count: number) =>
      id === undefined || id >= count ? undefined : id;
    return {
      line: known(lines.find(commandLine), this.#counts.lines) ?? this.#newLine(commandLine),
      folder:
        known(folders.find(cwd), this.#counts.folders) ?? this.#counts.folders + this.#folders.idOf(cwd),
      host: known(hosts.find(host), this.#counts.hosts) ?? this.#counts.hosts + this.#hosts.idOf(host),
      startedAt,
      durationMs: finishedAt === undefined ? undefined : Math.max(0, finishedAt - startedAt),
      exitCode: exitCode ?? NO_EXIT,
      failed: hasFailed(record),
    };
  }

  #newLine(commandLine: string): number {
    return this.#counts.lines + this.#lines.idOf(commandLine);
  }

  told({ line, folder, host, ...rest }: TalliedCommand): CommandStats {
    const { lines, folders, hosts } = this.#counts;
    const commandLine = line < lines ? this.#index.lines.text(line) : this.#lines.name(line - lines);
    const cwd = folder < folders ? this.#index.folders.name(folder) : this.#folders.name(folder - folders);
    const machine = host < hosts ? this.#index.hosts.name(host) : this.#hosts.name(host - hosts);
    return {
      commandLine: commandLine.length <= MOST_LINE ? commandLine : `${commandLine.slice(0, MOST_LINE - 1)}…`,
      ...(cwd === '' ? {} : { cwd }),
      ...(machine === '' ? {} : { host: machine }),
      ...rest,
    };
  }
}

type Day = { commands: number; failed: number };

/** Counts by the days of this machine's calendar. */
class Days {
  /** By the time at which the day begins. */
  readonly #days = new Map<number, Day>();
  /** The day of the run before: most runs come in order. */
  #day: Day = { commands: 0, failed: 0 };
  #from = 0;
  #to = 0;

  get active(): number {
    return this.#days.size;
  }

  add({ startedAt, failed }: TalliedRun): void {
    if (!(startedAt >= this.#from && startedAt < this.#to)) this.#move(startedAt);
    this.#day.commands += 1;
    if (failed) this.#day.failed += 1;
  }

  #move(at: number): void {
    this.#from = dayBegins(at, 0);
    this.#to = dayBegins(at, 1);
    this.#day = this.#days.get(this.#from) ?? { commands: 0, failed: 0 };
    this.#days.set(this.#from, this.#day);
  }

  within({ since, until, now }: Range): DayStats[] {
    const last = dayBegins(until === undefined ? now : Math.min(now, until - 1), 0);
    const first = since === undefined ? dayBegins(last, 1 - DAYS) : dayBegins(since, 0);
    const told: DayStats[] = [];
    for (let day = last; day >= first && told.length < MOST_DAYS; day = dayBegins(day, -1)) {
      const { commands, failed } = this.#days.get(day) ?? { commands: 0, failed: 0 };
      told.push({ date: dateText(day), commands, failed });
    }
    return told.reverse();
  }
}

/** Returns the time at which the day begins that is so many days after the one of `at`. */
function dayBegins(at: number, after: number): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + after).getTime();
}

function dateText(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
