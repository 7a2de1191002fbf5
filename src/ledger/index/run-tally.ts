/** Counts runs by command line, folder and machine. It takes millions of them without blocking the event loop for long. */

import { INTERRUPTED, isSuspended } from '../../protocol/common/exit-status.ts';
import { NO_EXIT } from './columns.ts';
import type { Pause } from './history-index.ts';

/** A command with fewer runs is neither slow nor flaky. */
const LEAST_RUNS = 3;
/** The newest runs of a command whose durations are sorted: half a millisecond's work. */
const MOST_TIMES = 4096;
/** Runs of a command that are told. */
const RECENT = 20;
/** Runs that are looked at between two pauses. */
const SLICE = 2048;
/** The share of runs that take at most the time that is told beside the median. */
const MOST_OF = 0.95;

/** Numbers stand for the command line, the folder and the machine. */
export type TalliedRun = {
  readonly line: number;
  readonly folder: number;
  readonly host: number;
  /** Unix milliseconds. */
  readonly startedAt: number;
  /** Milliseconds; undefined while it runs, or when its end is not known. */
  readonly durationMs: number | undefined;
  /** `NO_EXIT` where it is not known. */
  readonly exitCode: number;
  readonly failed: boolean;
};

/** A command by its numbers, and what is known of its runs. */
export type TalliedCommand = Pick<TalliedRun, 'line' | 'folder' | 'host'> & {
  readonly runs: number;
  readonly failed: number;
  readonly totalMs: number;
  readonly medianMs?: number;
  readonly p95Ms?: number;
  readonly compared: number;
  readonly changes: number;
  /** Oldest first. */
  readonly recent: readonly { startedAt: number; durationMs?: number; exitCode?: number }[];
};

type Tallied = {
  readonly different: number;
  readonly mostRun: readonly TalliedCommand[];
  readonly slowest: readonly TalliedCommand[];
  readonly flakiest: readonly TalliedCommand[];
};

const KINDS = {
  /** Of each run. A run that has not ended has a duration below 0. */
  started: Float64Array,
  duration: Float64Array,
  exit: Int32Array,
  command: Uint32Array,
  /** Of each command. */
  line: Uint32Array,
  folder: Uint32Array,
  host: Uint32Array,
  count: Uint32Array,
  ended: Uint32Array,
  failed: Uint32Array,
  total: Float64Array,
  compared: Uint32Array,
  changes: Uint32Array,
  /** The exit code of the run that was added last, among those that count. */
  lastExit: Int32Array,
  median: Float64Array,
  /** Runs by command, and where those of the next one begin. */
  sorted: Uint32Array,
  next: Uint32Array,
} as const;

type Arrays = { readonly [K in keyof typeof KINDS]: InstanceType<(typeof KINDS)[K]> };

export class RunTally {
  readonly #arrays: Arrays;
  /** A hash table of numbers of commands, each plus one; 0 is a free place. It never grows: that would take long at once. */
  readonly #table: Uint32Array;
  #runs = 0;
  #commands = 0;

  private constructor(arrays: Arrays, table: Uint32Array) {
    this.#arrays = arrays;
    this.#table = table;
  }

  /** `most`: how many runs will be added. The arrays of a million take some 90 MB, and some milliseconds each. */
  static async for(most: number, pause: Pause): Promise<RunTally> {
    const arrays: Record<string, unknown> = {};
    for (const [name, Kind] of Object.entries(KINDS)) {
      arrays[name] = new Kind(most);
      await pause();
    }
    const table = new Uint32Array(2 ** Math.ceil(Math.log2(2 * most + 2)));
    await pause();
    return new RunTally(arrays as Arrays, table);
  }

