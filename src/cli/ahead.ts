/**
 * What the launcher loads first for `cotty` alone, in a file of its own: if no host runs, one is started before the code of the window is
 * read.
 */

import { isatty } from 'node:tty';
import type { StartedHost } from './connect/find-host.ts';
import { startAhead } from './connect/start-background.ts';

export function hostAhead(): StartedHost | undefined {
  // No window opens without a terminal, or inside of cotty.
  if (!isatty(0) || !isatty(1) || process.env['COTTY_TERMINAL']) return undefined;
  try {
    return startAhead(process.env);
  } catch {
    // The window tries again, and tells why it fails.
    return undefined;
  }
}
