/**
 * Restores the terminals of an earlier host: with their running programs where an fd holder has held them, the others with a
 * fresh shell. A terminal that cannot be restored does not stop the others.
 */

import type { RecordedProcess, TerminalFacts } from '../../ledger/files/meta-file.ts';
import type { Recovered } from '../../ledger/read/recover.ts';
import type { RecoveredAll } from '../../ledger/read/recover-all.ts';
import { stackOf } from '../../protocol/common/reason-of.ts';
import { processStart } from '../common/process-start.ts';
import { recoverKept } from '../record/recover-terminals.ts';
import type { InheritedMasters } from './inherited-masters.ts';
import { takeLastScreen } from './last-screen.ts';
import { type Restoring, restoreByReplay, restoreFromRecord } from './restore-terminal.ts';

export type RestoringAll = Restoring & {
  readonly inherited: InheritedMasters;
  readonly log: (message: string) => void;
};

/** Returns the records of the terminals. The fd holder must go on holding the masters that are left in `inherited`. */
export async function restoreTerminals(
  { terminals: recovered, ended }: Pick<RecoveredAll, 'terminals' | 'ended'>,
  means: RestoringAll,
): Promise<readonly Recovered[]> {
  const { inherited, log, terminals } = means;
  const back: Recovered[] = [];
  terminals.expect(recovered.map(({ terminal }) => terminal));
  for (const one of recovered) {
    try {
      back.push(await restoreOne(one, means));
    } catch (error) {
      log(`${one.terminal.uri} is not restored: ${stackOf(error)}`);
    }
  }
  terminals.expect([]);
  for (const { uri } of inherited.left) {
    if (ended.has(uri)) inherited.close(uri);
    else log(`${uri} is not restored; its program is kept for the next host`);
  }
  return back;
}

async function restoreOne(recovered: Recovered, means: RestoringAll): Promise<Recovered> {
  const { terminals, inherited } = means;
  const { uri, state } = recovered.terminal;
  const restored = inherited.find(uri) === undefined ? undefined : await restoreKept(recovered, means);
  if (restored === undefined) {
    // If its program still runs, a second one must not be started.
    if (inherited.find(uri) === undefined) resume(recovered, means);
    return recovered;
  }
  if (state === 'parked') terminals.park(uri);
  return restored;
}

function resume(recovered: Recovered, { terminals, log }: RestoringAll): void {
  const { uri } = recovered.terminal;
  const lastScreen = takeLastScreen(recovered.folder);
  const resumed = terminals.resume(lastScreen === undefined ? recovered : { ...recovered, lastScreen });
  if (!resumed.ok) log(`${uri} is not restored: ${resumed.message}`);
}

/** Returns undefined if the terminal cannot be restored. Its master stays in `inherited` if another host may be able to. */
async function restoreKept(found: Recovered, means: RestoringAll): Promise<Recovered | undefined> {
  const { inherited, log } = means;
  const { uri } = found.terminal;
  const held = inherited.find(uri);
  if (held === undefined) return undefined;
  const { fd, facts } = held;
  const recovered = { ...found, terminal: withProgram(found.terminal, facts) };
  if (recovered.terminal.process === undefined) {
    // The program ended right before the earlier host did.
    inherited.close(uri);
    return undefined;
  }
  const replayLog = inherited.replayLogIn(recovered.folder);
  for (const what of replayLog?.damage ?? []) log(`${uri}: its replay log is damaged: ${what}`);
  const byReplay =
    replayLog === undefined
      ? ({
          ok: false,
          message: 'it has no replay log that this version can read',
          isTerminal: true,
        } as const)
      : await restoreByReplay(recovered, { fd, replayLog }, means);
  if (byReplay.ok) return kept(uri, byReplay.recovered, means);
  log(`${uri}: its screen cannot be restored: ${byReplay.message}`);
  // Rows written to the record while the replay log was read count as well.
  const again = replayLog === undefined ? recovered : await recoverKept(recovered, log);
  const fresh = byReplay.isTerminal ? await restoreFromRecord(again, fd, means) : byReplay;
  if (fresh.ok) return kept(uri, fresh.recovered, means);
  log(`${uri} is not restored: ${fresh.message}`);
  if (!fresh.isTerminal) inherited.remove(uri);
  return undefined;
}

/** Adds the process and the pty of a terminal from the fd holder's copy of its description, if its own record lacks them. */
function withProgram(terminal: TerminalFacts, facts: TerminalFacts | undefined): TerminalFacts {
  const { process = facts?.process, held = facts?.held } = terminal;
  const lives = process !== undefined && (terminal.process !== undefined || isRunning(process));
  return { ...terminal, process: lives ? process : undefined, ...(held === undefined ? {} : { held }) };
}

function isRunning({ pid, start }: RecordedProcess): boolean {
  return processStart(pid) === start;
}

function kept(uri: string, recovered: Recovered, { inherited }: RestoringAll): Recovered {
  inherited.remove(uri);
  return recovered;
}
