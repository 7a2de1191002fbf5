/** Statistics of commands that match: of those in the index, and of those that are in memory only. */

import { INTERRUPTED, isSuspended } from '../../protocol/common/exit-status.ts';
import type { CommandStats, DayStats, StatsQuery, StatsResult } from '../../protocol/cotty/stats.ts';
import { hasFailed, type LedgerRecord } from '../records/record.ts';
import { clean, type IndexDatabase, type Values } from './database.ts';
import type { RowFinder } from './find-rows.ts';
import type { Pause } from './row-text.ts';

/** Default of `limit`. */
const LIMIT = 10;
/** Days that are told where `since` is not given, and at most. */
const DAYS = 30;
const MOST_DAYS = 366;
/** UTF-16 units of a command line that is told. */
const MOST_LINE = 4096;
/** A command with fewer runs is neither slow nor flaky. */
const LEAST_RUNS = 3;
/** The newest runs of a command whose durations are sorted. */
const MOST_TIMES = 4096;
/** Runs of a command that are told. */
const RECENT = 20;
/** The share of runs that take at most the time that is told beside the median. */
const MOST_OF = 0.95;
/** Runs that are counted between two pauses. */
const SLICE = 2048;

/** Numbers stand for the command line, the folder and the machine. */
export type TalliedRun = {
  readonly line: number;
  readonly folder: number;
  readonly host: number;
  /** Unix milliseconds. */
  readonly startedAt: number;
  /** Milliseconds; undefined while it runs, or when its end is not known. */
  readonly durationMs?: number | undefined;
  readonly exitCode?: number | undefined;
  readonly failed: boolean;
};

/** A command by its numbers, and what is known of its runs. */
export type TalliedCommand = Omit<CommandStats, 'commandLine' | 'cwd' | 'host'> &
  Pick<TalliedRun, 'line' | 'folder' | 'host'>;

export type StatsSources = {
  /** Absent where nothing is recorded. */
  readonly index?: { readonly db: IndexDatabase; readonly finder: RowFinder };
  /** Ids of commands in the index that are left out. */
  readonly hidden: readonly number[];
  readonly memory: readonly Omit<LedgerRecord, 'output'>[];
  /** Unix milliseconds. */
  readonly now: number;
};

export async function historyStats(
  { index, hidden, memory, now }: StatsSources,
  { limit = LIMIT, ...query }: StatsQuery,
  pause: Pause,
): Promise<StatsResult> {
  const texts = new Texts(index?.db);
  const tally = new RunTally(limit);
  const days = new Days();
  const inMemory = new MemoryRuns(memory.map((record) => texts.runOf(record)));
  let count = 0;
  const add = (run: TalliedRun) => {
    tally.add(run);
    days.add(run);
    count += 1;
  };
  for await (const row of index?.finder.runs({ query, hidden }) ?? []) {
    const run = runOfRow(row);
    for (const one of inMemory.before(run)) add(one);
    add(run);
    if (count % SLICE === 0) await pause();
  }
  for (const one of inMemory.rest()) add(one);
  const { mostRun, slowest, flakiest, ...totals } = tally.result();
  const told = (commands: readonly TalliedCommand[]) => commands.map((each) => texts.told(each));
  return {
    commands: count,
    ...totals,
    activeDays: days.active,
    days: days.within({ since: query.since, until: query.until, now }),
    mostRun: told(mostRun),
    slowest: told(slowest),
    flakiest: told(flakiest),
  };
}

function runOfRow({ line, folder, host, started, duration, exit, failed }: Values): TalliedRun {
  return {
    line: Number(line),
    folder: Number(folder),
    host: Number(host),
    startedAt: Number(started),
    durationMs: duration === null ? undefined : Number(duration),
    exitCode: exit === null ? undefined : Number(exit),
    failed: failed === 1,
  };
}

/** Orders runs as the tally takes them. */
function compareRuns(one: TalliedRun, other: TalliedRun): number {
  return one.line - other.line || one.startedAt - other.startedAt;
}

/** The runs in memory, to be merged with those of the index. */
class MemoryRuns {
  readonly #runs: readonly TalliedRun[];
  #next = 0;

  constructor(runs: readonly TalliedRun[]) {
    this.#runs = runs.toSorted(compareRuns);
  }

