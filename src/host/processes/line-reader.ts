/** Who waits for input from a terminal; known on Linux only, and where the system lets the host look. */

import { closeSync, existsSync, openSync, readdirSync, readFileSync, readlinkSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { arch } from 'node:process';
import { systemCode } from '../../protocol/common/system-error.ts';
import { processStat } from '../common/process-stat.ts';
import { groupMembers } from './foreground.ts';

type Kind = 'read' | 'poll' | 'select' | 'epoll';

/** System calls that wait for input, by their numbers. */
const CALLS: { readonly [arch: string]: { readonly [call: string]: Kind | undefined } | undefined } = {
  x64: {
    0: 'read',
    19: 'read',
    7: 'poll',
    271: 'poll',
    23: 'select',
    270: 'select',
    232: 'epoll',
    281: 'epoll',
    441: 'epoll',
  },
  arm64: { 63: 'read', 65: 'read', 73: 'poll', 72: 'select', 22: 'epoll', 441: 'epoll' },
};

/** Limits: threads of each process that are looked at, and descriptors that one waits for. */
const MOST_THREADS = 64;
const MOST_DESCRIPTORS = 1024;

/** Size of a `struct pollfd`, and its bit for input. */
const POLLFD = 8;
const POLLIN = 1;

/** A thread that waits for input from a terminal. `id` is another one for its next wait. */
export type TerminalReader = { readonly id: string; readonly pid: number; readonly kind: Kind };

/**
 * Whether a process of the group is in a `read` of a terminal; undefined if that cannot be known. Who polls may wait for something
 * else. `shell` has started the group; of `a | b` the leader may have ended.
 */
export function readsTerminal(group: number, shell?: number): boolean | undefined {
  return terminalReaders(group, shell)?.some(({ kind }) => kind === 'read');
}

/** Returns the threads of the group that wait for input from a terminal; undefined if that cannot be known. */
export function terminalReaders(group: number, shell?: number): readonly TerminalReader[] | undefined {
  const calls = process.platform === 'linux' ? CALLS[arch] : undefined;
  if (calls === undefined || !existsSync('/proc/self/syscall')) return undefined;
  let isKnown = true;
  const found = groupMembers(group, shell).flatMap((pid) =>
    threadsOf(pid).flatMap((task) => {
      try {
        return readerOf(pid, task, calls) ?? [];
      } catch (error) {
        // Of another user's the system tells nothing.
        isKnown &&= ENDED.has(systemCode(error) ?? '') || isEnding(task);
        return [];
      }
    }),
  );
  return isKnown || found.length > 0 ? found : undefined;
}

const ENDED: ReadonlySet<string> = new Set(['ENOENT', 'ESRCH']);

/** Whether a thread is ending or gone: it does not read, and the system tells nothing of it, except to root. */
function isEnding(task: string): boolean {
  return processStat(Number(basename(task)))?.isEnding ?? true;
}

function threadsOf(pid: number): readonly string[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`).slice(0, MOST_THREADS);
    return threads.map((thread) => `/proc/${pid}/task/${thread}`);
  } catch {
    // It has ended.
    return [];
  }
}

function readerOf(
  pid: number,
  task: string,
  calls: NonNullable<(typeof CALLS)[string]>,
): TerminalReader | undefined {
  const [call = '', ...args] = readFileSync(`${task}/syscall`, 'latin1').split(' ');
  const kind = calls[call];
  if (kind === undefined || !awaited(pid, kind, args.map(Number)).some((fd) => isTerminal(pid, fd)))
    return undefined;
  // A thread that waits again has been switched to and from meanwhile.
  const [, waits = ''] =
    /^voluntary_ctxt_switches:\s*(\d+)/m.exec(readFileSync(`${task}/status`, 'latin1')) ?? [];
  return { id: `${task}:${waits}`, pid, kind };
}

/** Returns the descriptors from which a thread waits for input. */
function awaited(pid: number, kind: Kind, [first = 0, second = 0]: readonly number[]): readonly number[] {
  switch (kind) {
    case 'read':
      return [first];
    case 'poll': {
      const bytes = memoryOf(pid, first, POLLFD * Math.min(second, MOST_DESCRIPTORS));
      const entries = Array.from({ length: bytes.length / POLLFD }, (_, at) => at * POLLFD);
      return entries
        .filter((at) => (bytes.readInt16LE(at + 4) & POLLIN) !== 0)
        .map((at) => bytes.readInt32LE(at));
    }
    case 'select': {
      const count = Math.min(first, MOST_DESCRIPTORS);
      const bytes = memoryOf(pid, second, Math.ceil(count / 8));
      return Array.from({ length: count }, (_, fd) => fd).filter(
        (fd) => ((bytes[fd >> 3] ?? 0) & (1 << (fd & 7))) !== 0,
      );
    }
    case 'epoll': {
      const lines = readFileSync(`/proc/${pid}/fdinfo/${first}`, 'latin1').matchAll(/^tfd:\s*(\d+)/gm);
      return Array.from(lines, ([, fd]) => Number(fd)).slice(0, MOST_DESCRIPTORS);
    }
  }
}

function memoryOf(pid: number, address: number, length: number): Buffer {
  if (address === 0 || length === 0) return Buffer.alloc(0);
  const file = openSync(`/proc/${pid}/mem`, 'r');
  try {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, address));
  } finally {
    closeSync(file);
  }
}

function isTerminal(pid: number, fd: number): boolean {
  try {
    return /^\/dev\/(pts\/|tty)/.test(readlinkSync(`/proc/${pid}/fd/${fd}`));
  } catch {
    return false;
  }
}
