/** Which shells are here: a test of one that is not is skipped, except in CI, where it must be. */

import { execFileSync } from 'node:child_process';
import { describe } from 'vitest';

export function describeShell(shell: string, title: string, tests: () => void): void {
  const present = isInstalled(shell) || process.env['CI'] === 'true';
  describe.skipIf(!present)(present ? title : `${title} (skipped: ${shell} is not installed)`, tests);
}

function isInstalled(shell: string): boolean {
  try {
    execFileSync(shell, ['-c', 'exit 0'], { stdio: 'ignore' });
    return true;
  } catch {
    // Not found, or broken: either way there is nothing to test with.
    return false;
  }
}
