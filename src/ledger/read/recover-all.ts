/** Recovers all terminals that were open when the host ended, and deletes the oldest records of closed ones. */

import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { META, terminalFolders } from '../files/ledger-files.ts';
import { type RecordedProcess, readMeta } from '../files/meta-file.ts';
import { type Recovered, type RecoverOptions, recover } from './recover.ts';

/** Number of closed terminals whose records are kept; beyond it the oldest are deleted when a host starts. */
const KEPT_CLOSED = 1000;

export type RecoveredAll = {
  /** Terminals to restore, in the order of the list. */
  readonly terminals: readonly Recovered[];
  /** Terminals that are not restored, but whose interrupted command must be reported to its watchers. */
  readonly parked: readonly Recovered[];
  /** Processes of which no end was recorded. */
  readonly processes: readonly (RecordedProcess & { readonly uri: string })[];
  /** All terminal folders. */
  readonly folders: ReadonlySet<string>;
};

export async function recoverAll(state: string, options: RecoverOptions): Promise<RecoveredAll> {
  const folders = await terminalFolders(state);
  const terminals: Recovered[] = [];
  const parked: Recovered[] = [];
  const processes: (RecordedProcess & { readonly uri: string })[] = [];
  const closed: { readonly folder: string; readonly created: number }[] = [];
  for (const folder of folders) {
    const meta = await readMeta(folder);
    if (!meta.ok) {
      options.onTrouble(`${basename(folder)}: ${META}: ${meta.why}`);
      continue;
    }
    const { terminal } = meta;
    if (terminal.state === 'closed') closed.push({ folder, created: terminal.created });
    const recovered = await recover(folder, terminal, options);
    const isKept = recovered?.written !== undefined;
    if (terminal.process !== undefined && !isKept) processes.push({ uri: terminal.uri, ...terminal.process });
    if (recovered !== undefined) (terminal.state === 'open' || isKept ? terminals : parked).push(recovered);
  }
  await prune(closed);
  terminals.sort((left, right) => placeOf(left) - placeOf(right));
  return { terminals, parked, processes, folders: new Set(folders) };
}

function placeOf({ terminal }: Recovered): number {
  return terminal.place ?? terminal.created;
}

async function prune(closed: { readonly folder: string; readonly created: number }[]): Promise<void> {
  closed.sort((left, right) => right.created - left.created);
  for (const { folder } of closed.slice(KEPT_CLOSED)) await rm(folder, { recursive: true, force: true });
}
