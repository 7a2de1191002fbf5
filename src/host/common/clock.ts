/** Time as an argument — the current time and timers that can be cancelled. */

export type Clock = {
  /** Unix milliseconds. */
  now(): number;
  /** Runs `run` once after `ms` milliseconds; the result cancels it. A pending timer keeps the process alive. */
  after(ms: number, run: () => void): () => void;
  /** Runs `run` after all pending I/O events have been handled (`setImmediate`). */
  soon(run: () => void): void;
};

export const systemClock: Clock = {
  now: Date.now,
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  soon: setImmediate,
};
