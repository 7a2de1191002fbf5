/** The parts of a tty's two streams that are used, so that tests can replace them. */

import { accessSync, constants, readlinkSync, writeSync } from 'node:fs';

export type OuterInput = {
  on(event: 'end' | 'error', listener: () => void): unknown;
  off(event: 'end' | 'error', listener: () => void): unknown;
  /** Missing when stdin is no terminal. */
  setRawMode?: (on: boolean) => unknown;
  resume(): unknown;
  pause(): unknown;
};

export type OuterOutput = {
  write(text: string, written: () => void): boolean;
  on(event: 'resize' | 'error', listener: () => void): unknown;
  off(event: 'resize' | 'error', listener: () => void): unknown;
  readonly columns?: number;
  readonly rows?: number;
  /** Bytes that the stream holds and the kernel has not taken. */
  readonly writableLength: number;
};

// Non-blocking writes: bytes for a slow terminal wait in the stream, and do not block the event loop and with it the keys.

type Handle = { readonly fd?: number; setBlocking?: (on: boolean) => number };

/**
 * Makes writes non-blocking, which Node does not do for a tty; returns whether it did. libuv reopens the device, so that
 * O_NONBLOCK does not affect others. If that failed, the open file is shared with the shell and must stay blocking.
 */
export function unblock(stdout: object, platform: string): boolean {
  const handle = '_handle' in stdout ? (stdout._handle as Handle | null) : undefined;
  if (platform !== 'linux' || handle?.fd === undefined || !couldReopen(handle.fd)) return false;
  return handle.setBlocking?.(false) === 0;
}

function couldReopen(fd: number): boolean {
  try {
    accessSync(readlinkSync(`/proc/self/fd/${fd}`), constants.R_OK | constants.W_OK);
    return true;
  } catch {
    // The device is missing in this mount namespace, or another user's: libuv could not open it either.
    return false;
  }
}

// Writes to the terminal on the way out of the process, past the stream's queue.

/** Longest wait (ms) for a terminal that takes nothing: it is stopped or gone, and the process must end anyway. */
const patienceMs = 250;
const pauseMs = 5;

/** Writes as much as the terminal takes in time; never throws, since the process is exiting. */
export function writeNow(fd: number, text: string): void {
  let rest: Uint8Array = Buffer.from(text, 'utf8');
  for (let waited = 0; rest.length > 0 && waited < patienceMs; ) {
    const taken = tryWrite(fd, rest);
    if (taken === 'gone') return;
    if (taken === 0) waited += sleep();
    rest = rest.subarray(taken);
  }
}

function tryWrite(fd: number, bytes: Uint8Array): number | 'gone' {
  try {
    return writeSync(fd, bytes);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EAGAIN' ? 0 : 'gone';
  }
}

function sleep(): number {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
  return pauseMs;
}
