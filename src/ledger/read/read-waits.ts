/** Reads the record of waiting of all terminals from disk. */

import { join } from 'node:path';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import { terminalFolders } from '../files/ledger-files.ts';
import { readMeta } from '../files/meta-file.ts';
import { readPlainFileIfThere } from '../files/plain-file.ts';
import { MAX_WAITS_FILE, parseWaits, WAITS } from '../files/wait-row.ts';
import type { Wait } from '../records/wait.ts';

export type TerminalWaits = {
  readonly uri: string;
  readonly name: string;
  /** Oldest first. */
  readonly waits: readonly Wait[];
};

/** Yields the terminals that have any, without those whose folders are to be left out. */
export async function* readWaits(
  state: string,
  onSetAside: (what: string) => void,
  without: ReadonlySet<string> = new Set(),
): AsyncGenerator<TerminalWaits> {
  for (const folder of await terminalFolders(state)) {
    if (without.has(folder)) continue;
    const waits = await waitsIn(folder, onSetAside);
    if (waits.length === 0) continue;
    const meta = await readMeta(folder);
    if (meta.ok) yield { uri: meta.terminal.uri, name: meta.terminal.name, waits };
    else onSetAside(`${folder}/meta.json: ${meta.why}`);
  }
}

async function waitsIn(folder: string, onSetAside: (what: string) => void): Promise<readonly Wait[]> {
  try {
    const file = await readPlainFileIfThere(join(folder, WAITS), MAX_WAITS_FILE);
    return file === undefined ? [] : parseWaits(file.toString());
  } catch (error) {
    onSetAside(`${folder}/${WAITS}: ${reasonOf(error)}`);
    return [];
  }
}
