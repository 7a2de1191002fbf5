/** Recovers the terminals of an earlier host, or moves their records out of the way. */

import type { RecoverOptions } from '../../ledger/read/recover.ts';
import { type RecoveredAll, recoverAll } from '../../ledger/read/recover-all.ts';
import { archiveTerminals } from '../../ledger/write/archive.ts';
import { CONTENT_KEPT } from '../stream/store.ts';
import type { RecorderOptions } from './recorder-options.ts';

/** Limits of what is restored of a terminal: the content has no room for more commands, even of short ones. */
export const RESTORED = { chars: CONTENT_KEPT, count: 3072 } as const;

type Options = Pick<RecorderOptions, 'clock' | 'log'> & {
  readonly disk: NonNullable<RecorderOptions['disk']>;
};

export async function recoverTerminals(
  { disk, clock, log }: Options,
  isKept: RecoverOptions['isKept'],
): Promise<RecoveredAll> {
  const { folder, clean } = disk;
  const onTrouble = (what: string) => log(`record set aside: ${what}`);
  const found = await recoverAll(folder, {
    ...RESTORED,
    onTrouble,
    ...(isKept && { isKept }),
  });
  if (!clean) return found;
  const place = await archiveTerminals(folder, clock.now());
  if (place !== undefined) log(`earlier records were moved to ${place}`);
  return { terminals: [], parked: [], processes: found.processes, folders: new Set() };
}
