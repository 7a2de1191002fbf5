/**
 * How much a random test does. Those that count what they reached may not be cut short by a limit of time: with fewer rounds a
 * slow machine would fail them, and a mutation test would take that for a mistake found.
 */
export const effort = (
  numRuns: number,
): { readonly seed: number; readonly numRuns: number; readonly interruptAfterTimeLimit: number } => ({
  seed,
  numRuns: Number(process.env['COTTY_RUNS'] ?? numRuns),
  interruptAfterTimeLimit: 600_000,
});

/** The same for everybody, so that a failure is; `COTTY_SEED` explores others. */
export const seed: number = Number(process.env['COTTY_SEED'] ?? 1);
