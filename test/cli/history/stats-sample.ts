/** Statistics whose text and picture are kept in `fixtures/stats`. */

import type { CommandStats, StatsResult } from '../../../src/protocol/cotty/stats.ts';

function command(rest: Partial<CommandStats> & Pick<CommandStats, 'commandLine'>): CommandStats {
  return {
    cwd: 'file:///home/ada/src/app',
    runs: 12,
    failed: 0,
    totalMs: 60_000,
    medianMs: 5000,
    p95Ms: 9000,
    compared: 12,
    changes: 0,
    recent: [],
    ...rest,
  };
}

const flaky = command({
  commandLine: 'npm test -- --run tests/integration/very-long-name-of-a-test-file.test.ts --reporter=dot',
  failed: 4,
  changes: 5,
  recent: [0, 0, 1, 0, 1, 1, 0, undefined, 0, 1, 0].map((exitCode, at) => ({
    startedAt: at * 1000,
    durationMs: 100 * at,
    ...(exitCode === undefined ? {} : { exitCode }),
  })),
});

export const sampleStats: StatsResult = {
  commands: 1234,
  failed: 56,
  different: 321,
  totalMs: 45_296_000,
  activeDays: 21,
  days: Array.from({ length: 30 }, (_, at) => ({
    date: `2026-11-${String(at + 1).padStart(2, '0')}`,
    commands: at % 7 > 4 ? 0 : (at * 37) % 90,
    failed: at % 3,
  })),
  mostRun: [
    command({ commandLine: 'git status', runs: 240 }),
    command({ commandLine: 'make\nmake check', runs: 81, failed: 9, host: 'box', cwd: 'file:///srv/日本' }),
    flaky,
  ],
  slowest: [
    command({ commandLine: 'make world', medianMs: 4_000_000, p95Ms: 9_000_000, runs: 5 }),
    command({ commandLine: 'sleep 30 \x1b[2J', medianMs: 30_000, p95Ms: 30_100, runs: 3 }),
  ],
  flakiest: [flaky],
};
