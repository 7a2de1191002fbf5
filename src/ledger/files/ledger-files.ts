/** Names of the files in a terminal's folder, their number and their size limit. */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../../protocol/common/system-error.ts';

/** The file that rows are appended to; past this size the next command begins a new file. */
export const CURRENT = 'ledger.jsonl';
export const ROTATE_BYTES = 64 * 1024 * 1024;

/** Full ledger files that are kept, `ledger.1.jsonl` the newest. The next older one loses its outputs (`rotation.ts`). */
export const KEPT_FULL = 3;

/** The commands of all older files, without their outputs. */
export const OLDER = 'older.jsonl';

export const META = 'meta.json';

/** The output of the running command so far; replaced as a whole. */
export const RUNNING = 'running.json';

/** Output since the last command, in case the host ends before the next one begins; replaced as a whole. */
export const BETWEEN = 'between.json';

/** The recording of everything the terminal printed, if the user wants one: see `raw-log.ts`. */
export const RAW = 'raw.log';
export const KEPT_RAW = 3;

export function rawName(number: number): string {
  return `raw.${number}.log`;
}

export function fullName(number: number): string {
  return `ledger.${number}.jsonl`;
}

/** Paths of the ledger files of a folder, newest first, whether they exist or not. */
export function ledgerFiles(folder: string): string[] {
  const full = Array.from({ length: KEPT_FULL + 1 }, (_, index) => fullName(index + 1));
  const names = [CURRENT, ...full, OLDER];
  return names.map((name) => join(folder, name));
}

/** Paths of the recordings of a folder, newest first, whether they exist or not. */
export function rawFiles(folder: string): string[] {
  const names = [RAW, ...Array.from({ length: KEPT_RAW }, (_, index) => rawName(index + 1))];
  return names.map((name) => join(folder, name));
}

/** Lists the folders of terminals below a state folder; empty when nothing was ever recorded. */
export async function terminalFolders(state: string): Promise<string[]> {
  const parent = join(state, TERMINALS);
  try {
    const entries = await readdir(parent, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(parent, name));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

export const TERMINALS = 'terminals';

/** The folder of the index of the history, below the state folder: made of the records, and can be made again. */
export const HISTORY = 'history';

/** The folder of the inboxes, one file per subscriber. */
export const INBOXES = 'inboxes';

export function isMissing(error: unknown): boolean {
  return systemCode(error) === 'ENOENT';
}
