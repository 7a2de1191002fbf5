/**
 * Processes that outlived a host which was killed: found by what was recorded of their terminal, and ended.
 *
 * A process number may belong to somebody else by now. It is ours if its start is the recorded one; where the shell
 * itself is gone, if the process is in its session (whose number the system gives to nobody while one is in it) and
 * carries the terminal's name in its environment.
 */

import { readFileSync } from 'node:fs';
import type { RecordedProcess } from '../../ledger/files/meta-file.ts';
import type { Clock } from '../ground/clock.ts';
import { processStart } from '../ground/process-start.ts';
import { endProcesses, membersOf } from './session-processes.ts';

export type Orphans = RecordedProcess & { readonly uri: string };

export async function endOrphans(
  orphans: readonly Orphans[],
  clock: Clock,
  log: (message: string) => void,
): Promise<void> {
  await Promise.all(
    orphans.map(async (those) => {
      const count = await endThose(those, clock);
      if (count > 0)
        log(
          `${those.uri}: ended ${count} ${count === 1 ? 'process' : 'processes'} that outlived an earlier host`,
        );
    }),
  );
}

/** Answers how many there were. */
async function endThose(orphans: Orphans, clock: Clock): Promise<number> {
  const first = new Map<number, string>();
  for (const pid of await findOrphans(orphans)) first.set(pid, processStart(pid) ?? '');
  // A host that runs in a terminal of its predecessor: it would end itself.
  if (first.size === 0 || first.has(process.pid)) return 0;
  const remaining = async () => {
    const known = [...first].filter(([pid, start]) => processStart(pid) === start).map(([pid]) => pid);
    return [...new Set([...known, ...(await findOrphans(orphans))])];
  };
  await endProcesses(remaining, clock);
  return first.size;
}

async function findOrphans({ uri, pid, start }: Orphans): Promise<readonly number[]> {
  const now = processStart(pid);
  if (now === start) return membersOf(pid);
  // Somebody else has the number, or the machine was started anew: nothing of that session is left.
  if (now !== undefined || bootOf(processStart(process.pid)) !== bootOf(start)) return [];
  if (process.platform !== 'linux') return [];
  return (await membersOf(pid)).filter((member) => isOf(uri, member));
}

/** The part before the number of ticks. */
function bootOf(start: string | undefined): string | undefined {
  return start?.split(' ')[0];
}

function isOf(uri: string, pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`COTTY_TERMINAL=${uri}`);
  } catch {
    // It ended meanwhile, or is another user's.
    return false;
  }
}
