/** Validates the JSON bodies of the HTTP API; errors name the field and its value. */

import * as z from 'zod';
import { purpose, shell } from './cotty.ts';
import { isRecord } from './fields/object-fields.ts';
import type { Parsed } from './fields/parsed.ts';
import { cells, commandLine, cwd, firstIssue, loose, name } from './fields/parts.ts';
import { signIn } from './web-params.ts';

export type NewTerminalBody = {
  readonly command?: string;
  readonly purpose?: string;
  readonly cwd?: string;
  readonly shell?: string;
  readonly cols?: number;
  readonly rows?: number;
  readonly name?: string;
};
export type SizeBody = { readonly cols: number; readonly rows: number };
export type RenameBody = { readonly name: string };
export type InputBody = { readonly input: string };

const newTerminal = loose({
  command: commandLine.min(1).exactOptional(),
  purpose: purpose.exactOptional(),
  cwd: cwd.exactOptional(),
  shell: shell.exactOptional(),
  cols: cells.exactOptional(),
  rows: cells.exactOptional(),
  name: name.exactOptional(),
}) satisfies z.ZodType<NewTerminalBody>;

const size = loose({ cols: cells, rows: cells }) satisfies z.ZodType<SizeBody>;

const rename = loose({ name }) satisfies z.ZodType<RenameBody>;

/** The host limits the length of `input`. */
const input = loose({ input: z.string() }) satisfies z.ZodType<InputBody>;

/** The schemas of all bodies as JSON Schema, by name, for the description of the API. */
export function bodySchemas(): { readonly [name: string]: object } {
  const schemas = { NewTerminal: newTerminal, Size: size, Rename: rename, Input: input, SignIn: signIn };
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, jsonSchemaOf(schema)]));
}

/** What callers send, which may have further fields. */
function jsonSchemaOf(schema: z.ZodType): object {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return described;
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

function read<T>(schema: z.ZodType<T>, body: unknown): Parsed<'body', T> {
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
