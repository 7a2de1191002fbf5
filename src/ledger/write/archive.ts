/** Moves the records of all terminals, and the inboxes, into an archive that nothing is restored from. */

import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { HISTORY, INBOXES, isMissing, TERMINALS } from '../files/ledger-files.ts';

/** Returns the folder of the archived records, or undefined when there were none. */
export async function archiveTerminals(state: string, now: number): Promise<string | undefined> {
  const archive = join(state, 'archive');
  await mkdir(archive, { recursive: true, mode: 0o700 });
  const place = join(archive, new Date(now).toISOString().replaceAll(':', '-'));
  await rm(join(state, HISTORY), { recursive: true, force: true });
  await moved(join(state, INBOXES), `${place}.${INBOXES}`);
  return (await moved(join(state, TERMINALS), place)) ? place : undefined;
}

/** Returns false when `from` does not exist. */
async function moved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
