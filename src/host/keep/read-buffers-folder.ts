/**
 * The folder of the read buffers, which must be in memory (tmpfs). The pages of a mapped file on a disk are written back every
 * few seconds, and the kernel blocks writes to them meanwhile: if the host is killed then, the last read of a pty is lost.
 */

import { createHash } from 'node:crypto';
import { statfsSync } from 'node:fs';
import { join } from 'node:path';
import { ownFolder } from '../listener/socket-path.ts';

/** `f_type` of tmpfs in the result of `statfs` on Linux. */
const TMPFS = 0x01021994;
const SHARED = '/dev/shm';
/** Earlier versions use the same name, and hosts of different versions read the files of each other. */
const FOLDER = 'landings';

/**
 * Returns the folder that belongs to a runtime folder, which must exist: always the same one. Undefined if Linux has no tmpfs for
 * it. On other systems, where the type of a file system is not known, it is in the runtime folder.
 */
export function readBuffersFolder(runtime: string): string | undefined {
  if (process.platform !== 'linux' || isMemory(runtime)) return join(runtime, FOLDER);
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
