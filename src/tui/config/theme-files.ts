/** The theme files of a person: those in the folder `themes` beside the config file. */

import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Limit of files that are listed. */
const MAX_FILES = 100;

/** Returns their names in order; hidden files are no themes. */
export function themeFiles(configFile: string | undefined): readonly string[] {
  if (configFile === undefined) return [];
  try {
    return readdirSync(join(dirname(configFile), 'themes'), { withFileTypes: true })
      .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => name)
      .sort()
      .slice(0, MAX_FILES);
  } catch {
    // There is no such folder.
    return [];
  }
}
