/**
 * Ends processes that survived a killed host, found by the records of their terminals.
 *
 * A recorded process id may belong to another program by now. The shell is ours when its start is the recorded one.
 * When the shell is gone, a process is ours when it is in the shell's session (the system does not reuse the id of a
 * session that has members) and has the terminal's URI in its environment.
 */

import { readFileSync } from 'node:fs';
import type { RecordedProcess } from '../../ledger/files/meta-file.ts';
import type { Clock } from '../common/clock.ts';
import { processStart } from '../common/process-start.ts';
import { endProcesses, sessionMembers } from './session-processes.ts';

export type Orphans = RecordedProcess & { readonly uri: string };

export async function endOrphans(
  orphans: readonly Orphans[],
  clock: Clock,
  log: (message: string) => void,
): Promise<void> {
  await Promise.all(
    orphans.map(async (session) => {
      const count = await endSessionOrphans(session, clock);
      if (count > 0)
        log(
          `${session.uri}: ended ${count} ${count === 1 ? 'process' : 'processes'} that outlived an earlier host`,
        );
    }),
  );
}

/** Returns how many processes were found. */
async function endSessionOrphans(orphans: Orphans, clock: Clock): Promise<number> {
  const first = new Map<number, string>();
  for (const pid of await findOrphans(orphans)) first.set(pid, processStart(pid) ?? '');
  // A host that runs in a terminal of its predecessor would end itself.
  if (first.size === 0 || first.has(process.pid)) return 0;
  const list = async () => {
    const known = [...first].filter(([pid, start]) => processStart(pid) === start).map(([pid]) => pid);
    return [...new Set([...known, ...(await findOrphans(orphans))])];
  };
  await endProcesses({ list }, clock);
  return first.size;
}

async function findOrphans({ uri, pid, start }: Orphans): Promise<readonly number[]> {
  const now = processStart(pid);
  if (now === start) return sessionMembers(pid);
  // The process id is reused, or the machine was rebooted: nothing of that session is left.
  if (now !== undefined || bootOf(processStart(process.pid)) !== bootOf(start)) return [];
  if (process.platform !== 'linux') return [];
  return (await sessionMembers(pid)).filter((member) => isOf(uri, member));
}

/** Returns the boot id, the part of `processStart` before the ticks. */
function bootOf(start: string | undefined): string | undefined {
  return start?.split(' ')[0];
}

function isOf(uri: string, pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`COTTY_TERMINAL=${uri}`);
  } catch {
    // The process has ended meanwhile, or belongs to another user.
    return false;
  }
}
