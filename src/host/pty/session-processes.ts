/** The processes of a terminal — finds all processes in the session of its shell, and ends them. */

import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { Clock } from '../ground/clock.ts';

/** Time to exit cleanly (write a history file, remove a lock) before SIGKILL. */
const GRACE_MS = 1500;
/** Interval of the checks whether all processes are gone. */
const CHECK_MS = 20;
/** Longest wait after SIGKILL; only a process stuck in the kernel stays longer. */
const FORCED_MS = 1000;

export async function endSession(leader: number, clock: Clock, graceMs?: number): Promise<void> {
  const first = await sessionMembers(leader);
  // On Linux processes started since are found, too; elsewhere a session without its leader cannot be listed.
  const remaining = async () =>
    process.platform === 'linux' ? sessionMembers(leader) : first.filter(isAlive);
  await endProcesses(remaining, clock, graceMs);
}

/**
 * Sends SIGHUP to all processes, SIGTERM to those that remain (a program that ignores SIGHUP may save its work on
 * SIGTERM), and SIGKILL at the end. Resolves when none is left.
 */
export async function endProcesses(remaining: Remaining, clock: Clock, graceMs = GRACE_MS): Promise<void> {
  for (const pid of await remaining()) {
    signal(pid, 'SIGHUP');
    // A stopped job receives SIGHUP only when it is continued.
    signal(pid, 'SIGCONT');
  }
  if (await areAllGone(remaining, clock, graceMs / 3)) return;
  for (const pid of await remaining()) signal(pid, 'SIGTERM');
  if (await areAllGone(remaining, clock, (graceMs * 2) / 3)) return;
  for (const pid of await remaining()) signal(pid, 'SIGKILL');
  await areAllGone(remaining, clock, FORCED_MS);
}

/** Lists the processes that still exist. */
type Remaining = () => Promise<readonly number[]>;

async function areAllGone(remaining: Remaining, clock: Clock, withinMs: number): Promise<boolean> {
  const until = clock.now() + withinMs;
  while ((await remaining()).length > 0) {
    if (clock.now() >= until) return false;
    await new Promise<void>((resolve) => clock.after(CHECK_MS, resolve));
  }
  return true;
}

export async function sessionMembers(leader: number): Promise<number[]> {
  return process.platform === 'linux' ? linuxMembers(leader) : otherMembers(leader);
}

function linuxMembers(leader: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && sessionOf(pid) === leader);
}

/** Returns undefined for a process that is gone or a zombie. */
function sessionOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may itself hold spaces and parentheses.
    const [state, , , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' || state === 'X' ? undefined : Number(session);
  } catch {
    // The process ended after it was listed.
    return undefined;
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
