/** Puts the records of all terminals aside, and who waited for what: nothing is brought back from them, nothing of them is lost. */

import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { INBOXES, isMissing, TERMINALS } from '../files/ledger-files.ts';

/** Answers where they are now; undefined: there were none. */
export async function archiveTerminals(state: string, now: number): Promise<string | undefined> {
  const archive = join(state, 'archive');
  await mkdir(archive, { recursive: true, mode: 0o700 });
  const place = join(archive, new Date(now).toISOString().replaceAll(':', '-'));
  await moved(join(state, INBOXES), `${place}.${INBOXES}`);
  return (await moved(join(state, TERMINALS), place)) ? place : undefined;
}

/** False: there was none. */
async function moved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
