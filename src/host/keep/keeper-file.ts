/** Tells in the state folder which keeper holds the programs of this user's host; no other host may start beside it. */

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processStart } from '../ground/process-start.ts';

const NAME = 'keeper.json';

/** Returns the process id of the recorded keeper, if it lives. */
export function livingKeeper(folder: string): number | undefined {
  try {
    const { pid, start }: { pid?: unknown; start?: unknown } = JSON.parse(
      readFileSync(join(folder, NAME), 'utf8'),
    );
    return typeof pid === 'number' && typeof start === 'string' && processStart(pid) === start
      ? pid
      : undefined;
  } catch {
    // No host has had a keeper here, or the disk has damaged the file.
    return undefined;
  }
}

/** Throws when the file cannot be written. */
export function recordKeeper(folder: string, pid: number): void {
  const fresh = join(folder, `${NAME}.tmp`);
  writeFileSync(fresh, JSON.stringify({ pid, start: processStart(pid) }), { mode: 0o600 });
  renameSync(fresh, join(folder, NAME));
}

export function forgetKeeper(folder: string): void {
  rmSync(join(folder, NAME), { force: true });
}
