/** Tells in the state folder which keeper holds the programs of this user's host; no other host may start beside it. */

import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { livingOwner, ownerIn } from '../ground/folder-lock.ts';
import { processStart } from '../ground/process-start.ts';

const NAME = 'keeper.json';

/** Returns the process id of the recorded keeper, if it lives. */
export function livingKeeper(folder: string): number | undefined {
  return livingOwner(join(folder, NAME));
}

/** Whether this process is the recorded keeper. One that is not holds nothing that counts: a host was stopped, or has another. */
export function isRecorded(folder: string, pid: number): boolean {
  return ownerIn(join(folder, NAME))?.pid === pid;
}

/** Throws when the file cannot be written. */
export function recordKeeper(folder: string, pid: number): void {
  const fresh = join(folder, `${NAME}.tmp`);
  writeFileSync(fresh, JSON.stringify({ pid, start: processStart(pid) ?? '' }), { mode: 0o600 });
  renameSync(fresh, join(folder, NAME));
}

export function forgetKeeper(folder: string): void {
  rmSync(join(folder, NAME), { force: true });
}
