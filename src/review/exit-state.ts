/** Status of a shell command: running, or how it ended according to its command part. */

import { INTERRUPTED, isSuspended, SIGNAL_OFFSET } from '../protocol/common/exit-status.ts';
import { cottyMeta } from '../protocol/common/meta.ts';
import type { CommandRecord } from '../protocol/cotty/command-record.ts';
import type { CommandMeta } from '../protocol/terminal/command-meta.ts';
import { replacedItsShell } from '../protocol/terminal/replaced-shell.ts';
import type { CommandPart } from '../protocol/terminal/state.ts';

export type BlockStatus =
  | { readonly kind: 'running' }
  | { readonly kind: 'ok' }
  | { readonly kind: 'failed'; readonly code: number }
  | { readonly kind: 'interrupted' }
  /** Stopped by Ctrl+Z or the like; `fg` goes on with it. */
  | { readonly kind: 'suspended' }
  | { readonly kind: 'signal'; readonly number: number; readonly name: string }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'restart' }
  /** The command has entered another shell, which still runs, or which it has put in the place of its own. */
  | { readonly kind: 'inside' }
  | { readonly kind: 'unknown' }
  /** No command: what was printed while none ran. */
  | { readonly kind: 'between' };

/** Signals with the same number on Linux and macOS, because the host may run on either. */
const SIGNALS: { readonly [number: number]: string } = {
  1: 'SIGHUP',
  3: 'SIGQUIT',
  4: 'SIGILL',
  5: 'SIGTRAP',
  6: 'SIGABRT',
  8: 'SIGFPE',
  9: 'SIGKILL',
  11: 'SIGSEGV',
  13: 'SIGPIPE',
  14: 'SIGALRM',
  15: 'SIGTERM',
  24: 'SIGXCPU',
  25: 'SIGXFSZ',
};

/**
 * Returns the status of a command. Without `open` (the terminal is busy with it), the end of an unfinished one was
 * lost.
 */
export function statusOf(part: CommandPart, open: boolean): BlockStatus {
  const meta = cottyMeta<CommandMeta>(part._meta);
  const { killedByRestart, timedOut, entered } = meta;
  if (killedByRestart === true) return { kind: 'restart' };
  if (!part.isComplete) return { kind: open ? 'running' : 'unknown' };
  if (entered === 'inside' && part.exitCode === undefined) return { kind: 'inside' };
  if (replacedItsShell(meta, part)) return { kind: 'inside' };
  if (timedOut === true) return { kind: 'timeout' };
  return statusOfCode(part.exitCode);
}

/** Returns how a command has ended by what is told of it without its part: in the history, of a run. */
export function statusOfEnd({
  exitCode,
  timedOut,
  killedByRestart,
}: Pick<CommandMeta, 'timedOut' | 'killedByRestart'> & {
  readonly exitCode?: number | undefined;
}): BlockStatus {
  if (killedByRestart === true) return { kind: 'restart' };
  return timedOut === true ? { kind: 'timeout' } : statusOfCode(exitCode);
}

/** The same for what is sent as JSON: a record, a wake-up. */
export function statusOfRecord({
  exit,
  timed_out,
  killed_by_restart,
}: Pick<CommandRecord, 'exit' | 'timed_out' | 'killed_by_restart'>): BlockStatus {
  return statusOfEnd({
    exitCode: exit ?? undefined,
    timedOut: timed_out,
    killedByRestart: killed_by_restart,
  });
}

export function statusOfCode(code: number | undefined): BlockStatus {
  if (code === undefined) return { kind: 'unknown' };
  if (code === 0) return { kind: 'ok' };
  if (code === INTERRUPTED) return { kind: 'interrupted' };
  if (isSuspended(code)) return { kind: 'suspended' };
  const name = SIGNALS[code - SIGNAL_OFFSET];
  return name === undefined
    ? { kind: 'failed', code }
    : { kind: 'signal', number: code - SIGNAL_OFFSET, name };
}

/**
 * Whether `only failed` shows the block. An interrupted or suspended command did not fail, and an unknown end is not a failure.
 */
export function hasFailed(status: BlockStatus): boolean {
  return (
    status.kind === 'failed' ||
    status.kind === 'signal' ||
    status.kind === 'timeout' ||
    status.kind === 'restart'
  );
}
