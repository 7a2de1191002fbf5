/**
 * Remembers whether the user trusts each project file, in the file `projects` of the state folder: one line per project with the
 * answer, the hash of the file and its path. The answer is valid for that hash only, so a changed file is asked about again.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFileSync } from '../../files/replace-file.ts';
import { stateFolder } from '../../ledger/files/state-folder.ts';
import type { Project } from './project-file.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Limit of stored answers. Beyond it the oldest answer is dropped. */
const MAX_ANSWERS = 1000;

/** Returns the answer for the current content of the file; undefined if the user was not asked about it. */
export function answerFor({ path, hash }: Project, env: Env): 'yes' | 'no' | undefined {
  const line = linesOf(env).findLast((each) => each.endsWith(` ${hash} ${encodeURI(path)}`));
  if (line === undefined) return undefined;
  return line.startsWith('yes ') ? 'yes' : 'no';
}

/** Saves the answer in place of an earlier one for this path. Throws if the file cannot be written. */
export function keepAnswer({ path, hash }: Project, answer: 'yes' | 'no', env: Env): void {
  const file = fileOf(env);
  const kept = linesOf(env).filter((each) => !each.endsWith(` ${encodeURI(path)}`));
  const lines = [...kept, `${answer} ${hash} ${encodeURI(path)}`].slice(-MAX_ANSWERS);
  replaceFileSync(file, `${lines.join('\n')}\n`);
}

function linesOf(env: Env): readonly string[] {
  try {
    return readFileSync(fileOf(env), 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  } catch {
    // There is no file before the first answer: the user is asked about everything.
    return [];
  }
}

function fileOf(env: Env): string {
  return join(stateFolder(env), 'projects');
}
