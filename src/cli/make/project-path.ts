/** Finds the project file of a folder. It runs at every start of a window, so this module imports nothing but Node. */

import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Returns the path of the nearest `.cotty` that is a file; undefined if there is none. */
export function projectPath(folder: string): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const path = join(at, '.cotty');
    if (isFile(path)) return path;
    if (dirname(at) === at) return undefined;
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch {
    // A folder that may not be entered.
    return false;
  }
}
