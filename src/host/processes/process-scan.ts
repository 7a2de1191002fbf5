/**
 * Lists the processes of the machine by their session, from `/proc`. Terminals that end at the same time share one scan,
 * and a scan reads a few processes at a time: a hundred terminals that close must not hold up those that stay.
 */

import { readdirSync } from 'node:fs';
import { hasEnded, processStat } from '../common/process-stat.ts';

/** The process ids of each session, by the id of its leader. */
export type Sessions = ReadonlyMap<number, readonly number[]>;

type ScanOptions = {
  readonly list?: () => readonly number[];
  readonly sessionOf?: (pid: number) => number | undefined;
  /** Calls `run` after the events that are waiting. */
  readonly soon?: (run: () => void) => void;
};

/** Processes that are read without a pause; each takes some 20 µs. */
const AT_ONCE = 32;

export class ProcessScan {
  readonly #list: () => readonly number[];
  readonly #sessionOf: (pid: number) => number | undefined;
  readonly #soon: (run: () => void) => void;
  #running: Promise<Sessions> | undefined;
  #next: Promise<Sessions> | undefined;

  constructor({ list = listed, sessionOf: read = sessionOf, soon = setImmediate }: ScanOptions = {}) {
    this.#list = list;
    this.#sessionOf = read;
    this.#soon = soon;
  }

  /**
   * Resolves with a scan that began after this call: one that is under way may have passed a new process already. Rejects when
   * the processes cannot be listed.
   */
  sessions(): Promise<Sessions> {
    if (this.#running === undefined) return this.#start();
    const start = () => {
      this.#next = undefined;
      return this.#start();
    };
    this.#next ??= this.#running.then(start, start);
    return this.#next;
  }

  #start(): Promise<Sessions> {
    const scan = this.#scan();
    this.#running = scan;
    const end = () => {
      if (this.#running === scan) this.#running = undefined;
    };
    scan.then(end, end);
    return scan;
  }

  async #scan(): Promise<Sessions> {
    const found = new Map<number, number[]>();
    for (const [index, pid] of this.#list().entries()) {
      if (index % AT_ONCE === 0) await new Promise<void>((resolve) => this.#soon(resolve));
      const session = this.#sessionOf(pid);
      if (session === undefined) continue;
      const members = found.get(session);
      if (members === undefined) found.set(session, [pid]);
      else members.push(pid);
    }
    return found;
  }
}

function listed(): readonly number[] {
  return readdirSync('/proc').map(Number).filter(Number.isInteger);
}

/** Returns undefined for a process that is gone or a zombie. */
export function sessionOf(pid: number): number | undefined {
  const stat = processStat(pid);
  return stat === undefined || hasEnded(stat) ? undefined : stat.session;
}
