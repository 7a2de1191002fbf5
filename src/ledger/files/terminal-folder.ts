/** The name of a terminal's folder: readable, and unique among terminals that have used the same URI. */

import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { TERMINALS, terminalFolders } from './ledger-files.ts';

/** `taken` holds the folders in use and those of earlier terminals. */
export function terminalFolder(state: string, uri: string, taken: ReadonlySet<string>): string {
  const first = join(state, TERMINALS, folderName(uri));
  for (let number = 1; ; number += 1) {
    const path = number === 1 ? first : `${first}.${number}`;
    if (!taken.has(path)) return path;
  }
}

/** Returns the folders of all terminals that have used a URI, in no order; other URIs may have the same name. */
export async function foldersNamedFor(state: string, uri: string): Promise<readonly string[]> {
  const folders = await terminalFolders(state);
  return folders.filter((folder) => isFolderNamedFor(folder, uri));
}

/** Whether the folder may be that of a terminal with this URI. */
export function isFolderNamedFor(folder: string, uri: string): boolean {
  const name = folderName(uri);
  return basename(folder) === name || basename(folder).startsWith(`${name}.`);
}

function folderName(uri: string): string {
  const slug = (uri.split('/').at(-1) ?? '')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 40);
  const hash = createHash('sha256').update(uri).digest('hex').slice(0, 8);
  return `${slug || 'terminal'}-${hash}`;
}
