/** Changes to another folder if the current one was removed or is not accessible, because calls such as `process.cwd()` would fail there. */

import { isAbsolute } from 'node:path';
import { nearestFolder } from '../../host/pty/program-check.ts';
import { nameText } from '../../protocol/common/name-text.ts';
import type { Io } from './io.ts';

type CurrentFolder = {
  readonly path: string;
  /** A message for the user if it is another folder. */
  readonly note?: string;
};

/** Changes to the nearest accessible folder above, or home, and returns it. */
export function leaveLostFolder(env: Io['env'], goTo: (path: string) => void): CurrentFolder {
  // A removed folder has no name any more; the shell still has the old one.
  const before = env['PWD'] ?? '';
  const path = nearestFolder(isAbsolute(before) ? before : '/', env['HOME']);
  goTo(path);
  if (path === before) return { path };
  const lost = isAbsolute(before) ? nameText(before) : 'the current folder';
  return { path, note: `${lost} is gone, or may not be entered; using ${nameText(path)}` };
}
