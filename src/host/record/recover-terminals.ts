/** Recovers the terminals of an earlier host, or archives their records. */

import type { TerminalFacts } from '../../ledger/files/meta-file.ts';
import { type Recovered, recover } from '../../ledger/read/recover.ts';
import { type RecoveredAll, recoverAll } from '../../ledger/read/recover-all.ts';
import { archiveTerminals } from '../../ledger/write/archive.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import { CONTENT_KEPT } from '../stream/store.ts';
import type { RecorderOptions } from './recorder-options.ts';

/** Limits of what is restored of a terminal: the content cannot hold more commands, even short ones. */
export const RESTORED = { chars: CONTENT_KEPT, count: 3072 } as const;

export const nothingRecovered: RecoveredAll = {
  terminals: [],
  parked: [],
  processes: [],
  folders: new Set(),
  ended: new Set(),
  surplus: [],
};

type Options = Pick<RecorderOptions, 'clock' | 'log'> & {
  readonly disk: NonNullable<RecorderOptions['disk']>;
};

export async function recoverTerminals(
  { disk, clock, log }: Options,
  kept: ReadonlyMap<string, TerminalFacts | undefined>,
): Promise<RecoveredAll> {
  const { folder, clean } = disk;
  const onTrouble = (what: string) => log(`record set aside: ${what}`);
  const found = await recoverAll(folder, { ...RESTORED, onTrouble, kept });
  if (!clean) return found;
  const place = await archiveTerminals(folder, clock.now());
  if (place !== undefined) log(`earlier records were moved to ${place}`);
  return { ...nothingRecovered, processes: found.processes };
}

/** Reads the record of a terminal whose program still runs once more. Returns the known record if that fails. */
export async function recoverKept(known: Recovered, log: (message: string) => void): Promise<Recovered> {
  const { folder, terminal } = known;
  const options = { ...RESTORED, onTrouble: log, isKept: () => true };
  const again = await recover(folder, terminal, options).catch((error: unknown) => {
    log(`${folder}: ${reasonOf(error)}`);
    return undefined;
  });
  return again ?? known;
}

/** Reads what is recorded of a terminal that has exited and is to begin anew. Rejects when it cannot be read. */
export function recoverExited(
  folder: string,
  terminal: TerminalFacts,
  log: (message: string) => void,
): Promise<Recovered | undefined> {
  return recover(folder, { ...terminal, state: 'open' }, { ...RESTORED, onTrouble: log });
}
