/** End-to-end tests run the built program: bring dist up to date once, before the first of them. */

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export function setup(): void {
  const script = fileURLToPath(new URL('../../bin/setup.js', import.meta.url));
  execFileSync(process.execPath, [script], { stdio: ['ignore', 'inherit', 'inherit'] });
}
