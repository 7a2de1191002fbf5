/** Puts the records of all terminals aside: nothing is brought back from them, nothing of them is lost. */

import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing, TERMINALS } from './ledger-files.ts';

/** Answers where they are now; undefined: there were none. */
export async function archiveTerminals(state: string, now: number): Promise<string | undefined> {
  const archive = join(state, 'archive');
  await mkdir(archive, { recursive: true, mode: 0o700 });
  const place = join(archive, new Date(now).toISOString().replaceAll(':', '-'));
  try {
    await rename(join(state, TERMINALS), place);
    return place;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
