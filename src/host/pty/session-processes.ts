/** The processes of a terminal — everything in the session of its first process, and how it is ended. */

import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { Clock } from '../ground/clock.ts';

/** Time to say goodbye (write a history file, remove a lock) before the end is forced. */
const GRACE_MS = 1500;
/** How often it is looked whether all have gone. */
const LOOK_MS = 20;
/** After SIGKILL only a process stuck in the kernel stays; it is not waited for. */
const FORCED_MS = 1000;

export async function endSession(leader: number, clock: Clock, graceMs?: number): Promise<void> {
  const first = await membersOf(leader);
  // On Linux also what was started since; elsewhere a session without its leader cannot be asked for.
  const remaining = async () => (process.platform === 'linux' ? membersOf(leader) : first.filter(isAlive));
  await endProcesses(remaining, clock, graceMs);
}

/**
 * SIGHUP to all of them; to those still there SIGTERM (what ignores the one may save its work on the other), and in
 * the end SIGKILL. Resolves when none is left.
 */
export async function endProcesses(remaining: Remaining, clock: Clock, graceMs = GRACE_MS): Promise<void> {
  for (const pid of await remaining()) {
    signal(pid, 'SIGHUP');
    // A stopped job would learn of it only when continued.
    signal(pid, 'SIGCONT');
  }
  if (await allGone(remaining, clock, graceMs / 3)) return;
  for (const pid of await remaining()) signal(pid, 'SIGTERM');
  if (await allGone(remaining, clock, (graceMs * 2) / 3)) return;
  for (const pid of await remaining()) signal(pid, 'SIGKILL');
  await allGone(remaining, clock, FORCED_MS);
}

/** Those that are still there. */
type Remaining = () => Promise<readonly number[]>;

async function allGone(remaining: Remaining, clock: Clock, withinMs: number): Promise<boolean> {
  const until = clock.now() + withinMs;
  while ((await remaining()).length > 0) {
    if (clock.now() >= until) return false;
    await new Promise<void>((resolve) => clock.after(LOOK_MS, resolve));
  }
  return true;
}

export async function membersOf(leader: number): Promise<number[]> {
  return process.platform === 'linux' ? linuxMembers(leader) : otherMembers(leader);
}

function linuxMembers(leader: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && sessionOf(pid) === leader);
}

/** Undefined for a process that has gone or is only waiting to be collected. */
function sessionOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may itself hold spaces and parentheses.
    const [state, , , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' || state === 'X' ? undefined : Number(session);
  } catch {
    // It ended between the listing and the look.
    return undefined;
  }
}

/** By the terminal that the leader sits on: macOS does not tell sessions. */
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
    // It ended by itself meanwhile, or became somebody we may not end (a setuid program).
    return false;
  }
}