  /** Adds a run. The runs of one command come newest first. */
  add(run: TalliedRun): void {
    const { durationMs, exitCode, failed } = run;
    const command = this.#commandOf(run);
    this.#arrays.started[this.#runs] = run.startedAt;
    this.#arrays.duration[this.#runs] = durationMs ?? -1;
    this.#arrays.exit[this.#runs] = exitCode;
    this.#arrays.command[this.#runs] = command;
    this.#runs += 1;
    raise(this.#arrays.count, command);
    if (failed) raise(this.#arrays.failed, command);
    if (durationMs === undefined) return;
    raise(this.#arrays.ended, command);
    raise(this.#arrays.total, command, durationMs);
    if (exitCode === NO_EXIT || exitCode === INTERRUPTED || isSuspended(exitCode)) return;
    if ((this.#arrays.compared[command] ?? 0) > 0 && this.#arrays.lastExit[command] !== exitCode)
      raise(this.#arrays.changes, command);
    raise(this.#arrays.compared, command);
    this.#arrays.lastExit[command] = exitCode;
  }

  #commandOf({ line, folder, host }: TalliedRun): number {
    const mask = this.#table.length - 1;
    let place = hashOf(line, folder, host) & mask;
    for (;;) {
      const command = (this.#table[place] ?? 0) - 1;
      if (command < 0) break;
      const isSame =
        this.#arrays.line[command] === line &&
        this.#arrays.folder[command] === folder &&
        this.#arrays.host[command] === host;
      if (isSame) return command;
      place = (place + 1) & mask;
    }
    const command = this.#commands;
    this.#commands += 1;
    this.#table[place] = command + 1;
    this.#arrays.line[command] = line;
    this.#arrays.folder[command] = folder;
    this.#arrays.host[command] = host;
    return command;
  }

  /** Returns the first `limit` commands of each list. */
  async result(limit: number, pause: Pause): Promise<Tallied> {
    const grouped = await this.#grouped(pause);
    let work = 0;
    for (let command = 0; command < this.#commands; command += 1) {
      if ((this.#arrays.ended[command] ?? 0) < LEAST_RUNS) continue;
      const times = this.#times(grouped.of(command));
      this.#arrays.median[command] = quantile(times, 0.5) ?? 0;
      work += times.length;
      if (work < SLICE) continue;
      work = 0;
      await pause();
    }
    const share = (command: number) =>
      (this.#arrays.changes[command] ?? 0) / (this.#arrays.compared[command] ?? 1);
    const newest = (one: number, other: number) =>
      (this.#arrays.started[grouped.newest(other)] ?? 0) - (this.#arrays.started[grouped.newest(one)] ?? 0) ||
      one - other;
    const more = (counts: Uint32Array | Float64Array, one: number, other: number) =>
      (counts[other] ?? 0) - (counts[one] ?? 0);
    const first = async (passes: (command: number) => boolean, compare: Compare) =>
      (await firstOf(this.#commands, { passes, compare, limit }, pause)).map((command) =>
        this.#told(command, grouped.of(command)),
      );
    return {
      different: this.#commands,
      mostRun: await first(
        () => true,
        (one, other) => more(this.#arrays.count, one, other) || newest(one, other),
      ),
      slowest: await first(
        (command) => (this.#arrays.ended[command] ?? 0) >= LEAST_RUNS,
        (one, other) => more(this.#arrays.median, one, other) || newest(one, other),
      ),
      flakiest: await first(
        (command) =>
          (this.#arrays.compared[command] ?? 0) >= LEAST_RUNS && (this.#arrays.changes[command] ?? 0) > 0,
        (one, other) =>
          share(other) - share(one) || more(this.#arrays.changes, one, other) || newest(one, other),
      ),
    };
  }

  /** Sorts the runs by command; those of one command stay newest first. */
  async #grouped(pause: Pause) {
    const starts = new Uint32Array(this.#commands + 1);
    const { next, sorted } = this.#arrays;
    for (let command = 0; command < this.#commands; command += 1) {
      const start = starts[command] ?? 0;
      next[command] = start;
      starts[command + 1] = start + (this.#arrays.count[command] ?? 0);
      if (command % SLICE === SLICE - 1) await pause();
    }
    for (let run = 0; run < this.#runs; run += 1) {
      const command = this.#arrays.command[run] ?? 0;
      sorted[next[command] ?? 0] = run;
      raise(next, command);
      if (run % SLICE === SLICE - 1) await pause();
    }
    return {
      of: (command: number) => sorted.subarray(starts[command], starts[command + 1]),
      newest: (command: number) => sorted[starts[command] ?? 0] ?? 0,
    };
  }

  /** The durations of the newest runs that have ended, shortest first. */
  #times(runs: Uint32Array): Float64Array {
    const times = new Float64Array(Math.min(runs.length, MOST_TIMES));
    let count = 0;
    for (const run of runs.subarray(0, MOST_TIMES)) {
      const duration = this.#arrays.duration[run] ?? -1;
      if (duration >= 0) times[count++] = duration;
    }
    return times.subarray(0, count).sort();
  }

  #told(command: number, runs: Uint32Array): TalliedCommand {
    const times = this.#times(runs);
    const [medianMs, p95Ms] = [quantile(times, 0.5), quantile(times, MOST_OF)];
    const recent = Array.from(runs.subarray(0, RECENT), (run) => {
      const [durationMs = -1, exitCode = NO_EXIT] = [this.#arrays.duration[run], this.#arrays.exit[run]];
      return {
        startedAt: this.#arrays.started[run] ?? 0,
        ...(durationMs < 0 ? {} : { durationMs }),
        ...(exitCode === NO_EXIT ? {} : { exitCode }),
      };
    });
    return {
      line: this.#arrays.line[command] ?? 0,
      folder: this.#arrays.folder[command] ?? 0,
      host: this.#arrays.host[command] ?? 0,
      runs: runs.length,
      failed: this.#arrays.failed[command] ?? 0,
      totalMs: this.#arrays.total[command] ?? 0,
      ...(medianMs === undefined ? {} : { medianMs }),
      ...(p95Ms === undefined ? {} : { p95Ms }),
      compared: this.#arrays.compared[command] ?? 0,
      changes: this.#arrays.changes[command] ?? 0,
      recent: recent.reverse(),
    };
  }
}

function raise(counts: Uint32Array | Float64Array, at: number, by = 1): void {
  counts[at] = (counts[at] ?? 0) + by;
}

/** Mixes three numbers as MurmurHash3 does it. */
function hashOf(one: number, two: number, three: number): number {
  let hash = mixed(mixed(mixed(0, one), two), three);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

function mixed(hash: number, number: number): number {
  const spread = Math.imul(number, 0xcc_9e_2d_51);
  const next = hash ^ Math.imul((spread << 15) | (spread >>> 17), 0x1b_87_35_93);
  return (Math.imul((next << 13) | (next >>> 19), 5) + 0xe6_54_6b_64) | 0;
}

/** The least of the sorted times that this share of them does not exceed; undefined where there is none. */
function quantile(times: Float64Array, share: number): number | undefined {
  return times[Math.max(0, Math.ceil(times.length * share) - 1)];
}

type Compare = (one: number, other: number) => number;
type Wanted = {
  readonly passes: (command: number) => boolean;
  readonly compare: Compare;
  readonly limit: number;
};

/** Returns the first of the numbers below `count`. Never holds more than twice as many as are wanted. */
async function firstOf(
  count: number,
  { passes, compare, limit }: Wanted,
  pause: Pause,
): Promise<readonly number[]> {
  let best: number[] = [];
  let worst: number | undefined;
  for (let command = 0; command < count; command += 1) {
    if (command % SLICE === SLICE - 1) await pause();
    if (!passes(command) || (worst !== undefined && compare(command, worst) > 0)) continue;
    best.push(command);
    if (best.length < 2 * limit) continue;
    best = best.sort(compare).slice(0, limit);
    worst = best.at(-1);
  }
  return best.sort(compare).slice(0, limit);
}
