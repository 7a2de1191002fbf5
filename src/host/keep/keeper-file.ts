/**
 * Tells in the state folder which keeper holds the programs of this user's host; no other host may start beside it. A second
 * file describes the terminals of these programs once more, for a host that cannot read what their own folders say.
 */

import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatMeta, parseMeta, type TerminalFacts } from '../../ledger/files/meta-file.ts';
import { readPlainFileSync } from '../../ledger/files/plain-file.ts';
import { livingOwner, ownerIn } from '../ground/folder-lock.ts';
import { processStart } from '../ground/process-start.ts';

const NAME = 'keeper.json';
const TERMINALS = 'kept-terminals.json';
/** Bytes that are read of the second file; a thousand terminals have less than one million. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Returns the process id of the recorded keeper, if it lives. */
export function livingKeeper(folder: string): number | undefined {
  return livingOwner(join(folder, NAME));
}

/** Whether this process is the recorded keeper. One that is not holds nothing that counts: a host was stopped, or has another. */
export function isRecorded(folder: string, pid: number): boolean {
  return ownerIn(join(folder, NAME))?.pid === pid;
}

/** Throws when the first file cannot be written. Without the second one a host has what the terminals' folders say. */
export function recordKeeper(folder: string, pid: number, terminals: readonly TerminalFacts[]): void {
  const described = terminals.map((facts) => formatMeta(facts).trimEnd());
  try {
    replace(folder, TERMINALS, `[${described.join(',')}]`);
  } catch {
    rmSync(join(folder, TERMINALS), { force: true });
  }
  replace(folder, NAME, JSON.stringify({ pid, start: processStart(pid) ?? '' }));
}

/** The terminals whose programs the recorded keeper holds, by URI, as they were when it began to hold them. */
export function keptTerminals(folder: string): ReadonlyMap<string, TerminalFacts> {
  try {
    const described: unknown = JSON.parse(readPlainFileSync(join(folder, TERMINALS), MOST_BYTES).toString());
    const read = Array.isArray(described) ? described.map((one) => parseMeta(JSON.stringify(one))) : [];
    return new Map(read.flatMap((meta) => (meta.ok ? [[meta.terminal.uri, meta.terminal]] : [])));
  } catch {
    // An earlier version has written none, or the disk has damaged it.
    return new Map();
  }
}

export function forgetKeeper(folder: string): void {
  rmSync(join(folder, NAME), { force: true });
  rmSync(join(folder, TERMINALS), { force: true });
}

/** Nobody reads half a file. */
function replace(folder: string, name: string, text: string): void {
  const fresh = join(folder, `${name}.tmp`);
  writeFileSync(fresh, text, { mode: 0o600 });
  renameSync(fresh, join(folder, name));
}
