/** The run with which one is compared, if none is named: the last one of the same command line in the same folder. */

import type { HistoryCommand } from '../../protocol/cotty/history.ts';

/** `previous`: the last one before it. `green`: the last one that succeeded. */
export type Earlier = 'previous' | 'green';

export type PastRun = Pick<
  HistoryCommand,
  'seq' | 'commandLine' | 'startedAt' | 'finishedAt' | 'exitCode' | 'cwd' | 'where'
>;

/** Returns the newest of the runs, or one before it. They may be in any order and of any commands. */
export function previousRun<Past extends PastRun>(
  of: PastRun,
  runs: readonly Past[],
  earlier: Earlier,
  skip = 0,
): Past | undefined {
  return runs
    .filter((run) => isEarlier(run, of) && (earlier === 'previous' || run.exitCode === 0))
    .toSorted((one, other) => other.startedAt - one.startedAt)[skip];
}

/** The same path on another machine is another folder. */
function isEarlier(run: PastRun, of: PastRun): boolean {
  return (
    run.finishedAt !== undefined &&
    run.startedAt < of.startedAt &&
    run.commandLine === of.commandLine &&
    run.cwd === of.cwd &&
    run.where?.host === of.where?.host
  );
}
