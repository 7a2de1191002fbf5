/**
 * What the launcher loads first where the command line is `cotty` alone: if no host runs, one is started before the code of the
 * window is read.
 */

import { isatty } from 'node:tty';
import { startAhead } from './connect/start-background.ts';

// No window opens without a terminal, or inside of cotty.
if (isatty(0) && isatty(1) && !process.env['COTTY_TERMINAL']) {
  try {
    startAhead(process.env);
  } catch {
    // The window tries again, and tells why it fails.
  }
}
