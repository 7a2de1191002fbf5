import { defineConfig } from 'vitest/config';

/** A condition that never comes true fails its test only after this: on a busy machine each step may take ten times as long. */
const expect = { poll: { timeout: 40_000 } };

/** Of thousands of tests on real shells one may fail by chance; on a new machine it gets a second try, and is named. */
const retry = process.env['CI'] === 'true' ? 1 : 0;

export default defineConfig({
  test: {
    reporters: ['default', './test/support/tally-reporter.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/e2e/**', 'test/bench/**'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect,
          retry,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/support/build-once.ts'],
          testTimeout: 180_000,
          hookTimeout: 120_000,
          expect,
          retry,
          // Each of these has a host, a window and shells of its own; more at once only makes all of them slow.
          maxWorkers: 2,
          // What users run is tested last, when the parts are known to be right.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
