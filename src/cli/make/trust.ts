/** Answers of a person whether project files are trusted. A file that has changed since then is asked about again. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFileSync } from '../../ledger/files/replace-file-sync.ts';
import { stateFolder } from '../../ledger/files/state-folder.ts';
import type { Project } from './read-project.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Limit of answers that are kept; the oldest is forgotten. */
const MAX_ANSWERS = 1000;

/** Undefined if the user was not asked about the file in its current form. */
export function answerFor({ path, hash }: Project, env: Env): 'yes' | 'no' | undefined {
  const line = linesOf(env).findLast((each) => each.endsWith(` ${hash} ${encodeURI(path)}`));
  if (line === undefined) return undefined;
  return line.startsWith('yes ') ? 'yes' : 'no';
}

/** Keeps the answer. Throws the system's error when it cannot be written. */
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
