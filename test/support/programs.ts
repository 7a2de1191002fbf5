/** The real programs end-to-end tests drive. A missing one fails the test with its package's name: nothing is skipped silently. */

import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Shell = 'bash' | 'zsh' | 'fish';

export function programPath(name: string): string {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  throw new Error(`the program "${name}" is needed by this test: install it (apt-get install ${name})`);
}

/** A program under fixtures/programs, as a shell command line. */
export function fixtureProgram(name: string): string {
  return `${process.execPath} ${fileURLToPath(new URL(`../../fixtures/programs/${name}`, import.meta.url))}`;
}
