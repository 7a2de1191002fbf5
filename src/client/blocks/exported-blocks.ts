/** Which blocks are exported. */

import type { Block } from './block.ts';

/** Limit: blocks of one export; of more the newest are taken. */
export const MOST_EXPORTED = 500;

/** Whether a block can be exported: it is of a command that has ended. */
export function isExported({ status, commandLine }: Block): boolean {
  return status.kind !== 'running' && status.kind !== 'between' && commandLine !== '';
}
