/** What the program of a terminal does, in the words that window, page, command line and agents show. */

import type { TerminalMeta } from '../protocol/cotty/cotty-meta.ts';
import type { BlockedKind, ProgramState } from '../protocol/terminal/program-status.ts';

const WORDS: { readonly [State in ProgramState]: string } = {
  idle: 'idle',
  working: 'working',
  done: 'done',
  blocked: 'waits for you',
  error: 'failed',
};

const KINDS: { readonly [Kind in BlockedKind]: string } = {
  permission: 'permission',
  question: 'question',
  auth: 'sign-in',
};

/** Returns what a blocked program waits for, in a word; undefined if it does not say. */
export function kindWord(kind: BlockedKind | undefined): string | undefined {
  return kind === undefined ? undefined : KINDS[kind];
}

/** Returns `waits for you: permission`, `working 40%`; undefined where nothing tells it. What is done and was seen is idle. */
export function programWords({ program }: Pick<TerminalMeta, 'program'>): string | undefined {
  if (program === undefined) return undefined;
  const { state, kind, progress, seen } = program;
  if (seen === true) return WORDS.idle;
  if (state === 'blocked') return kind === undefined ? WORDS.blocked : `${WORDS.blocked}: ${KINDS[kind]}`;
  return progress === undefined ? WORDS[state] : `${WORDS[state]} ${progress}%`;
}

/** Whether its work has ended, well or not, and no person has seen it. */
export function isUnseen({ program }: Pick<TerminalMeta, 'program'>): boolean {
  return (program?.state === 'done' || program?.state === 'error') && program.seen !== true;
}

/** Whether the program waits for a person. */
export function isWaiting({ program }: Pick<TerminalMeta, 'program'>): boolean {
  return program?.state === 'blocked';
}
