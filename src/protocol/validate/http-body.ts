/** Validates the JSON bodies of the HTTP API; errors name the field and its value. */

import { MAX_SECRET } from '../cotty/web.ts';
import { isRecord } from '../fields/object-fields.ts';
import type { Parsed } from '../fields/parsed.ts';
import {
  cells,
  commandToRun,
  cwd,
  firstIssue,
  jsonSchema,
  loose,
  name,
  optional,
  type Read,
  type Schema,
  string,
  text,
} from '../fields/parts.ts';
import { purpose, shell } from './cotty.ts';

const newTerminal = loose({
  command: optional(commandToRun),
  purpose: optional(purpose),
  cwd: optional(cwd),
  shell: optional(shell),
  cols: optional(cells),
  rows: optional(cells),
  name: optional(name),
});
export type NewTerminalBody = Read<typeof newTerminal>;

const size = loose({ cols: cells, rows: cells });
export type SizeBody = Read<typeof size>;

const rename = loose({ name });
export type RenameBody = Read<typeof rename>;

/** The host limits the length of `input`. */
const input = loose({ input: string });
export type InputBody = Read<typeof input>;

const signIn = loose({ link: text(MAX_SECRET, 1) });
export type SignInBody = Read<typeof signIn>;

/** The schemas of all bodies as JSON Schema, by name, for the description of the API. */
export function bodySchemas(): { readonly [name: string]: object } {
  const schemas = { NewTerminal: newTerminal, Size: size, Rename: rename, Input: input, SignIn: signIn };
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, jsonSchema(schema)]));
}

export function parseNewTerminal(body: unknown): Parsed<'body', NewTerminalBody> {
  return read(newTerminal, body);
}

export function parseSize(body: unknown): Parsed<'body', SizeBody> {
  return read(size, body);
}

export function parseRename(body: unknown): Parsed<'body', RenameBody> {
  return read(rename, body);
}

export function parseInput(body: unknown): Parsed<'body', InputBody> {
  return read(input, body);
}

function read<T>(schema: Schema<T>, body: unknown): Parsed<'body', T> {
  if (!isRecord(body)) return { ok: false, error: `the body must be a JSON object (it is ${shown(body)})` };
  const parsed = schema.safeParse(body);
  if (parsed.success) return { ok: true, body: parsed.data };
  const [field = ''] = parsed.error.issues[0]?.path ?? [];
  const value = Object.hasOwn(body, field) ? ` (it is ${shown(body[String(field)])})` : '';
  return { ok: false, error: `${firstIssue(parsed.error)}${value}` };
}

/** Limit: characters of a value in an error. */
const MAX_SHOWN = 80;

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > MAX_SHOWN ? `${Array.from(text.slice(0, MAX_SHOWN)).slice(0, -1).join('')}…` : text;
}

export function parseSignIn(body: unknown): Parsed<'body', SignInBody> {
  const parsed = signIn.safeParse(body ?? {});
  return parsed.success ? { ok: true, body: parsed.data } : { ok: false, error: firstIssue(parsed.error) };
}
