/** History of a terminal's shell commands for Up and Down. Unsent and edited lines are kept for the way back. */

import { MAX_TEXT } from './editor-limits.ts';

export type HistoryState = {
  /** Shell commands, oldest first, without equal neighbours. */
  readonly entries: readonly string[];
  /** Number of the first entry. Numbers stay the same when old entries are dropped. */
  readonly start: number;
  /** Number of the entry shown; undefined for the unsent line. */
  readonly position: number | undefined;
  /** Unsent line and edited entries, by number. */
  readonly drafts: ReadonlyMap<number, string>;
};

/** Limits on the number of entries and on their UTF-16 units in total. The oldest entries are dropped first. */
const MAX_ENTRIES = 1000;
const MAX_SIZE = 1_048_576;
/** Limit on edited entries kept until the line is sent. The unsent line is always kept. */
const MAX_DRAFTS = 50;

/** Number of the unsent line in `drafts`. */
const UNSENT = -1;

export type Recalled = { readonly history: HistoryState; readonly text: string };

/** Adds a shell command that ran. As in shells, a command with a leading blank is not added. */
export function remember(history: HistoryState, command: string): HistoryState {
  const line = command.trimEnd();
  return isKept(line, history.entries)
    ? withinLimits({ ...history, entries: [...history.entries, line] })
    : history;
}

/** Replaces the entries by the shell commands of an existing terminal, oldest first. */
export function replaceEntries(history: HistoryState, commands: readonly string[]): HistoryState {
  const entries: string[] = [];
  for (const command of commands) {
    const line = command.trimEnd();
    if (isKept(line, entries)) entries.push(line);
  }
  return withinLimits({ ...forget(history), entries, start: 0 });
}

/**
 * Goes to the older entry, keeping the editor's `text` as a draft. Returns undefined when there is no older entry.
 */
export function recallPrevious(history: HistoryState, text: string): Recalled | undefined {
  const { entries, start, position = start + entries.length } = history;
  return position > start ? go(history, text, position - 1) : undefined;
}

/** Goes to the newer entry; behind the newest entry comes the unsent line. */
export function recallNext(history: HistoryState, text: string): Recalled | undefined {
  const { entries, start, position } = history;
  if (position === undefined) return undefined;
  const next = Math.max(position + 1, start);
  return go(history, text, next < start + entries.length ? next : undefined);
}

/** Goes back to the unsent line and drops all drafts, after the line was sent, cleared or replaced. */
export function forget(history: HistoryState): HistoryState {
  return { ...history, position: undefined, drafts: new Map() };
}

function go(history: HistoryState, text: string, position: number | undefined): Recalled {
  const drafts = new Map(history.drafts);
  const here = history.position ?? UNSENT;
  drafts.delete(here);
  if (text !== entryAt(history, here)) drafts.set(here, text);
  const oldest = [...drafts.keys()].find((number) => number !== UNSENT);
  if (drafts.size > MAX_DRAFTS && oldest !== undefined) drafts.delete(oldest);
  const there = position ?? UNSENT;
  return { history: { ...history, position, drafts }, text: drafts.get(there) ?? entryAt(history, there) };
}

function isKept(line: string, entries: readonly string[]): boolean {
  return line !== '' && !line.startsWith(' ') && line.length <= MAX_TEXT && line !== entries.at(-1);
}

function entryAt({ entries, start }: HistoryState, number: number): string {
  return number === UNSENT ? '' : (entries[number - start] ?? '');
}

function withinLimits(history: HistoryState): HistoryState {
  const { entries } = history;
  let first = entries.length;
  for (let size = 0; first > 0 && entries.length - first < MAX_ENTRIES; first -= 1) {
    size += entries[first - 1]?.length ?? 0;
    if (size > MAX_SIZE) break;
  }
  if (first === 0) return history;
  return { ...history, entries: entries.slice(first), start: history.start + first };
}
