/** Opens the index of the history of a state folder. One process has its file at a time; all others make one in memory. */

import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { databasePath, removeDatabase } from '../../ledger/index/database.ts';
import type { ServerOptions } from '../../ledger/index/index-server.ts';
import { type IndexPort, indexOf } from '../../ledger/index/index-worker.ts';
import { type Lock, takeLock } from '../common/folder-lock.ts';
import { historyFiles } from './history-file.ts';

/** `hasFile`: it is in its file, which is not so where another process has that. */
export type OpenIndex = IndexPort & { readonly hasFile: boolean };

export type StartIndex = (options: ServerOptions) => IndexPort | Promise<IndexPort>;

/** In this process, for hosts of tests and for commands without a host. */
export async function indexHere(options: ServerOptions): Promise<IndexPort> {
  const { IndexServer } = await import('../../ledger/index/index-server.ts');
  return indexOf(new IndexServer(options, historyFiles));
}

/** Without a state folder the index has nothing but what its requests bring. */
export async function openIndex(
  state: string,
  start: StartIndex,
  { indexesOutputs = true }: { readonly indexesOutputs?: boolean } = {},
): Promise<OpenIndex> {
  const lock = state === '' ? undefined : lockOf(dirname(databasePath(state)));
  const port = await start({ state, hasFile: lock !== undefined, indexesOutputs });
  const close = async (): Promise<void> => {
    await port.close();
    try {
      lock?.release();
    } catch {
      // The next one sees that this process has ended, or has no file.
    }
  };
  return { ...port, hasFile: lock !== undefined, close };
}

/** Deletes the index of a state folder, which nobody has open. */
export function removeIndex(state: string): void {
  removeDatabase(databasePath(state));
}

/** Undefined where another process has the lock, or nothing can be written. */
function lockOf(folder: string): Lock | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const taken = takeLock(folder, randomBytes(8).toString('hex'));
    return taken.ok ? taken.lock : undefined;
  } catch {
    return undefined;
  }
}
