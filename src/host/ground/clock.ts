/** Time as an argument — the present moment and a wake-up that can be called off. */

export type Clock = {
  /** Unix milliseconds. */
  now(): number;
  /** Runs once after that many milliseconds; the answer calls it off. Until then the process stays alive. */
  after(ms: number, run: () => void): () => void;
  /** Runs once what is ready to be read or written has had its turn. */
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
