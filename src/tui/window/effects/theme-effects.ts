/** The theme files of a person, and the setting that names one. */

import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { changeFile } from '../../config/change-file.ts';
import { withSetting } from '../../config/edit-config.ts';

/** Limit of files that are listed. */
const MAX_FILES = 100;

/** Returns the names of the files in the folder `themes` beside the config file. */
export async function themeFiles(configFile: string | undefined): Promise<readonly string[]> {
  if (configFile === undefined) return [];
  const folder = join(dirname(configFile), 'themes');
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.'));
  return files
    .map(({ name }) => name)
    .sort()
    .slice(0, MAX_FILES);
}

/** Throws when the file cannot be changed. */
export function keepTheme(configFile: string, theme: string): void {
  changeFile(configFile, (text) => withSetting(text, 'theme', theme));
}
