import { defineConfig } from 'vitest/config';

/** A condition that never comes true fails its test only after this: on a busy machine each step may take ten times as long. */
const expect = { poll: { timeout: 40_000 } };

/** Tests of functions and classes, most of which can share a process with other files. */
const unit = 'test/**/*.test.{ts,tsx}';
const endToEnd = ['test/first-hour/**', 'test/e2e/**', 'test/slow/**'];
/** They measure the CPU time of their process, so that nothing else may run beside them. */
const alone = ['test/**/*.alone.test.ts'];
/** They replace modules, or look at what a fresh process has loaded. */
const ownProcess = [
  'test/cli/common/free-memory.test.ts',
  'test/cli/common/switches.test.ts',
  'test/host/common/folder-lock-races.test.ts',
  'test/protocol/sequences/states.test.ts',
  'test/screen/core/blank-rows.test.ts',
];

const common = {
  expect,
  runner: './test/support/skip-runner.ts',
  setupFiles: ['test/support/fixed-seed.ts', 'test/support/no-buffer-pool.ts'],
  pool: 'forks' as const,
};
/** Ink asks once, when it is loaded, how many colours there are: all of them, wherever the tests run. */
const unitTests = { ...common, testTimeout: 60_000, hookTimeout: 60_000, env: { FORCE_COLOR: '3' } };

/** End-to-end tests run the built program. Each file has a host of its own, and waits much of its time for shells and windows. */
const builtProgram = (folder: string, groupOrder: number) => ({
  test: {
    ...common,
    name: folder,
    include: [`test/${folder}/**/*.test.ts`],
    globalSetup: ['test/support/build-once.ts'],
    testTimeout: 180_000,
    hookTimeout: 120_000,
    isolate: false,
    maxWorkers: 3,
    sequence: { groupOrder },
  },
});

/** test/README.md tells which of these projects make which tier. */
export default defineConfig({
  test: {
    reporters: ['default', './test/support/tally-reporter.ts'],
    projects: [
      {
        test: {
          ...unitTests,
          name: 'unit',
          include: [unit],
          exclude: [...endToEnd, ...alone, ...ownProcess],
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...unitTests,
          name: 'own-process',
          include: ownProcess,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...unitTests,
          name: 'alone',
          include: alone,
          exclude: endToEnd,
          isolate: false,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      builtProgram('first-hour', 2),
      builtProgram('e2e', 3),
      builtProgram('slow', 4),
    ],
  },
});
