/** Where the shell scripts lie: beside this file, in `src` as in `dist`. */

import { fileURLToPath } from 'node:url';

export function scriptsPath(): string {
  return fileURLToPath(new URL('./scripts', import.meta.url));
}
