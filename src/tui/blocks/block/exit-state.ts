/** How a shell command ended, as far as its part of the content tells. */

import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { CommandMeta } from '../../../protocol/terminal/command-meta.ts';
import type { CommandPart } from '../../../protocol/terminal/state.ts';

export type BlockStatus =
  | { readonly kind: 'running' }
  | { readonly kind: 'ok' }
  | { readonly kind: 'failed'; readonly code: number }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'signal'; readonly number: number; readonly name: string }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'restart' }
  | { readonly kind: 'unknown' };

/** Signals whose number is the same on Linux and macOS: the host may run on either. */
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

/** Shells report death by signal n as 128 + n. */
const SIGNAL_OFFSET = 128;
const INTERRUPTED = 130;

/** `open`: this is the command the terminal is busy with; any other unfinished one lost its end. */
export function statusOf(part: CommandPart, open: boolean): BlockStatus {
  const { killedByRestart, timedOut } = cottyMeta<CommandMeta>(part._meta);
  if (killedByRestart === true) return { kind: 'restart' };
  if (!part.isComplete) return { kind: open ? 'running' : 'unknown' };
  if (timedOut === true) return { kind: 'timeout' };
  return statusOfCode(part.exitCode);
}

export function statusOfCode(code: number | undefined): BlockStatus {
  if (code === undefined) return { kind: 'unknown' };
  if (code === 0) return { kind: 'ok' };
  if (code === INTERRUPTED) return { kind: 'interrupted' };
  const name = SIGNALS[code - SIGNAL_OFFSET];
  return name === undefined
    ? { kind: 'failed', code }
    : { kind: 'signal', number: code - SIGNAL_OFFSET, name };
}

/** What `only failed` shows. Interrupting is a wish, not a failure; of an unknown end nothing is claimed. */
export function hasFailed(status: BlockStatus): boolean {
  return (
    status.kind === 'failed' ||
    status.kind === 'signal' ||
    status.kind === 'timeout' ||
    status.kind === 'restart'
  );
}
