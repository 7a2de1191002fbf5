/**
 * `cotty host --trial --adopt …`: prints as JSON which terminals of the running host this version could restore. Before a handoff,
 * the running host starts the new version in this way to check it.
 */

import type { Held } from '../../host/keep/masters.ts';
import { tryOut } from '../../host/trial.ts';
import { stateFolder } from '../../ledger/files/state-folder.ts';
import { ExitCode } from '../common/exit-code.ts';
import { readVersion } from '../common/installation.ts';
import type { Io } from '../common/io.ts';
import { sayJson } from '../common/print.ts';
import { shellEnv } from '../common/shell-env.ts';

export async function hostTrial(held: readonly Held[], io: Io): Promise<number> {
  const uris = held.map(({ uri }) => uri);
  const folder = stateFolder(io.env);
  sayJson(io, await tryOut({ folder, uris, env: shellEnv(io.env), version: readVersion() }));
  return ExitCode.ok;
}
