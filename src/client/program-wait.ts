/** Waits until the program of a terminal comes into a state: for scripts and for agents. */

import { isNoFailure } from '../protocol/common/exit-status.ts';
import { cottyMeta } from '../protocol/common/meta.ts';
import type { TerminalMeta } from '../protocol/cotty/cotty-meta.ts';
import type { RootState } from '../protocol/root/state.ts';
import type { TerminalInfo } from '../protocol/terminal/state.ts';
import type { Mirror } from './mirror.ts';

export const WAITED_STATES = ['blocked', 'done', 'idle', 'working', 'failed'] as const;

/** `done` has `failed` in it: its work is over. Both, and `idle`, are also told by the end of its command. */
export type WaitedState = (typeof WAITED_STATES)[number];

export type ProgramWait =
  /** `byEnd`: the command has ended, and no program tells it. */
  | {
      readonly kind: 'reached';
      readonly info: TerminalInfo;
      readonly state: WaitedState;
      readonly byEnd: boolean;
    }
  /** Its command has ended (the last one of several), and was in none of the states. */
  | { readonly kind: 'ended' }
  /** The terminal has ended. */
  | { readonly kind: 'gone' };

/** Returns the first of the states in which the program of a terminal is. */
export function reachedState(
  info: TerminalInfo,
  states: readonly WaitedState[],
): Extract<ProgramWait, { kind: 'reached' }> | undefined {
  const meta = cottyMeta<TerminalMeta>(info._meta);
  const state = states.find((each) => isIn(meta, each));
  if (state !== undefined) return { kind: 'reached', info, state, byEnd: false };
  const atRest = states.find((each) => isAtRest(info, meta, each));
  return atRest === undefined ? undefined : { kind: 'reached', info, state: atRest, byEnd: true };
}

function isIn({ program }: Partial<TerminalMeta>, wanted: WaitedState): boolean {
  if (program === undefined) return false;
  const { state, seen } = program;
  const isOver = state === 'done' || state === 'error';
  switch (wanted) {
    case 'done':
      return isOver;
    case 'failed':
      return state === 'error';
    case 'idle':
      return state === 'idle' || (isOver && seen === true);
    default:
      return state === wanted;
  }
}

/** A shell that has run nothing yet is idle, but not done. */
function isAtRest(
  { lifecycle }: TerminalInfo,
  { running, integration, last }: Partial<TerminalMeta>,
  wanted: WaitedState,
): boolean {
  if (lifecycle.status === 'exited' || running !== undefined || integration !== 'active') return false;
  if (wanted === 'idle') return true;
  if (last === undefined || (wanted !== 'done' && wanted !== 'failed')) return false;
  return wanted === 'done' || !isNoFailure(last.exitCode);
}

/**
 * Calls `onEnd` once, maybe at once. `only`: the URIs of the terminals, of which the first in one of the states counts; undefined
 * for all terminals, also future ones. Returns a function that stops it.
 */
export function waitForProgram(
  root: Mirror<RootState>,
  {
    only,
    states,
  }: { readonly only: ReadonlySet<string> | undefined; readonly states: readonly WaitedState[] },
  onEnd: (wait: ProgramWait) => void,
): () => void {
  const lasting = new Lasting();
  let stop = (): void => {};
  let isOver = false;
  const look = (): void => {
    const wait = isOver ? undefined : stateOf(root.state.terminals ?? [], { only, states }, lasting);
    if (wait === undefined) return;
    isOver = true;
    stop();
    onEnd(wait);
  };
  stop = root.onChange(look);
  look();
  return () => {
    isOver = true;
    stop();
  };
}

type Wanted = { readonly only: ReadonlySet<string> | undefined; readonly states: readonly WaitedState[] };

function stateOf(
  listed: readonly TerminalInfo[],
  { only, states }: Wanted,
  lasting: Lasting,
): ProgramWait | undefined {
  const meant = listed.filter(({ resource }) => only?.has(resource) ?? true);
  for (const info of meant) {
    const reached = reachedState(info, states);
    if (reached !== undefined) return reached;
  }
  if (only === undefined) return undefined;
  const open = meant.filter(({ lifecycle }) => lifecycle.status === 'running');
  if (open.length === 0) return { kind: 'gone' };
  const ended = open.filter((info) => lasting.hasEnded(info));
  return ended.length === open.length ? { kind: 'ended' } : undefined;
}

/** The commands that ran when their terminals were first looked at, or were the first to begin later. */
class Lasting {
  readonly #begun = new Map<string, number>();

  hasEnded({ resource, _meta }: TerminalInfo): boolean {
    const now = cottyMeta<TerminalMeta>(_meta).running?.timestamp;
    const before = this.#begun.get(resource);
    if (before !== undefined) return now !== before;
    if (now !== undefined) this.#begun.set(resource, now);
    return false;
  }
}
