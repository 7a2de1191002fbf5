/** Mutation tests, one module after the other: see test/mutation/README.md. `COTTY_MUTATE` and `COTTY_MUTATE_TESTS` come from its run.mjs. */
export default {
  testRunner: 'vitest',
  // The tests that run.mjs names are all, whatever else reaches the module.
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
  mutate: JSON.parse(process.env['COTTY_MUTATE'] ?? '[]'),
  ignorePatterns: ['dist', 'coverage', 'test/bench/results'],
  coverageAnalysis: 'perTest',
  // What runs while a module loads (tables, mostly) would need all tests for each of its mutants.
  ignoreStatic: true,
  incremental: true,
  incrementalFile: process.env['COTTY_MUTATE_KEPT'],
  tempDirName: '.stryker-tmp',
  concurrency: 1,
  timeoutMS: 5_000,
  dryRunTimeoutMinutes: 30,
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, reportTests: false, logTests: false },
  thresholds: { high: 95, low: 90, break: 90 },
};
