/** Writes to the terminal on the way out of the process, past the stream's queue. */

import { writeSync } from 'node:fs';

/** A terminal that takes nothing for this long (ms) is stopped or gone; the process must end all the same. */
const patienceMs = 250;
const pauseMs = 5;

/** Writes as much as the terminal takes in time; never throws, since on the way out nobody can handle an error. */
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