  *before(run: TalliedRun): Generator<TalliedRun> {
    for (; this.#next < this.#runs.length; this.#next += 1) {
      const one = this.#runs[this.#next];
      if (one === undefined || compareRuns(one, run) > 0) return;
      yield one;
    }
  }

  *rest(): Generator<TalliedRun> {
    for (; this.#next < this.#runs.length; this.#next += 1)
      yield* this.#runs.slice(this.#next, this.#next + 1);
  }
}

/** Counts runs by command line, folder and machine. Those of one command line come together, oldest first. */
export class RunTally {
  readonly #mostRun: Firsts;
  readonly #slowest: Firsts;
  readonly #flakiest: Firsts;
  /** The commands of one line, by folder and machine. */
  #group: { readonly line: number; readonly commands: Map<string, Tally> } | undefined;
  #different = 0;
  #failed = 0;
  #totalMs = 0;

  constructor(limit: number) {
    this.#mostRun = new Firsts(limit, (one, other) => other.runs - one.runs);
    this.#slowest = new Firsts(limit, (one, other) => (other.medianMs ?? 0) - (one.medianMs ?? 0));
    this.#flakiest = new Firsts(
      limit,
      (one, other) => share(other) - share(one) || other.changes - one.changes,
    );
  }

  add(run: TalliedRun): void {
    const { line, folder, host } = run;
    if (this.#group?.line !== line) {
      this.#end();
      this.#group = { line, commands: new Map() };
    }
    const key = `${folder} ${host}`;
    const tally = this.#group.commands.get(key) ?? new Tally(run);
    this.#group.commands.set(key, tally);
    tally.add(run);
    if (run.failed) this.#failed += 1;
    this.#totalMs += run.durationMs ?? 0;
  }

  result() {
    this.#end();
    return {
      failed: this.#failed,
      different: this.#different,
      totalMs: this.#totalMs,
      mostRun: this.#mostRun.all,
      slowest: this.#slowest.all,
      flakiest: this.#flakiest.all,
    };
  }

  #end(): void {
    if (this.#group === undefined) return;
    const { commands } = this.#group;
    this.#group = undefined;
    for (const tally of commands.values()) {
      this.#different += 1;
      const command = () => tally.told();
      const { runs, changes, compared, newestAt } = tally;
      const rank = { runs, changes, compared, newestAt };
      this.#mostRun.offer(rank, command);
      if (tally.ended >= LEAST_RUNS) this.#slowest.offer({ ...rank, medianMs: tally.medianMs }, command);
      if (compared >= LEAST_RUNS && changes > 0) this.#flakiest.offer(rank, command);
    }
  }
}

/** The runs of one command, added oldest first. */
class Tally {
  runs = 0;
  failed = 0;
  ended = 0;
  totalMs = 0;
  compared = 0;
  changes = 0;
  readonly #of: Pick<TalliedRun, 'line' | 'folder' | 'host'>;
  #lastExit: number | undefined;
  #newest: TalliedRun[] = [];

  constructor({ line, folder, host }: TalliedRun) {
    this.#of = { line, folder, host };
  }

  add(run: TalliedRun): void {
    const { durationMs, exitCode, failed } = run;
    this.runs += 1;
    if (failed) this.failed += 1;
    this.#newest.push(run);
    if (this.#newest.length >= 2 * MOST_TIMES) this.#newest = this.#newest.slice(-MOST_TIMES);
    if (durationMs === undefined) return;
    this.ended += 1;
    this.totalMs += durationMs;
    if (exitCode === undefined || exitCode === INTERRUPTED || isSuspended(exitCode)) return;
    if (this.compared > 0 && this.#lastExit !== exitCode) this.changes += 1;
    this.compared += 1;
    this.#lastExit = exitCode;
  }

  get newestAt(): number {
    return this.#newest.at(-1)?.startedAt ?? 0;
  }

  get medianMs(): number | undefined {
    return quantile(this.#times(), 0.5);
  }

  told(): TalliedCommand {
    const { runs, failed, totalMs, compared, changes } = this;
    const times = this.#times();
    const [medianMs, p95Ms] = [quantile(times, 0.5), quantile(times, MOST_OF)];
    return {
      ...this.#of,
      runs,
      failed,
      totalMs,
      ...(medianMs === undefined ? {} : { medianMs }),
      ...(p95Ms === undefined ? {} : { p95Ms }),
      compared,
      changes,
      recent: this.#newest.slice(-RECENT).map(({ startedAt, durationMs, exitCode }) => ({
        startedAt,
        ...(durationMs === undefined ? {} : { durationMs }),
        ...(exitCode === undefined ? {} : { exitCode }),
      })),
    };
  }

