/** Leaves a current folder that is gone or closed: whoever asks for it would throw, libraries too. */

import { isAbsolute } from 'node:path';
import { nearestFolder } from '../../host/pty/program-check.ts';
import { nameText } from '../../protocol/common/name-text.ts';
import type { Io } from './io.ts';

type CurrentFolder = {
  readonly path: string;
  /** What people are told when it is not the folder they were in. */
  readonly note?: string;
};

/** Goes to the nearest folder above the one that this process cannot be in, or home, and returns it. */
export function leaveLostFolder(env: Io['env'], goTo: (path: string) => void): CurrentFolder {
  // A folder that somebody has removed has no name any more; the shell still has the one from before.
  const before = env['PWD'] ?? '';
  const path = nearestFolder(isAbsolute(before) ? before : '/', env['HOME']);
  goTo(path);
  if (path === before) return { path };
  const lost = isAbsolute(before) ? nameText(before) : 'the current folder';
  return { path, note: `${lost} is gone, or may not be entered; using ${nameText(path)}` };
}
