/** Parameters that several tools share. */

import * as z from 'zod';

export const name = z.string().min(1).describe('Name or id of the terminal, as term_list shows it');

export const timeout = z
  .number()
  .positive()
  .max(7 * 24 * 3600)
  .describe('Seconds');

/** Converts seconds to a delay that timers accept. */
export function milliseconds(seconds: number): number {
  return Math.max(1, Math.round(seconds * 1000));
}

export const confirm = z
  .boolean()
  .optional()
  .describe('true: run a command that was refused because it looks dangerous');
