/**
 * The last line of a test run, for machines: `N passed, N failed`, alone on its line. Before it the tests are named that did
 * not run, and those that passed at their second try: each of them hides a defect, of the test or of the program.
 */

import type { Reporter, TestModule } from 'vitest/node';

type Tally = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: readonly string[];
  readonly flaky: readonly string[];
};

export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const { passed, failed, skipped, flaky } = tally(modules);
    const lines = [
      ...skipped.map((name) => `not run: ${name}`),
      ...flaky.map((name) => `passed at the second try: ${name}`),
    ];
    // An error outside any test fails the run, so it must not read as "0 failed".
    lines.push(`${passed} passed, ${failed + unhandledErrors.length} failed`);
    process.stdout.write(`${lines.join('\n')}\n`);
  }
}

/** Counts tests; a file that could not be loaded counts as one failed test. */
export function tally(modules: readonly TestModule[]): Tally {
  let passed = 0;
  let failed = 0;
  const skipped: string[] = [];
  const flaky: string[] = [];
  for (const module of modules) {
    let failedHere = 0;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      const name = `${module.moduleId} ${test.fullName}`;
      if (test.diagnostic()?.flaky === true) flaky.push(name);
      if (state === 'passed') passed += 1;
      else if (state === 'failed') failedHere += 1;
      else skipped.push(name);
    }
    // A suite's or file's own error (a hook, an import) leaves its tests without a failure of their own.
    const brokeOutsideTests = failedHere === 0 && module.state() === 'failed';
    failed += failedHere + (brokeOutsideTests ? 1 : 0);
  }
  return { passed, failed, skipped, flaky };
}
