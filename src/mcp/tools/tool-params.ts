/** Parameters that several tools share. */

import * as z from 'zod';
import { ANSWER_CHARS } from '../answers/bounded-text.ts';

export const name = z.string().min(1).describe('Name or id');

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
  .describe('true: run what was refused because it looks dangerous');

export const tail = z.int().min(1).max(10_000).optional().describe('Only the last lines of output');

export const maxChars = z
  .int()
  .min(200)
  .max(ANSWER_CHARS)
  .optional()
  .describe(`Most characters of output. Default: ${ANSWER_CHARS}`);

/** Limit of the terminals in one call, since they share one answer. */
const MAX_TERMINALS = 32;

export const terminals = z
  .array(z.string().min(1))
  .min(1)
  .max(MAX_TERMINALS)
  .optional()
  .describe('Instead of name: several');

export const any = z.boolean().optional().describe('true: until the first has ended');
