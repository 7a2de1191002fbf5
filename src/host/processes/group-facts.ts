/** What the system tells of a process group: whether it runs, whether it only passes on text, how much it has written. */

import { readFileSync } from 'node:fs';
import { hasEnded, processStat } from '../common/process-stat.ts';
import { childrenOf, groupExists } from './foreground.ts';

export type GroupFacts = {
  readonly state: (group: number, shell: number | undefined) => 'running' | 'stopped' | 'gone';
  /**
   * `copier`: all of its programs are known to print the text of others, such as `cat`. `gone`: nothing of it is left.
   */
  readonly kind: (group: number, shell: number | undefined) => 'program' | 'copier' | 'gone';
  /** Bytes that its processes and their ended children have written, to whatever; undefined if that is not known. */
  readonly written: (group: number, shell: number | undefined) => number | undefined;
};

export const groupFacts: GroupFacts = { state, kind, written };

/** Programs that print what others have written: a report among it is not theirs. */
const COPIERS: ReadonlySet<string> = new Set(
  (
    'cat tac nl head tail less more most bat batcat grep egrep fgrep rg ag sed awk gawk mawk cut tr sort uniq fold fmt column paste ' +
    'strings rev tee dd xargs zcat gzip gunzip bzip2 xz zstd unzip tar curl wget diff colordiff delta git man journalctl dmesg scriptreplay'
  ).split(' '),
);

/** Limit: processes of a group that are read. */
const MOST_MEMBERS = 32;

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

function kind(group: number, shell: number | undefined): 'program' | 'copier' | 'gone' {
  if (process.platform !== 'linux') return groupExists(group) ? 'program' : 'gone';
  const members = membersOf(group, shell);
  if (members.length === 0) return groupExists(group) ? 'program' : 'gone';
  return members.every(({ name }) => COPIERS.has(name)) ? 'copier' : 'program';
}

function written(group: number, shell: number | undefined): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const counts = membersOf(group, shell).map(({ pid }) => writtenBy(pid));
  return counts.reduce<number | undefined>(
    (sum, count) => (sum === undefined || count === undefined ? undefined : sum + count),
    0,
  );
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

/** Undefined for a process that has ended, and for one of another user. */
function writtenBy(pid: number): number | undefined {
  try {
    const count = /^wchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'latin1'))?.[1];
    return count === undefined ? undefined : Number(count);
  } catch {
    return undefined;
  }
}
