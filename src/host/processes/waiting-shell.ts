/** Finds the shell that waits for commands in the foreground of a terminal without integration. Known on Linux only. */

import { readFileSync, readlinkSync } from 'node:fs';
import { shellCalled } from '../../shell/nest/enters.ts';
import { hasEnded, processStat } from '../common/process-stat.ts';
import { childrenOf } from './foreground.ts';

export type WaitingShell = {
  readonly pid: number;
  /** The name by which it was started, such as `sh`. */
  readonly name: string;
};

/** `first` is the first process of the terminal. Undefined if no shell waits in the foreground. */
export function waitingShell(first: number): WaitingShell | undefined {
  if (process.platform !== 'linux') return undefined;
  const pid = processStat(first)?.foreground ?? 0;
  const name = pid > 0 ? idleShell(pid) : undefined;
  return name === undefined ? undefined : { pid, name };
}

/** Returns the name of the shell that leads a process group and runs nothing in it. Undefined for every other group. */
export function idleShell(group: number): string | undefined {
  const stat = processStat(group);
  if (stat?.group !== group || hasEnded(stat)) return undefined;
  // A shell that reads a file runs its commands in its own group; one at its prompt has none there.
  return childrenOf(group).some((child) => isOf(group, child)) ? undefined : shellOf(group);
}

/** Returns the name of the shell that a process is, if it waits for commands. `exec -a` may have called it otherwise. */
export function shellOf(pid: number): string | undefined {
  const [called = '', ...args] = wordsOf(pid, 'cmdline');
  return shellCalled([called, ...args]) ?? shellCalled([fileOf(pid), ...args]);
}

/** Returns the file that a process runs; nothing when that may not be known. */
function fileOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/exe`);
  } catch {
    return '';
  }
}

/**
 * Whether the program of a process was started with the variable in its environment; undefined if that is not readable. After
 * `exec`, it is the environment of the new program.
 */
export function startedWith(pid: number, variable: string): boolean | undefined {
  const env = wordsOf(pid, 'environ');
  return env.length === 0 ? undefined : env.some((each) => each.startsWith(`${variable}=`));
}

function isOf(group: number, pid: number): boolean {
  const stat = processStat(pid);
  return stat !== undefined && !hasEnded(stat) && stat.group === group;
}

/** Returns the words of a file in /proc, separated by NUL; none if it may not be read or the process is gone. */
function wordsOf(pid: number, file: 'cmdline' | 'environ'): readonly string[] {
  try {
    const text = readFileSync(`/proc/${pid}/${file}`, 'utf8');
    return text === '' ? [] : text.replace(/\0$/, '').split('\0');
  } catch {
    // The process has ended, or belongs to another user.
    return [];
  }
}
