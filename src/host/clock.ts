/** Time as an argument — the present moment and a wake-up that can be called off. */

export type Clock = {
  /** Unix milliseconds. */
  now(): number;
  /** Runs once after that many milliseconds; the answer calls it off. Never keeps the process alive by itself. */
  after(ms: number, run: () => void): () => void;
};

export const systemClock: Clock = {
  now: Date.now,
  after(ms, run) {
    const timer = setTimeout(run, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
