/** Finds the earlier run of a command in the records of all terminals. */

import { stateFolder } from '../../ledger/files/state-folder.ts';
import { history } from '../../ledger/read/read-history.ts';
import { asCommandRecord } from '../../ledger/records/record-json.ts';
import { type Earlier, previousRun } from '../../review/compare/previous-run.ts';
import { type Run, runOfRecord } from '../../review/run.ts';
import type { Io } from '../common/io.ts';
import { runOf } from './named-runs.ts';

/** Commands before a run that are looked at for an earlier one. */
export const MOST_EARLIER = 100_000;

/** Undefined where there is none among the commands that are looked at. */
export async function earlierRun(of: Run, earlier: Earlier, io: Io): Promise<Run | undefined> {
  const state = stateFolder(io.env);
  let looked = 0;
  for await (const { terminal, uri, record } of history(state, { until: of.startedAt }, () => {})) {
    looked += 1;
    if (looked > MOST_EARLIER) return undefined;
    // Most commands are other ones. Outputs are read of the one alone that is compared.
    if (record.commandLine !== of.commandLine) continue;
    const found = runOfRecord(asCommandRecord(record), { terminal, uri });
    if (previousRun(of, [found], earlier) === undefined) continue;
    const run = await runOf({ state, uri, record });
    if (run !== undefined) return run;
  }
  return undefined;
}
