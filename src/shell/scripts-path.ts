/** The folder of the shell scripts: beside this file, in `src` and in `dist`. */

import { fileURLToPath } from 'node:url';

export function scriptsPath(): string {
  return fileURLToPath(new URL('./scripts', import.meta.url));
}
