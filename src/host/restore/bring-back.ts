/**
 * Brings back the terminals of an earlier host: those with their programs that a keeper has handed over, others anew. Each
 * stands alone: one that cannot be brought back keeps no other from it.
 */

import type { RecordedProcess, TerminalFacts } from '../../ledger/files/meta-file.ts';
import type { Recovered } from '../../ledger/read/recover.ts';
import type { RecoveredAll } from '../../ledger/read/recover-all.ts';
import { stackOf } from '../../protocol/common/reason-of.ts';
import { processStart } from '../common/process-start.ts';
import { recoverKept } from '../record/recover-terminals.ts';
import { type Adopting, adoptByReplay, adoptFresh } from './adopt-terminal.ts';
import type { HandedTerminals } from './handed-terminals.ts';
import { takeLastScreen } from './last-screen.ts';

export type BringingBack = Adopting & {
  readonly handed: HandedTerminals;
  readonly log: (message: string) => void;
};

/** Returns the records of the terminals. What is still in `handed` afterwards must go on being held. */
export async function bringBack(
  { terminals: recovered, ended }: Pick<RecoveredAll, 'terminals' | 'ended'>,
  means: BringingBack,
): Promise<readonly Recovered[]> {
  const { handed, log } = means;
  const back: Recovered[] = [];
  for (const one of recovered) {
    try {
      back.push(await bringBackOne(one, means));
    } catch (error) {
      log(`${one.terminal.uri} is not brought back: ${stackOf(error)}`);
    }
  }
  for (const { uri } of handed.left) {
    if (ended.has(uri)) handed.close(uri);
    else log(`${uri} is not shown, and its program is kept for the next host`);
  }
  return back;
}

async function bringBackOne(recovered: Recovered, means: BringingBack): Promise<Recovered> {
  const { terminals, handed } = means;
  const { uri, state } = recovered.terminal;
  const adopted = handed.find(uri) === undefined ? undefined : await adopt(recovered, means);
  if (adopted === undefined) {
    // Its program lives, and a second one must not take its place.
    if (handed.find(uri) === undefined) resume(recovered, means);
    return recovered;
  }
  if (state === 'parked') terminals.park(uri);
  return adopted;
}

function resume(recovered: Recovered, { terminals, log }: BringingBack): void {
  const { uri } = recovered.terminal;
  const lastScreen = takeLastScreen(recovered.folder);
  const resumed = terminals.resume(lastScreen === undefined ? recovered : { ...recovered, lastScreen });
  if (!resumed.ok) log(`${uri} is not brought back: ${resumed.message}`);
}

/** Returns undefined when a terminal cannot be taken over. Where it could be in another host, its master stays in `handed`. */
async function adopt(found: Recovered, means: BringingBack): Promise<Recovered | undefined> {
  const { handed, log } = means;
  const { uri } = found.terminal;
  const held = handed.find(uri);
  if (held === undefined) return undefined;
  const { fd, facts } = held;
  const recovered = { ...found, terminal: withProgram(found.terminal, facts) };
  if (recovered.terminal.process === undefined) {
    // It ended right before the earlier host did.
    handed.close(uri);
    return undefined;
  }
  const replayLog = handed.replayLogIn(recovered.folder);
  for (const what of replayLog?.damage ?? []) log(`${uri}: its replay log is damaged: ${what}`);
  const byReplay =
    replayLog === undefined
      ? ({
          ok: false,
          message: 'there is no replay log that this version can read',
          isTerminal: true,
        } as const)
      : await adoptByReplay(recovered, { fd, replayLog }, means);
  if (byReplay.ok) return takenOver(uri, byReplay.recovered, means);
  log(`${uri}: what it showed cannot be brought back: ${byReplay.message}`);
  // Rows written to the record while the replay log was read count as well.
  const again = replayLog === undefined ? recovered : await recoverKept(recovered, log);
  const fresh = byReplay.isTerminal ? await adoptFresh(again, fd, means) : byReplay;
  if (fresh.ok) return takenOver(uri, fresh.recovered, means);
  log(`${uri} is not taken over: ${fresh.message}`);
  if (!fresh.isTerminal) handed.taken(uri);
  return undefined;
}

/** Adds the process that runs in a terminal and how to know its pty again, where its record does not say it. */
function withProgram(terminal: TerminalFacts, facts: TerminalFacts | undefined): TerminalFacts {
  const { process = facts?.process, held = facts?.held } = terminal;
  const lives = process !== undefined && (terminal.process !== undefined || isRunning(process));
  return { ...terminal, process: lives ? process : undefined, ...(held === undefined ? {} : { held }) };
}

function isRunning({ pid, start }: RecordedProcess): boolean {
  return processStart(pid) === start;
}

function takenOver(uri: string, recovered: Recovered, { handed }: BringingBack): Recovered {
  handed.taken(uri);
  return recovered;
}
