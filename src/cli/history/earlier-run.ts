/** Finds the earlier run of a command in the records of all terminals. */

import { stateFolder } from '../../ledger/files/state-folder.ts';
import { history } from '../../ledger/read/read-history.ts';
import { type Earlier, previousRun } from '../../review/compare/previous-run.ts';
import type { Run } from '../../review/run.ts';
import type { Io } from '../common/io.ts';
import { runOf } from './named-runs.ts';

/** Undefined where there is none. */
export async function earlierRun(of: Run, earlier: Earlier, io: Io): Promise<Run | undefined> {
  const state = stateFolder(io.env);
  for await (const { uri, record } of history(state, {}, () => {})) {
    // Most commands are other ones; only those of this line are looked at further.
    if (record.commandLine !== of.commandLine || record.startedAt >= of.startedAt) continue;
    const run = await runOf({ state, uri, record });
    if (run !== undefined && previousRun(of, [run], earlier) !== undefined) return run;
  }
  return undefined;
}
