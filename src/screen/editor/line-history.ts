/** History of a terminal's shell commands for Up and Down. The unsent line and edited entries are kept as drafts. */

import { MAX_TEXT } from './graphemes.ts';

export type HistoryState = {
  /** Shell commands, oldest first, without equal neighbours. */
  readonly entries: readonly string[];
  /** Number of the first entry. Numbers stay the same when old entries are dropped or older ones added. */
  readonly start: number;
  /** Number of the entry shown; undefined for the unsent line. */
  readonly position: number | undefined;
  /** Unsent line and edited entries, by number. */
  readonly drafts: ReadonlyMap<number, string>;
  /** The text typed before the walk began: all entries begin with it. */
  readonly prefix: string;
  /** Whether older entries than these can be asked for. */
  readonly more: boolean;
  /** Number of steps that wait for older entries. */
  readonly wanted: number;
  /** Number of older entries that have come so far. */
  readonly received: number;
  readonly asking: boolean;
};

export const NO_HISTORY: HistoryState = {
  entries: [],
  start: 0,
  position: undefined,
  drafts: new Map(),
  prefix: '',
  more: false,
  wanted: 0,
  received: 0,
  asking: false,
};

/** Limits on the number of entries and on their UTF-16 units in total. The oldest entries are dropped first. */
const MAX_ENTRIES = 1000;
const MAX_SIZE = 1_048_576;
/** When fewer entries than this are left, older ones are asked for. */
const FEW = 20;
/** Limit on edited entries kept until the line is sent. The unsent line is always kept. */
const MAX_DRAFTS = 50;

/** Number of the unsent line in `drafts`. */
const UNSENT = Number.MIN_SAFE_INTEGER;

export type Recalled = { readonly history: HistoryState; readonly text: string };

/** Adds a shell command that ran. As in shells, a command with a leading blank is not added. */
export function remember(history: HistoryState, command: string): HistoryState {
  const line = command.trimEnd();
  return isKept(line, history.entries)
    ? withinLimits({ ...history, entries: [...history.entries, line] })
    : history;
}

/**
 * Begins a walk through shell commands, oldest first: those that begin with the text typed so far and go on after it, each
 * once. `more`: older ones can be asked for.
 */
export function beginWalk(
  history: HistoryState,
  commands: readonly string[],
  prefix = '',
  more = false,
): HistoryState {
  const entries = eachOnce(commands.toReversed(), prefix, new Set()).reverse();
  return withinLimits({ ...forget(history), ...{ entries, prefix, more }, start: 0, received: 0 });
}

/** Adds older entries that have arrived, newest first, and takes the steps that waited for them. */
export function addOlder(
  history: HistoryState,
  text: string,
  commands: readonly string[],
  more: boolean,
): Recalled {
  const { wanted, position, prefix } = history;
  const added = eachOnce(commands, prefix, new Set(history.entries)).reverse();
  const grown = withinLimits({
    ...history,
    entries: [...added, ...history.entries],
    start: history.start - added.length,
    received: history.received + commands.length,
    more,
    wanted: 0,
    asking: false,
  });
  let recalled: Recalled = { history: grown, text };
  // If the user has typed on meanwhile, the line is not replaced.
  const steps = position === undefined && text !== prefix ? 0 : wanted;
  for (let step = 0; step < steps; step += 1) {
    recalled = recallPrevious(recalled.history, recalled.text) ?? recalled;
  }
  return recalled;
}

/** Whether a walk has begun, or waits for its first entry. */
export function isWalking({ position, wanted, prefix }: HistoryState, text: string): boolean {
  return position !== undefined || (wanted > 0 && prefix === text);
}

/** Whether older entries should be asked for now: few are left, and no request is open. */
export function wantsOlder({ entries, start, position, more, asking }: HistoryState): boolean {
  return more && !asking && (position ?? start + entries.length) - start < FEW;
}

/** Returns those of the commands, newest first, that begin with the prefix, each once. */
function eachOnce(commands: readonly string[], prefix: string, seen: Set<string>): string[] {
  const lines: string[] = [];
  for (const command of commands) {
    const line = command.trimEnd();
    if (!isKept(line, []) || seen.has(line) || !line.startsWith(prefix) || line === prefix) continue;
    seen.add(line);
    lines.push(line);
  }
  return lines;
}

/**
 * Goes to the older entry, keeping the editor's `text` as a draft. Returns undefined when there is no older entry; where one
 * can still come, the step waits for it.
 */
export function recallPrevious(history: HistoryState, text: string): Recalled | undefined {
  const { entries, start, position = start + entries.length, more, wanted } = history;
  if (position > start) return go(history, text, position - 1);
  return more ? { history: { ...history, wanted: wanted + 1 }, text } : undefined;
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
  return { ...history, position: undefined, drafts: new Map(), wanted: 0, asking: false };
}

function go(history: HistoryState, text: string, position: number | undefined): Recalled {
  const drafts = new Map(history.drafts);
  const here = history.position ?? UNSENT;
  drafts.delete(here);
  if (text !== entryAt(history, here)) drafts.set(here, text);
  const oldest = [...drafts.keys()].find((number) => number !== UNSENT);
  if (drafts.size > MAX_DRAFTS && oldest !== undefined) drafts.delete(oldest);
  const there = position ?? UNSENT;
  return {
    history: { ...history, position, drafts, wanted: 0 },
    text: drafts.get(there) ?? entryAt(history, there),
  };
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
  return { ...history, entries: entries.slice(first), start: history.start + first, more: false };
}
