/**
 * Finds the fd holder that holds the programs of this user's host, by a file in the state folder. While it lives, no second host
 * may start.
 */

import { join } from 'node:path';
import { livingOwner, ownerIn } from '../common/folder-lock.ts';

export const KEEPER_FILE = 'keeper.json';

/** Returns the process id of the recorded fd holder, if it lives. */
export function livingKeeper(folder: string): number | undefined {
  return livingOwner(join(folder, KEEPER_FILE));
}

/**
 * Whether a process is the current fd holder. A stale one, left over from a host that has stopped or has a newer fd holder, must
 * exit.
 */
export function isRecorded(folder: string, pid: number): boolean {
  return ownerIn(join(folder, KEEPER_FILE))?.pid === pid;
}
