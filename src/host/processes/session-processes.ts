/** The processes of a terminal — finds all processes in the session of its shell, and ends them. */

import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import type { Clock } from '../common/clock.ts';
import { hasEnded, processStat } from '../common/process-stat.ts';

/** The process ids of each session, by the id of its leader. */
type Sessions = ReadonlyMap<number, readonly number[]>;

type ScanOptions = {
  readonly list?: () => readonly number[];
  readonly sessionOf?: (pid: number) => number | undefined;
  /** Calls `run` after the events that are waiting. */
  readonly soon?: (run: () => void) => void;
};

/** Processes that are read without a pause; each takes some 20 µs. */
const AT_ONCE = 32;

/**
 * Lists the processes of the machine by their session, from `/proc`. Terminals that end at the same time share one scan,
 * and a scan reads a few processes at a time: a hundred terminals that close must not hold up those that stay.
 */
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
function sessionOf(pid: number): number | undefined {
  const stat = processStat(pid);
  return stat === undefined || hasEnded(stat) ? undefined : stat.session;
}

/** Time to exit cleanly (write a history file, remove a lock) before SIGKILL. */
const GRACE_MS = 1500;
/** Interval of the checks whether all processes are gone. */
const CHECK_MS = 20;
/** Longest wait after SIGKILL; only a process stuck in the kernel stays longer. */
const FORCED_MS = 1000;

const scan = new ProcessScan();

export async function endSession(leader: number, clock: Clock, graceMs?: number): Promise<void> {
  const first = await sessionMembers(leader);
  // Linux also lists processes that were started since; elsewhere a session without its leader cannot be listed.
  if (process.platform !== 'linux') {
    await endProcesses({ list: async () => first.filter(isAlive) }, clock, graceMs);
    return;
  }
  let known: readonly number[] = first;
  const list = async () => {
    known = await sessionMembers(leader);
    return known;
  };
  const isKnownLeft = () => known.some((pid) => sessionOf(pid) === leader);
  await endProcesses({ list, isKnownLeft }, clock, graceMs);
}

/** Processes to be ended. */
export type Group = {
  /** Lists those that still exist. */
  list(): Promise<readonly number[]>;
  /** Whether one of those that were listed last still exists: while it does, none needs to be looked for. */
  isKnownLeft?(): boolean;
};

/**
 * Sends SIGHUP to all processes, SIGTERM to those that remain (a program that ignores SIGHUP may save its work on
 * SIGTERM), and SIGKILL at the end. Resolves when none is left.
 */
export async function endProcesses(group: Group, clock: Clock, graceMs = GRACE_MS): Promise<void> {
  for (const pid of await group.list()) {
    signal(pid, 'SIGHUP');
    // A stopped job receives SIGHUP only when it is continued.
    signal(pid, 'SIGCONT');
  }
  if (await areAllGone(group, clock, graceMs / 3)) return;
  for (const pid of await group.list()) signal(pid, 'SIGTERM');
  if (await areAllGone(group, clock, (graceMs * 2) / 3)) return;
  for (const pid of await group.list()) signal(pid, 'SIGKILL');
  await areAllGone(group, clock, FORCED_MS);
}

async function areAllGone(group: Group, clock: Clock, withinMs: number): Promise<boolean> {
  const until = clock.now() + withinMs;
  while (group.isKnownLeft?.() === true || (await group.list()).length > 0) {
    if (clock.now() >= until) return false;
    await new Promise<void>((resolve) => clock.after(CHECK_MS, resolve));
  }
  return true;
}

/** Lists the processes of the leader's session; only the leader while they cannot be listed, as without free descriptors. */
export async function sessionMembers(leader: number, processes = scan): Promise<readonly number[]> {
  if (process.platform !== 'linux') return otherMembers(leader);
  try {
    return (await processes.sessions()).get(leader) ?? [];
  } catch {
    // Ending a terminal must not fail. The shell ends its jobs itself when it gets SIGHUP.
    return isAlive(leader) ? [leader] : [];
  }
}

/** Lists the processes on the leader's terminal, because macOS does not report sessions. */
async function otherMembers(leader: number): Promise<number[]> {
  const rows = (await listProcesses()).map((line) => line.trim().split(/\s+/));
  const tty = rows.find(([pid]) => Number(pid) === leader)?.[1];
  const members = rows.filter((row) => tty?.startsWith('tty') === true && row[1] === tty);
  return [leader, ...members.map(([pid]) => Number(pid)).filter((pid) => pid !== leader)];
}

function listProcesses(): Promise<string[]> {
  return new Promise((resolve) => {
    execFile('ps', ['-A', '-o', 'pid=,tty='], (error, stdout) => {
      resolve(error === null ? stdout.split('\n') : []);
    });
  });
}

function isAlive(pid: number): boolean {
  return signal(pid, 0);
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    // The process has ended, or it belongs to another user now (a setuid program).
    return false;
  }
}
