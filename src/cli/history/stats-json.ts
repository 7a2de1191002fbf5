/** Statistics of the history as JSON. */

import { pathOf } from '../../ledger/records/record-json.ts';
import type { CommandStats, StatsResult } from '../../protocol/cotty/stats.ts';

/** Times in seconds. What is not known is null. */
export function statsJson(stats: StatsResult): object {
  const { commands, failed, different, totalMs, activeDays, days, mostRun, slowest, flakiest } = stats;
  return {
    commands,
    failed,
    different,
    total_s: totalMs / 1000,
    active_days: activeDays,
    days,
    most_run: mostRun.map(commandJson),
    slowest: slowest.map(commandJson),
    flakiest: flakiest.map(commandJson),
  };
}

function commandJson({ commandLine, cwd, host, ...rest }: CommandStats): object {
  const { runs, failed, totalMs, medianMs, p95Ms, compared, changes, recent } = rest;
  return {
    cmd: commandLine,
    cwd: cwd === undefined ? null : pathOf(cwd),
    host: host ?? null,
    runs,
    failed,
    total_s: totalMs / 1000,
    median_s: seconds(medianMs),
    p95_s: seconds(p95Ms),
    compared,
    changes,
    recent: recent.map(({ startedAt, durationMs, exitCode }) => ({
      started_at: new Date(startedAt).toISOString(),
      duration_s: seconds(durationMs),
      exit: exitCode ?? null,
    })),
  };
}

function seconds(ms: number | undefined): number | null {
  return ms === undefined ? null : ms / 1000;
}
