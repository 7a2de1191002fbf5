/** All terminals that are to be brought back, and no more records of closed ones than are kept. */

import { rm } from 'node:fs/promises';
import { terminalFolders } from '../files/ledger-files.ts';
import { type RecordedProcess, readMeta } from '../files/meta-file.ts';
import { type Recovered, type RecoverOptions, recover } from './recover.ts';

/** Records of so many closed terminals are kept; beyond it the oldest are deleted at the start of a host. */
const KEPT_CLOSED = 1000;

export type RecoveredAll = {
  /** In the order in which they were created. */
  readonly terminals: readonly Recovered[];
  /** Nobody sees these again; whoever waits for the command that was cut off in one of them is to be told. */
  readonly parked: readonly Recovered[];
  /** Of those that did not see the end of their processes. */
  readonly processes: readonly (RecordedProcess & { readonly uri: string })[];
  /** Every folder there is. */
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
    if (meta.ok && meta.facts.process !== undefined)
      processes.push({ uri: meta.facts.uri, ...meta.facts.process });
    if (meta.ok && meta.facts.state === 'closed') {
      closed.push({ folder, created: meta.facts.created });
    } else {
      const recovered = await recover(folder, options);
      if (recovered !== undefined) (recovered.terminal.state === 'open' ? terminals : parked).push(recovered);
    }
  }
  await prune(closed);
  terminals.sort((left, right) => left.terminal.created - right.terminal.created);
  return { terminals, parked, processes, folders: new Set(folders) };
}

async function prune(closed: { readonly folder: string; readonly created: number }[]): Promise<void> {
  closed.sort((left, right) => right.created - left.created);
  for (const { folder } of closed.slice(KEPT_CLOSED)) await rm(folder, { recursive: true, force: true });
}
