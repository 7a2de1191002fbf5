/** The folder in which cotty was started. One that is gone or closed would make whoever asks for it throw, libraries too. */

import { accessSync, constants } from 'node:fs';
import { isAbsolute } from 'node:path';
import { nearestFolder } from '../../host/pty/program-check.ts';
import { nameText } from '../../protocol/common/name-text.ts';
import type { Io } from './io.ts';

type CurrentFolder = {
  readonly path: string;
  /** What people are told when it is not the folder they were in. */
  readonly note?: string;
};

/** Returns the current folder. Where it cannot be used, this process goes to the nearest one above it, or home. */
export function currentFolder(
  env: Io['env'],
  owner: Pick<NodeJS.Process, 'cwd' | 'chdir'> = process,
): CurrentFolder {
  const known = usable(owner);
  if (known !== undefined) return { path: known };
  // A folder that somebody has removed has no name any more; the shell still has the one from before.
  const before = env['PWD'] ?? '';
  const path = nearestFolder(isAbsolute(before) ? before : '/', env['HOME']);
  owner.chdir(path);
  if (path === before) return { path };
  const lost = isAbsolute(before) ? nameText(before) : 'the current folder';
  return { path, note: `${lost} is gone, or may not be entered; using ${nameText(path)}` };
}

function usable(owner: Pick<NodeJS.Process, 'cwd'>): string | undefined {
  try {
    const path = owner.cwd();
    accessSync(path, constants.X_OK);
    return path;
  } catch {
    // It was removed, or may not be entered.
    return undefined;
  }
}
