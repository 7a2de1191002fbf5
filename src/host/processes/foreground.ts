/** The foreground program of a terminal, which reads its input; known on Linux only. */

import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { exists } from '../common/process-start.ts';
import { hasEnded, processStat } from '../common/process-stat.ts';

/** Returns the name of the foreground program. Undefined when that is the shell itself, or when it is not known. */
export function foregroundProgram(shell: number): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const own = processStat(shell);
  if (own === undefined || own.foreground <= 0 || own.foreground === own.group) return undefined;
  return processStat(own.foreground)?.name ?? 'a program';
}

/** Returns the process group in the foreground of the shell's terminal. */
export function foregroundGroup(shell: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const group = processStat(shell)?.foreground ?? 0;
  return group > 0 ? group : undefined;
}

/** Whether this system tells the names of programs. */
export const namesPrograms = process.platform === 'linux';

/** Limit in characters of a program's name. */
const NAME_LENGTH = 32;
/** Names that runtimes give to their first thread, which the system then shows as the name of the process. */
const THREAD_NAMES: readonly string[] = ['MainThread', 'Main Thread'];

/**
 * Returns the name of a program of the group: its leader, or, when that has ended as in `ls | fzf`, the last one of it
 * that the shell has started.
 */
export function groupProgram(group: number, shell: number | undefined): string | undefined {
  const pid = memberOf(group, shell);
  return pid === undefined ? undefined : programOf(pid);
}

/** Bytes of a command line that are read: an interpreter has the script among its first words. */
const WORDS_LENGTH = 4096;

/** Returns the first words of the command line of that program; none when it has ended. */
export function groupWords(group: number, shell: number | undefined): readonly string[] {
  const pid = memberOf(group, shell);
  const text = pid === undefined ? '' : startOf(`/proc/${pid}/cmdline`);
  return text === '' ? [] : text.replace(/\0+$/, '').split('\0');
}

function startOf(path: string): string {
  try {
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(WORDS_LENGTH);
      return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    // The process has ended.
    return '';
  }
}

function memberOf(group: number, shell: number | undefined): number | undefined {
  if (process.platform !== 'linux') return undefined;
  return isOf(group, group) ? group : childrenOf(shell).findLast((child) => isOf(group, child));
}

function isOf(group: number, pid: number): boolean {
  const stat = processStat(pid);
  return stat !== undefined && !hasEnded(stat) && stat.group === group;
}

/** Limit: processes of a group that are read. */
const MOST_MEMBERS = 32;

/**
 * The running processes of a group: its leader, those that the shell has started in it, as in `ls | fzf`, and what these have started.
 * Linux only.
 */
export function groupMembers(group: number, shell: number | undefined): readonly number[] {
  const found = [group, ...childrenOf(shell)].filter(
    (pid, index, all) => all.indexOf(pid) === index && isOf(group, pid),
  );
  for (let at = 0; at < found.length && found.length < MOST_MEMBERS; at += 1)
    found.push(...childrenOf(found[at]).filter((pid) => !found.includes(pid) && isOf(group, pid)));
  return found.slice(0, MOST_MEMBERS);
}

export function childrenOf(pid: number | undefined): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim().split(' ').map(Number);
  } catch {
    // The process has ended, or the kernel does not list children.
    return [];
  }
}

/** Returns the name of a process without what would not print; undefined when it has ended. */
export function programOf(pid: number): string | undefined {
  try {
    const own = readFileSync(`/proc/${pid}/comm`, 'utf8').trimEnd();
    const name = THREAD_NAMES.includes(own)
      ? basename(readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0', 1)[0] ?? '')
      : own;
    // A program names itself as it likes.
    const printable = Array.from(name.replace(/[\p{C}\p{Z}]/gu, ' ').trim());
    return printable.slice(0, NAME_LENGTH).join('') || undefined;
  } catch {
    // The process has ended.
    return undefined;
  }
}

/** Whether a process of the group exists. */
export function groupExists(group: number): boolean {
  return exists(-group);
}

/** Whether a process group runs. One whose processes have all ended exists until its shell has collected them. */
export function groupState(group: number, shell: number | undefined): 'running' | 'stopped' | 'gone' {
  if (!groupExists(group)) return 'gone';
  if (process.platform !== 'linux') return 'running';
  const states = groupMembers(group, shell).map((pid) => processStat(pid)?.state);
  if (states.includes('T')) return 'stopped';
  return states.length === 0 && processStat(group) !== undefined ? 'gone' : 'running';
}

/** Whether the shell is in the foreground and sleeps, so that it waits for input. False if that is not known. */
export function isAtShell(shell: number): boolean {
  if (process.platform !== 'linux') return false;
  const stat = processStat(shell);
  return stat !== undefined && stat.state === 'S' && stat.foreground === stat.group;
}
