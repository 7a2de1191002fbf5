/** Which keeper holds the programs of this user's host, as a file in the state folder tells; no other host may start beside it. */

import { join } from 'node:path';
import { livingOwner, ownerIn } from '../common/folder-lock.ts';

export const KEEPER_FILE = 'keeper.json';

/** Returns the process id of the recorded keeper, if it lives. */
export function livingKeeper(folder: string): number | undefined {
  return livingOwner(join(folder, KEEPER_FILE));
}

/** Whether this process is the recorded keeper. One that is not holds nothing that counts: a host was stopped, or has another. */
export function isRecorded(folder: string, pid: number): boolean {
  return ownerIn(join(folder, KEEPER_FILE))?.pid === pid;
}
