/** Ledgers in temporary folders for the tests of this folder. */

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { TextLog } from '../../src/host/text/text-log.ts';
import type { TerminalFacts } from '../../src/ledger/files/meta-file.ts';
import { type LedgerEntry, readLedger } from '../../src/ledger/read/read-ledger.ts';
import { noOutput } from '../../src/ledger/records/bounded-output.ts';
import { type OutputKeeper, RecentCommands } from '../../src/ledger/records/recent-commands.ts';
import type { LedgerRecord } from '../../src/ledger/records/record.ts';
import { removeFolder } from '../support/remove-folder.ts';

const made: string[] = [];

afterEach(() => {
  for (const folder of made.splice(0)) removeFolder(folder);
});

/** Creates a folder that is deleted after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cotty-ledger-'));
  made.push(folder);
  return folder;
}

/** Recent commands, and a function that prints in its terminal. */
export function printing(lastSeq: number, keeper?: OutputKeeper) {
  const text = new TextLog();
  const log = new RecentCommands(lastSeq, text, keeper);
  const print = (piece: string): void => {
    text.append(piece);
    log.printed();
  };
  return { log, print };
}

export function record(seq: number, rest: Partial<LedgerRecord> = {}): LedgerRecord {
  return {
    seq,
    commandId: `cmd-${seq}`,
    commandLine: `echo ${seq}`,
    startedAt: 1_000_000 + 1000 * seq,
    finishedAt: 1_000_500 + 1000 * seq,
    exitCode: 0,
    writer: 'user:mara',
    cwd: 'file:///src',
    cols: 80,
    output: { ...noOutput, head: `${seq}\r\n` },
    ...rest,
  };
}

/** The record as it is when the command has only begun. */
export function begun({ finishedAt: _at, exitCode: _code, ...rest }: LedgerRecord): LedgerRecord {
  return { ...rest, output: noOutput };
}

export const terminal: TerminalFacts = {
  uri: 'ahp-terminal:/build-1',
  name: 'build',
  named: true,
  shell: 'bash',
  cwd: 'file:///src',
  claim: { kind: 'client', clientId: 'c' },
  created: 1_000_000,
  state: 'open',
};

/** Entries of a ledger, newest first. */
export async function entriesIn(
  folder: string,
  onSetAside: (why: string) => void = () => {},
): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  for await (const batch of readLedger(folder, { onSetAside })) entries.push(...batch);
  return entries;
}

export async function recordsIn(
  folder: string,
  onSetAside: (why: string) => void = () => {},
): Promise<LedgerRecord[]> {
  const entries = await entriesIn(folder, onSetAside);
  return entries.flatMap((entry) => (entry.kind === 'record' ? [entry.record] : []));
}
