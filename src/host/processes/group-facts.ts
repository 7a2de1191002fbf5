/** What the system tells of a process group: whether it runs, and which of its programs may have printed something. */

import { readdirSync, readFileSync } from 'node:fs';
import { systemCode } from '../../protocol/common/system-error.ts';
import { hasEnded, processStat } from '../common/process-stat.ts';
import { childrenOf, groupExists } from './foreground.ts';

export type GroupFacts = {
  readonly state: (group: number, shell: number | undefined) => 'running' | 'stopped' | 'gone';
  /**
   * Which of its programs may have printed so many bytes. `copier`: one that is known to print the text of others, such as `cat`.
   * `none`: all have written less, as far as the kernel has counted it. `gone`: nothing of the group is left.
   */
  readonly printer: (
    group: number,
    shell: number | undefined,
    bytes: number,
  ) => 'program' | 'copier' | 'none' | 'gone';
};

export const groupFacts: GroupFacts = { state, printer };

/** Programs that print what others have written: a report among it is not theirs. */
const COPIERS: ReadonlySet<string> = new Set(
  (
    'cat tac nl head tail less more most bat batcat grep egrep fgrep rg ag sed awk gawk mawk cut tr sort uniq fold fmt column paste ' +
    'strings rev tee dd xargs zcat gzip gunzip bzip2 xz zstd unzip tar curl wget diff colordiff delta git man journalctl dmesg scriptreplay'
  ).split(' '),
);

/** Limit: processes of a group that are read. */
const MOST_MEMBERS = 32;
/** Limit: threads of a process that are read. */
const MOST_THREADS = 64;

/** A group whose processes have all ended exists until its shell has collected them. */
function state(group: number, shell: number | undefined): 'running' | 'stopped' | 'gone' {
  if (!groupExists(group)) return 'gone';
  if (process.platform !== 'linux') return 'running';
  const states = membersOf(group, shell).map(({ pid }) => processStat(pid));
  if (states.some((stat) => stat?.state === 'T')) return 'stopped';
  return states.length > 0 && states.every((stat) => stat === undefined || hasEnded(stat))
    ? 'gone'
    : 'running';
}

function printer(
  group: number,
  shell: number | undefined,
  bytes: number,
): 'program' | 'copier' | 'none' | 'gone' {
  const members = membersOf(group, shell);
  if (members.length === 0) return process.platform !== 'linux' && groupExists(group) ? 'program' : 'gone';
  const programs = members.filter(({ name }) => !COPIERS.has(name));
  if (programs.some(({ pid }) => writtenBy(pid) >= bytes)) return 'program';
  if (programs.length < members.length) return 'copier';
  return programs.some(({ pid }) => writtenWithChildren(pid) >= bytes) ? 'program' : 'none';
}

type Member = { readonly pid: number; readonly name: string };

/** The processes of the group: its leader, children of the shell, and their children. One that has just ended is among them. */
function membersOf(group: number, shell: number | undefined): readonly Member[] {
  const found = new Map<number, Member>();
  const waiting = [group, ...childrenOf(shell)];
  while (found.size < MOST_MEMBERS) {
    const pid = waiting.shift();
    if (pid === undefined) break;
    const stat = found.has(pid) ? undefined : processStat(pid);
    if (stat?.group !== group) continue;
    found.set(pid, { pid, name: stat.name });
    waiting.push(...childrenOf(pid));
  }
  return [...found.values()];
}

/** Bytes that the threads of a process have written, to whatever. Infinite for a process of another user, which is not told. */
function writtenBy(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`).slice(0, MOST_THREADS);
    return threads.reduce((sum, thread) => sum + writtenIn(`/proc/${pid}/task/${thread}/io`), 0);
  } catch {
    // The process has ended.
    return 0;
  }
}

/** The same with the children of the process that have ended. */
function writtenWithChildren(pid: number): number {
  return writtenIn(`/proc/${pid}/io`);
}

function writtenIn(path: string): number {
  try {
    return Number(/^wchar: (\d+)$/m.exec(readFileSync(path, 'latin1'))?.[1] ?? 0);
  } catch (error) {
    return systemCode(error) === 'EACCES' ? Number.POSITIVE_INFINITY : 0;
  }
}
