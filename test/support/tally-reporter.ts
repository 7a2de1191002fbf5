/**
 * The last lines of a test run: what was skipped, for want of which programs, and how to install them; then, for machines,
 * `N passed, N failed, N skipped`, alone on its line. Where COTTY_FAILURES names a file, the failures are appended to it, short
 * enough to be read together after several runs.
 */

import { appendFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestModule } from 'vitest/node';

export type Tally = {
  readonly passed: number;
  readonly failed: number;
  /** Why each test that did not run was skipped. */
  readonly skipped: readonly string[];
};

const NEEDS = 'needs ';

/** Packages whose name is not that of the program: for Debian, for Homebrew (undefined where macOS has the program). */
const PACKAGES: Readonly<Record<string, { readonly debian: string; readonly homebrew?: string }>> = {
  chromium: { debian: 'chromium', homebrew: 'chromium' },
  infocmp: { debian: 'ncurses-bin' },
  ip: { debian: 'iproute2' },
  nsenter: { debian: 'util-linux' },
  nvim: { debian: 'neovim', homebrew: 'neovim' },
  ps: { debian: 'procps' },
  pgrep: { debian: 'procps' },
  'ssh-keygen': { debian: 'openssh-client' },
  script: { debian: 'bsdutils' },
  ssh: { debian: 'openssh-client' },
  sshd: { debian: 'openssh-server' },
  unshare: { debian: 'util-linux' },
  python3: { debian: 'python3', homebrew: 'python' },
  ...Object.fromEntries(
    ['cat', 'head', 'mkfifo', 'seq', 'sleep', 'stty', 'tail', 'wc'].map((name) => [
      name,
      { debian: 'coreutils' },
    ]),
  ),
};

export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const { passed, failed, skipped } = tally(modules);
    const lines = skippedLines(skipped);
    // An error outside any test fails the run, so it must not read as "0 failed".
    const failures = failed + unhandledErrors.length;
    lines.push(
      `${passed} passed, ${failures} failed${skipped.length === 0 ? '' : `, ${skipped.length} skipped`}`,
    );
    process.stdout.write(`${lines.join('\n')}\n`);
    const { COTTY_FAILURES: file } = process.env;
    if (file !== undefined)
      appendFileSync(
        file,
        failureLines(modules)
          .map((line) => `${line}\n`)
          .join(''),
      );
  }
}

/** Of each failed test its file and name, and the first lines of its errors. */
export function failureLines(modules: readonly TestModule[]): string[] {
  return modules.flatMap((module) => [
    ...[module, ...module.children.allSuites()]
      .flatMap((part) => part.errors())
      .map((error) => `${module.relativeModuleId}: ${firstLines(error.message)}`),
    ...[...module.children.allTests('failed')].map(
      (test) =>
        `${module.relativeModuleId} > ${test.fullName}: ${(test.result().errors ?? []).map(({ message }) => firstLines(message)).join('; ')}`,
    ),
  ]);
}

function firstLines(message: string): string {
  return stripVTControlCharacters(message).split('\n', 6).join(' | ').slice(0, 500);
}

/** Counts tests; a file that could not be loaded counts as one failed test. */
export function tally(modules: readonly TestModule[]): Tally {
  const counts = modules.map(tallyOfModule);
  const sum = (of: (count: Tally) => number): number => counts.reduce((all, count) => all + of(count), 0);
  return {
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    skipped: counts.flatMap(({ skipped }) => skipped),
  };
}

function tallyOfModule(module: TestModule): Tally {
  const tests = [...module.children.allTests()].map((test) => ({
    name: test.fullName,
    result: test.result(),
  }));
  const passed = tests.filter(({ result }) => result.state === 'passed').length;
  const failed = tests.filter(({ result }) => result.state === 'failed').length;
  const skipped = tests.flatMap(({ name, result }) =>
    result.state === 'skipped' ? [result.note ?? name] : result.state === 'pending' ? [name] : [],
  );
  // A suite's or file's own error (a hook, an import) leaves its tests without a failure of their own.
  const brokeOutsideTests = failed === 0 && module.state() === 'failed';
  return { passed, failed: failed + (brokeOutsideTests ? 1 : 0), skipped };
}

/** What to print of the reasons: a line a reason, then how to install the programs that are missing. */
export function skippedLines(reasons: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const lines = [...counts].map(([reason, count]) => `skipped ${count}: ${reason}`);
  const programs = [...counts.keys()]
    .filter((reason) => reason.startsWith(NEEDS))
    .map((reason) => reason.slice(NEEDS.length));
  if (programs.length === 0) return lines;
  const debian = new Set(programs.map((name) => PACKAGES[name]?.debian ?? name));
  const homebrew = new Set(
    programs.map((name) => (name in PACKAGES ? PACKAGES[name]?.homebrew : name)).filter(Boolean),
  );
  lines.push(`to run them on Debian: apt-get install ${[...debian].join(' ')}`);
  if (homebrew.size > 0) lines.push(`to run them on macOS: brew install ${[...homebrew].join(' ')}`);
  return lines;
}
