/**
 * The folder of the landings, in memory. A file on a disk is written back every few seconds: meanwhile the kernel holds up
 * whoever writes into its memory, and what was just read of a pty is lost if the host is killed while it waits.
 */

import { createHash } from 'node:crypto';
import { statfsSync } from 'node:fs';
import { join } from 'node:path';
import { ownFolder } from '../listener/socket-path.ts';

/** Number of the file system that is memory, as `statfs` tells it on Linux. */
const TMPFS = 0x01021994;
const SHARED = '/dev/shm';

/**
 * Returns the same folder for the same runtime folder, which exists. Undefined where Linux has no memory for it; other systems
 * do not tell, and have it in the runtime folder.
 */
export function landingsFolder(runtime: string): string | undefined {
  if (process.platform !== 'linux' || isMemory(runtime)) return join(runtime, 'landings');
  if (!isMemory(SHARED)) return undefined;
  const name = createHash('sha256').update(runtime).digest('hex').slice(0, 16);
  const folder = ownFolder(join(SHARED, `cotty-${name}`));
  return folder.ok ? folder.path : undefined;
}

function isMemory(folder: string): boolean {
  try {
    return statfsSync(folder).type === TMPFS;
  } catch {
    // It does not exist.
    return false;
  }
}
