import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    reporters: ['default', './test/support/tally-reporter.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/e2e/**', 'test/bench/**'],
          testTimeout: 20_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/support/build-once.ts'],
          testTimeout: 90_000,
          hookTimeout: 60_000,
          // Each of these has a host, a window and shells of its own; more at once only makes all of them slow.
          maxWorkers: 2,
          // What users run is tested last, when the parts are known to be right.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
