/**
 * Writes which keeper holds the programs of this user's host, and a second file that describes the terminals of these programs
 * once more, for a host that cannot read what their own folders say.
 */

import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatMeta, parseMeta, type TerminalFacts } from '../../ledger/files/meta-file.ts';
import { readPlainFileSync } from '../../ledger/files/plain-file.ts';
import { processStart } from '../common/process-start.ts';
import { KEEPER_FILE } from './keeper-file.ts';

const TERMINALS = 'kept-terminals.json';
/** Bytes that are read of the second file; a thousand terminals have less than one million. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Throws when the first file cannot be written. Without the second one a host has what the terminals' folders say. */
export function recordKeeper(folder: string, pid: number, terminals: readonly TerminalFacts[]): void {
  const described = terminals.map((facts) => formatMeta(facts).trimEnd());
  try {
    replace(folder, TERMINALS, `[${described.join(',')}]`);
  } catch {
    rmSync(join(folder, TERMINALS), { force: true });
  }
  replace(folder, KEEPER_FILE, JSON.stringify({ pid, start: processStart(pid) ?? '' }));
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
  rmSync(join(folder, KEEPER_FILE), { force: true });
  rmSync(join(folder, TERMINALS), { force: true });
}

/** Nobody reads half a file. */
function replace(folder: string, name: string, text: string): void {
  const fresh = join(folder, `${name}.tmp`);
  writeFileSync(fresh, text, { mode: 0o600 });
  renameSync(fresh, join(folder, name));
}
