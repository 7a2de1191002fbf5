/** The command line that starts this program, as somebody else has to write it. */

import { accessSync, constants, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Returns `cotty` when that is this program on PATH, else the absolute way it was started. */
export function launcherOf(
  env: Readonly<Record<string, string | undefined>>,
  node: string,
  script: string | undefined,
): readonly string[] {
  if (script === undefined) return ['cotty'];
  const own = real(script);
  const found = (env['PATH'] ?? '').split(delimiter).find((folder) => isProgram(join(folder, 'cotty')));
  return found !== undefined && real(join(found, 'cotty')) === own ? ['cotty'] : [node, own];
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // Missing or not executable here: the next folder may have it.
    return false;
  }
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // The folder it was started from is gone: use the path as given.
    return path;
  }
}
