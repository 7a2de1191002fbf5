/**
 * Finds words that are no command: neither a name of the shell nor a file in its PATH. If in doubt, a word counts as known,
 * because an existing command must never look like a mistake.
 */

import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ShellSays } from '../../shell/shell-says.ts';

/** Limit of folders of a PATH. If there are more, all words count as known. */
const MOST_FOLDERS = 256;

/**
 * `cwd` is a file URI. Returns no words for a shell that has not reported its names and its PATH. Nothing is cached: a program
 * that was just installed is found.
 */
export async function unknownWords(
  words: readonly string[],
  { path, names }: Pick<ShellSays, 'path' | 'names'>,
  cwd: string | undefined,
): Promise<string[]> {
  const here = folderOf(cwd);
  const folders = [...new Set(path?.split(':'))];
  if (path === undefined || names === undefined || here === undefined || folders.length > MOST_FOLDERS)
    return [];
  const known = await Promise.all(words.map((word) => isKnown(word, { here, folders, names })));
  return words.filter((_, index) => known[index] === false);
}

type Places = {
  readonly here: string;
  readonly folders: readonly string[];
  readonly names: ReadonlySet<string>;
};

async function isKnown(word: string, { here, folders, names }: Places): Promise<boolean> {
  // The shell does not report names that begin so.
  if (word === '' || word.startsWith('_') || names.has(word)) return true;
  // A suffix alias of zsh.
  if (names.has(word.slice(word.lastIndexOf('.') + 1))) return true;
  if (word.startsWith('~/')) return mayExist(resolve(homedir(), word.slice(2)));
  if (word.startsWith('~')) return true;
  if (word.includes('/')) return mayExist(resolve(here, word));
  // With `autocd`, a folder alone is a command.
  if (await mayExist(`${resolve(here, word)}/`)) return true;
  for (const folder of folders) if (await mayExist(resolve(here, folder, word))) return true;
  return false;
}

/** Whether there is such a file, or that cannot be found out. */
async function mayExist(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code !== 'ENOENT' && code !== 'ENOTDIR';
  }
}

/** Returns undefined if the URI is not a folder of this machine. */
function folderOf(uri: string | undefined): string | undefined {
  try {
    const path = uri === undefined ? undefined : fileURLToPath(uri);
    return path !== undefined && isAbsolute(path) ? path : undefined;
  } catch {
    return undefined;
  }
}
