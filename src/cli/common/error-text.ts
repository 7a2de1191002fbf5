/** The message for an error that nothing else has caught. */

import type { Io } from './io.ts';

/** Returns the message of an error; its stack trace instead if `COTTY_DEBUG` is set. */
export function errorText(error: unknown, env: Io['env']): string {
  if (!(error instanceof Error)) return String(error);
  return env['COTTY_DEBUG'] ? (error.stack ?? error.message) : error.message;
}
