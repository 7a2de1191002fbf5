/**
 * How much a random test does. These tests count what they reached, so no limit of time may cut them short: with fewer
 * rounds a slow machine would fail them, and a mutation test would take that for a mistake found.
 */
export const effort = (numRuns: number) => ({
  seed: Number(process.env['COTTY_SEED'] ?? 1),
  numRuns: Number(process.env['COTTY_RUNS'] ?? numRuns),
  interruptAfterTimeLimit: 60_000,
});
