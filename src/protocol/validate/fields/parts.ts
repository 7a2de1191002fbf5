/** Schemas that params and actions share, with the limits on what a client may send. */

import * as z from 'zod';
import { withoutNulls } from './object-fields.ts';

/** Limit: UTF-16 units of one paste; a client cuts longer ones into several actions. */
export const MAX_INPUT = 1024 * 1024;
/** Limit: terminal text in one action. Our hosts send about 64 Ki; foreign hosts send at most a whole history. */
const MAX_DATA = 8 * 1024 * 1024;
export const MAX_URI = 1024;
/** Limit: a path may have 4 KiB on disk, and three times that when percent-encoded. */
const MAX_CWD = 16 * 1024;
const MAX_NAME = 1024;
const MAX_COMMAND_LINE = 1024 * 1024;
const MAX_CELLS = 65_535;

export const NO_CONTROLS = /^[^\x00-\x1f\x7f-\x9f]*$/;

const plain = (limit: number) =>
  z.string().max(limit).regex(NO_CONTROLS, { error: 'control characters are not allowed' });

export const uri = plain(MAX_URI).min(1);
export const cwd = plain(MAX_CWD).min(1);
export const id = plain(MAX_NAME).min(1);
export const name = z.string().max(MAX_NAME);
/** A name that others are shown as it is, also on the terminals of other people. */
export const plainName = plain(MAX_NAME);
export const input = z.string().max(MAX_INPUT);
export const data = z.string().max(MAX_DATA);
export const commandLine = z.string().max(MAX_COMMAND_LINE);
export const cells = z.int().min(1).max(MAX_CELLS);
export const seq = z.int().min(0);
export const meta = z.record(z.string(), z.unknown());

/** Returns the schema of a protocol object: nulls count as absent, unknown keys stay (AHP §7). */
export function loose<S extends z.ZodRawShape>(shape: S) {
  return z.preprocess(withoutNulls, z.looseObject(shape));
}

export const claim = z.preprocess(
  withoutNulls,
  z.discriminatedUnion('kind', [
    z.looseObject({ kind: z.literal('client'), clientId: id }),
    z.looseObject({
      kind: z.literal('session'),
      session: uri,
      chat: uri.exactOptional(),
      turnId: id.exactOptional(),
      toolCallId: id.exactOptional(),
    }),
  ]),
);

/** Returns the first issue, as one line that a person can act on. */
export function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue === undefined) return 'invalid';
  return issue.path.length === 0 ? issue.message : `${issue.path.map(String).join('.')}: ${issue.message}`;
}