  /** The durations of the newest runs that have ended, shortest first. */
  #times(): Float64Array {
    const times = this.#newest.slice(-MOST_TIMES).flatMap(({ durationMs }) => durationMs ?? []);
    return Float64Array.from(times).sort();
  }
}

function share({ changes, compared }: Pick<Tally, 'changes' | 'compared'>): number {
  return changes / compared;
}

/** The least of the sorted times that this share of them does not exceed; undefined where there is none. */
function quantile(times: Float64Array, part: number): number | undefined {
  return times[Math.max(0, Math.ceil(times.length * part) - 1)];
}

type Ranked = Pick<Tally, 'runs' | 'changes' | 'compared' | 'newestAt'> & {
  readonly medianMs?: number | undefined;
};
type Compare = (one: Ranked, other: Ranked) => number;

/** The first commands of an order; those that are equal in it, newest first. Never holds more than twice as many. */
class Firsts {
  readonly #limit: number;
  readonly #compare: Compare;
  #best: { readonly rank: Ranked; readonly command: TalliedCommand }[] = [];
  #worst: Ranked | undefined;

  constructor(limit: number, compare: Compare) {
    this.#limit = limit;
    this.#compare = (one, other) => compare(one, other) || other.newestAt - one.newestAt;
  }

  offer(rank: Ranked, command: () => TalliedCommand): void {
    if (this.#worst !== undefined && this.#compare(rank, this.#worst) > 0) return;
    this.#best.push({ rank, command: command() });
    if (this.#best.length >= 2 * this.#limit) this.#cut();
  }

  get all(): readonly TalliedCommand[] {
    this.#cut();
    return this.#best.map(({ command }) => command);
  }

  #cut(): void {
    this.#best = this.#best.sort((one, other) => this.#compare(one.rank, other.rank)).slice(0, this.#limit);
    if (this.#best.length === this.#limit) this.#worst = this.#best.at(-1)?.rank;
  }
}

/** The numbers of texts in the index, and numbers below 0 for those that are in memory only. */
class Texts {
  readonly #db: IndexDatabase | undefined;
  readonly #ids = { line: new Map<string, number>(), name: new Map<string, number>() };
  readonly #added: string[] = [];

  constructor(db: IndexDatabase | undefined) {
    this.#db = db;
  }

  runOf(record: Omit<LedgerRecord, 'output'>): TalliedRun {
    const { commandLine, cwd = '', where, startedAt, finishedAt, exitCode } = record;
    return {
      line: this.#idOf('line', commandLine),
      folder: this.#idOf('name', cwd),
      host: this.#idOf('name', where?.host ?? ''),
      startedAt,
      durationMs: finishedAt === undefined ? undefined : Math.max(0, finishedAt - startedAt),
      exitCode,
      failed: hasFailed(record),
    };
  }

  told({ line, folder, host, ...rest }: TalliedCommand): CommandStats {
    const commandLine = this.#text('line', line);
    const [cwd, machine] = [this.#text('name', folder), this.#text('name', host)];
    return {
      commandLine: commandLine.length <= MOST_LINE ? commandLine : `${commandLine.slice(0, MOST_LINE - 1)}…`,
      ...(cwd === '' ? {} : { cwd }),
      ...(machine === '' ? {} : { host: machine }),
      ...rest,
    };
  }

  #idOf(table: 'line' | 'name', text: string): number {
    const known = this.#ids[table].get(text);
    if (known !== undefined) return known;
    const row = this.#db?.get(`SELECT id FROM ${table} WHERE text = ?`, [clean(text)]);
    const id = row === undefined ? -this.#added.push(text) : Number(row['id']);
    this.#ids[table].set(text, id);
    return id;
  }

  #text(table: 'line' | 'name', id: number): string {
    if (id < 0) return this.#added[-id - 1] ?? '';
    return String(this.#db?.get(`SELECT text FROM ${table} WHERE id = ?`, [id])?.['text'] ?? '');
  }
}

/** Unix milliseconds, as in the query. */
type Range = {
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  readonly now: number;
};

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
