/** The files of one terminal's folder, and how many there may be. */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Rows are appended here; past this size a command begins a new file. */
export const CURRENT = 'ledger.jsonl';
export const ROTATE_BYTES = 64 * 1024 * 1024;

/** Full ones, `ledger.1.jsonl` the newest. The oldest is deleted: a terminal keeps at most 256 MiB. */
export const KEPT_FULL = 3;

export const META = 'meta.json';

/** What the command in flight has printed so far; replaced as a whole. */
export const RUNNING = 'running.json';

/** What it printed, where that is wanted: see `raw-log.ts`. */
export const RAW = 'raw.log';
export const KEPT_RAW = 3;

export function rawName(number: number): string {
  return `raw.${number}.log`;
}

export function fullName(number: number): string {
  return `ledger.${number}.jsonl`;
}

/** The ledger files of a folder, newest first, whether they exist or not. */
export function ledgerFiles(folder: string): string[] {
  const names = [CURRENT, ...Array.from({ length: KEPT_FULL }, (_, index) => fullName(index + 1))];
  return names.map((name) => join(folder, name));
}

/** The recordings of a folder, newest first, whether they exist or not. */
export function rawFiles(folder: string): string[] {
  const names = [RAW, ...Array.from({ length: KEPT_RAW }, (_, index) => rawName(index + 1))];
  return names.map((name) => join(folder, name));
}

/** Folders of terminals below a state folder; none where nothing was ever recorded. */
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

/** What subscribers watch and were told, a file each. */
export const INBOXES = 'inboxes';

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
