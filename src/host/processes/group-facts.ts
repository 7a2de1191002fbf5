/** What the system tells of a process group: whether it runs, and whether it reads its terminal. */

import { processStat } from '../common/process-stat.ts';
import { groupExists, groupMembers } from './foreground.ts';
import { readsTerminal } from './line-reader.ts';

export type GroupFacts = {
  readonly state: (group: number, shell: number | undefined) => 'running' | 'stopped' | 'gone';
  /** Whether a program of it reads the terminal: a line that it waits for, or, without line editing, single keys. */
  readonly reads: (group: number, shell: number | undefined, lineEditing: boolean) => boolean;
};

export const groupFacts: GroupFacts = { state, reads };

/** Programs that read keys and print the text of others, and one that switches the terminal to keys and reads none. */
const NO_REPORTERS: ReadonlySet<string> = new Set(['less', 'more', 'most', 'stty']);

/** A group whose processes have all ended exists until its shell has collected them. */
function state(group: number, shell: number | undefined): 'running' | 'stopped' | 'gone' {
  if (!groupExists(group)) return 'gone';
  if (process.platform !== 'linux') return 'running';
  const states = groupMembers(group, shell).map((pid) => processStat(pid)?.state);
  if (states.includes('T')) return 'stopped';
  return states.length === 0 && processStat(group) !== undefined ? 'gone' : 'running';
}

function reads(group: number, shell: number | undefined, lineEditing: boolean): boolean {
  if (lineEditing) return readsTerminal(group, shell) === true;
  if (process.platform !== 'linux') return true;
  // The modes of a group that is gone were those of another one.
  const names = groupMembers(group, shell).map((pid) => processStat(pid)?.name ?? '');
  return names.length > 0 && !names.some((name) => NO_REPORTERS.has(name));
}
