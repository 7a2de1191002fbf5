/**
 * Writes two files into the state folder: one names the fd holder that holds the programs of this user's host; the other one has
 * a second copy of the description of each terminal, in case the next host cannot read the `meta.json` in the terminal's own
 * folder.
 */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFileSync } from '../../files/replace-file.ts';
import { formatMeta, parseMeta, type TerminalFacts } from '../../ledger/files/meta-file.ts';
import { readPlainFileSync } from '../../ledger/files/plain-file.ts';
import { processStart } from '../common/process-start.ts';
import { KEEPER_FILE } from './keeper-file.ts';

const TERMINALS = 'kept-terminals.json';
/** Limit in bytes of the second file when it is read; a thousand terminals take less than one million. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Throws if the first file cannot be written. The second one is only a copy, so that it may be missing. */
export function recordKeeper(folder: string, pid: number, terminals: readonly TerminalFacts[]): void {
  const described = terminals.map((facts) => formatMeta(facts).trimEnd());
  try {
    replaceFileSync(join(folder, TERMINALS), `[${described.join(',')}]`);
  } catch {
    rmSync(join(folder, TERMINALS), { force: true });
  }
  replaceFileSync(join(folder, KEEPER_FILE), JSON.stringify({ pid, start: processStart(pid) ?? '' }));
}

/** Returns the terminals whose programs the recorded fd holder holds, by URI, as they were when that fd holder started. */
export function keptTerminals(folder: string): ReadonlyMap<string, TerminalFacts> {
  try {
    const described: unknown = JSON.parse(readPlainFileSync(join(folder, TERMINALS), MOST_BYTES).toString());
    const read = Array.isArray(described) ? described.map((one) => parseMeta(JSON.stringify(one))) : [];
    return new Map(read.flatMap((meta) => (meta.ok ? [[meta.terminal.uri, meta.terminal]] : [])));
  } catch {
    // An earlier version has not written it, or it is damaged.
    return new Map();
  }
}

export function forgetKeeper(folder: string): void {
  rmSync(join(folder, KEEPER_FILE), { force: true });
  rmSync(join(folder, TERMINALS), { force: true });
}
