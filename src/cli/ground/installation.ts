/** The installed package: its folder, its version and its launcher. */

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = rootAbove(dirname(fileURLToPath(import.meta.url)));

/** Absolute path of the program that users start. */
export const launcher = join(root, 'bin/cotty.js');

/** The version in `package.json`. */
export function readVersion(): string {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
}

/** The nearest folder with a `package.json`: sources and bundles lie at different depths below it. */
function rootAbove(folder: string): string {
  const above = dirname(folder);
  return existsSync(join(folder, 'package.json')) || above === folder ? folder : rootAbove(above);
}
