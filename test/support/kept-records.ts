/** What a host has on its disk: the records of its terminals, read without it, and what should not be there. */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { terminalFolders } from '../../src/ledger/files/ledger-files.ts';
import { readLedger } from '../../src/ledger/read/read-ledger.ts';
import type { LedgerRecord } from '../../src/ledger/records/record.ts';
import type { Sandbox } from './sandbox.ts';

const stateOf = ({ home }: Sandbox) => join(home, '.local/state/cotty');

/** The records of each terminal by the name of its folder, oldest first. A row that cannot be read fails the test. */
export async function keptRecords(sandbox: Sandbox): Promise<ReadonlyMap<string, readonly LedgerRecord[]>> {
  const kept = new Map<string, readonly LedgerRecord[]>();
  for (const folder of await terminalFolders(stateOf(sandbox))) {
    const records: LedgerRecord[] = [];
    const setAside: string[] = [];
    for await (const entries of readLedger(folder, { onSetAside: (why) => setAside.push(why) }))
      records.push(...entries.flatMap((entry) => (entry.kind === 'record' ? [entry.record] : [])));
    expect(setAside).toEqual([]);
    kept.set(folder.slice(folder.lastIndexOf('/') + 1), records.reverse());
  }
  return kept;
}

/** The records of the only terminal. */
export async function onlyRecords(sandbox: Sandbox): Promise<readonly LedgerRecord[]> {
  const kept = [...(await keptRecords(sandbox)).values()];
  expect(kept).toHaveLength(1);
  return kept[0] ?? [];
}

/** Every number once and in order, and no command without an end. */
export function expectWhole(records: readonly LedgerRecord[]): void {
  expect(records.map(({ seq }) => seq)).toEqual(records.map((_, index) => index + 1));
  expect(records.filter(({ finishedAt }) => finishedAt === undefined)).toEqual([]);
}

/**
 * Files below these folders that somebody was writing when he was killed. The journal of a database is none: SQLite rolls it back
 * when the database is opened next.
 */
export function halfWritten(...folders: readonly string[]): readonly string[] {
  const found = folders.flatMap((folder) =>
    existsSync(folder)
      ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
      : [],
  );
  return found.filter((path) => /\.tmp$|\/\.part-[^/]*$/.test(path));
}
