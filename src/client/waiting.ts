/** The queue of a person, from the list of terminals: which programs wait for an answer, and which have ended unseen. */

import { cottyMeta } from '../protocol/common/meta.ts';
import type { TerminalMeta } from '../protocol/cotty/cotty-meta.ts';
import { type BlockedKind, shownWords } from '../protocol/terminal/program-status.ts';
import type { TerminalInfo } from '../protocol/terminal/state.ts';
import { isUnseen, isWaiting } from './program-state.ts';

export type QueueItem = {
  /** URI of the terminal. */
  readonly uri: string;
  /** Whether it waits for an answer, or how its work has ended. */
  readonly state: 'blocked' | 'done' | 'error';
  readonly kind?: BlockedKind;
  /** Unix milliseconds. */
  readonly since: number;
  /** The stable name of the program, `codex`. */
  readonly app?: string;
  /** The question in the program's own words, or what the program said of its end; else general words. */
  readonly words: string;
  /** Whether they are in quotes: nobody has proved that the program has said them. */
  readonly isQuoted: boolean;
};

/** Terminals to leave out, with the times (Unix ms) until which. */
export type Snoozed = ReadonlyMap<string, number>;

const QUESTIONS: { readonly [Kind in BlockedKind]: string } = {
  permission: 'asks for a permission',
  question: 'asks a question',
  auth: 'asks you to sign in',
};

/** Those who wait, who have waited longest first, then what ended unseen, oldest first. */
export function queueOf(
  terminals: readonly TerminalInfo[],
  now: number,
  snoozed: Snoozed = new Map(),
): readonly QueueItem[] {
  const items = terminals
    .filter(({ resource }) => (snoozed.get(resource) ?? 0) <= now)
    .flatMap((terminal) => itemOf(terminal) ?? []);
  return items.toSorted((a, b) => rank(a) - rank(b) || a.since - b.since);
}

/** What a terminal has in the queue; undefined if nothing. */
export function itemOf({ resource, lifecycle, _meta }: TerminalInfo): QueueItem | undefined {
  const meta = cottyMeta<TerminalMeta>(_meta);
  const { program } = meta;
  if (program === undefined || (!isWaiting(meta) && !isUnseen(meta))) return undefined;
  const { state, kind, since, app } = program;
  if (state !== 'blocked' && state !== 'done' && state !== 'error') return undefined;
  if (state === 'blocked' && lifecycle.status === 'exited') return undefined;
  return {
    uri: resource,
    state,
    ...(kind === undefined ? {} : { kind }),
    since,
    ...(app === undefined ? {} : { app }),
    ...wordsOf(program),
  };
}

/** The item behind that of a terminal, around the end; the first one if that terminal has none. */
export function nextInQueue(queue: readonly QueueItem[], after: string | undefined): QueueItem | undefined {
  const index = queue.findIndex(({ uri }) => uri === after);
  return queue[(index + 1) % queue.length];
}

export type QueueCounts = { readonly waiting: number; readonly failed: number; readonly done: number };

export function countsOf(queue: readonly QueueItem[]): QueueCounts {
  const count = (wanted: QueueItem['state']) => queue.filter(({ state }) => state === wanted).length;
  return { waiting: count('blocked'), failed: count('error'), done: count('done') };
}

/** The time (Unix ms) of the next change that only the clock makes: the end of a snooze. */
export function nextAwake(snoozed: Snoozed, now: number): number | undefined {
  const later = [...snoozed.values()].filter((until) => until > now);
  return later.length === 0 ? undefined : Math.min(...later);
}

function rank({ state }: QueueItem): number {
  return state === 'blocked' ? 0 : 1;
}

function wordsOf({
  state,
  kind,
  title,
  msg,
  by,
}: NonNullable<TerminalMeta['program']>): Pick<QueueItem, 'words' | 'isQuoted'> {
  const said = msg ?? title;
  if (said !== undefined) return { words: shownWords(said, by), isQuoted: by !== 'hook' };
  if (state !== 'blocked') return { words: state === 'done' ? 'is done' : 'has failed', isQuoted: false };
  return { words: kind === undefined ? 'waits for you' : QUESTIONS[kind], isQuoted: false };
}
