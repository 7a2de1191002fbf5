/**
 * The schemas of which params, actions and results are made, with the limits on what a client may send.
 *
 * They come from zod/mini, which is a fifth of zod. Only hosts load them at their start; clients do when they first ask
 * something.
 */

import * as z from 'zod/mini';
import en from 'zod/v4/locales/en.js';
import { ROOT_URI } from '../common/uri.ts';
import type { TerminalClaim } from '../terminal/state.ts';
import { isRecord, withoutNulls } from './object-fields.ts';

// Without its own compiler: the page may not evaluate text (CSP), and no schema is used often enough to be compiled.
z.config({ ...en(), jitless: true });

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

export type Schema<T> = z.ZodMiniType<T>;
/** The type of the values that a schema reads. */
export type Read<S extends z.core.$ZodType> = z.output<S>;
type Any = z.core.$ZodType;
type List<S extends Any> = Schema<readonly Read<S>[]>;
type Shape = z.core.$ZodShape;
type Fields<S extends Shape> = {
  readonly [K in keyof z.output<z.ZodMiniObject<S, z.core.$strip>>]: z.output<
    z.ZodMiniObject<S, z.core.$strip>
  >[K];
};

export const oneOf = z.enum;
export const literal = z.literal;
export const union = z.union;
export const optional = z.exactOptional;
export const orNull = z.nullable;

export const string = z.string();
export const flag = z.boolean();

/** Text with at most so many UTF-16 units. */
export const text = (most: number, least = 0) =>
  z.string().check(z.maxLength(most), ...(least > 0 ? [z.minLength(least)] : []));

export const matches = (pattern: RegExp, error: string) => z.regex(pattern, { error });
/** Refuses the texts for which `isWrong` holds. */
export const isUnlike = (isWrong: (text: string) => boolean, error: string) =>
  z.refine<string>((wanted) => !isWrong(wanted), { error });

/** Text that matches a pattern; `error` says what is wrong with another one. */
export const textLike = (most: number, pattern: RegExp, error?: string) =>
  text(most).check(z.regex(pattern, error === undefined ? {} : { error }));

export const int = (least: number, most = Number.MAX_SAFE_INTEGER) =>
  z.int().check(z.minimum(least), z.maximum(most));

/** A finite number. */
export const number = (least?: number) =>
  least === undefined ? z.number() : z.number().check(z.minimum(least));

const plain = (limit: number) => textLike(limit, NO_CONTROLS, 'control characters are not allowed');

export const uri = plain(MAX_URI).check(z.minLength(1));
export const cwd = plain(MAX_CWD).check(z.minLength(1));
export const id = plain(MAX_NAME).check(z.minLength(1));
export const name = text(MAX_NAME);
/** A name that is shown to others as it is, also on other terminals. */
export const plainName = plain(MAX_NAME);
export const input = text(MAX_INPUT);
export const data = text(MAX_DATA);
export const commandLine = text(MAX_COMMAND_LINE);
/** One line or more to run. */
export const commandToRun = text(MAX_COMMAND_LINE, 1);
export const cells = int(1, MAX_CELLS);
export const seq = int(0);
export const meta: Schema<{ readonly [key: string]: unknown }> = z.record(z.string(), z.unknown());

/** A list of at most so many. */
export function list<S extends Any>(item: S, most = Number.MAX_SAFE_INTEGER, least = 0): List<S> {
  return z.array(item).check(z.maxLength(most), z.minLength(least)) as unknown as List<S>;
}

/** An object of the protocol that a client sends: nulls count as absent, unknown keys stay (AHP §7). */
export function loose<S extends Shape>(shape: S): Schema<Fields<S>> {
  return z.pipe(z.transform(withoutNulls), z.looseObject(shape)) as unknown as Schema<Fields<S>>;
}

/** Like `loose`, but null is a normal value. */
export function withNulls<S extends Shape>(shape: S): Schema<Fields<S>> {
  return z.looseObject(shape) as unknown as Schema<Fields<S>>;
}

/** An object of any keys of a kind. */
export function map<T>(key: z.ZodMiniString, value: Schema<T>): Schema<{ readonly [key: string]: T }> {
  return z.record(key, value) as unknown as Schema<{ readonly [key: string]: T }>;
}

/** Schemas that are content with nothing: those of `optional` and `orElse`. */
const MAY_MISS: ReadonlySet<string> = new Set(['optional', 'catch']);

/**
 * An object that a host has answered. A host of another version may send more fields, or an optional one in another form: unknown
 * keys stay, and an optional field that is not usable is left out.
 */
export function answer<S extends Shape>(shape: S): Schema<Fields<S>> {
  return tolerant(shape, z.looseObject(shape));
}

/** Like `answer`, but without the keys that the shape does not have. */
export function only<S extends Shape>(shape: S): Schema<Fields<S>> {
  return tolerant(shape, z.object(shape));
}

function tolerant<S extends Shape>(shape: S, object: Any): Schema<Fields<S>> {
  const optional = Object.entries(shape).filter(([, schema]) => MAY_MISS.has(schema._zod.def.type));
  const usable = (raw: unknown) => {
    if (!isRecord(raw)) return raw;
    const unusable = optional.filter(
      ([key, schema]) => Object.hasOwn(raw, key) && !z.safeParse(schema, raw[key]).success,
    );
    if (unusable.length === 0) return raw;
    const wrong = new Set(unusable.map(([key]) => key));
    return Object.fromEntries(Object.entries(raw).filter(([key]) => !wrong.has(key)));
  };
  return z.pipe(z.transform(usable), object) as unknown as Schema<Fields<S>>;
}

/** A list that a host has answered: entries that are not usable are left out. */
export function answers<S extends Any>(item: S): List<S> {
  const usable = (entries: unknown[]) =>
    entries.flatMap((entry) => {
      const read = z.safeParse(item, entry);
      return read.success ? [read.data] : [];
    });
  return z.pipe(z.array(z.unknown()), z.transform(usable)) as unknown as List<S>;
}

/** One of these texts today; a newer host may answer others. */
export function open<T extends string>(): Schema<T> {
  return z.string() as unknown as Schema<T>;
}

/** Takes the type from the caller, who knows more than the schema. */
export function typed<T>(schema: z.core.$ZodType = z.unknown()): Schema<T> {
  return schema as unknown as Schema<T>;
}

/** Reads what is missing or unusable as that value. */
export function orElse<S extends Any>(schema: S, value: Read<S>): Schema<Read<S>> {
  return z.catch(schema, value as never) as unknown as Schema<Read<S>>;
}

type Alternatives = { readonly [value: string]: Shape };
type Alternative<K extends string, A extends Alternatives> = {
  [V in keyof A & string]: Fields<A[V] & Record<K, z.ZodMiniLiteral<V>>>;
}[keyof A & string];

/** An object as `loose` reads it, whose fields depend on the text in one of them. */
export function byType<const K extends string, A extends Alternatives>(
  key: K,
  alternatives: A,
): Schema<Alternative<K, A>> {
  const objects = Object.entries(alternatives).map(([value, shape]) =>
    z.looseObject({ [key]: z.literal(value), ...shape }),
  );
  const [first, ...others] = objects;
  if (first === undefined) throw new Error('no alternatives');
  const schema = z.discriminatedUnion(key, [first, ...others]);
  return z.pipe(z.transform(withoutNulls), schema) as unknown as Schema<Alternative<K, A>>;
}

export const claim = byType('kind', {
  client: { clientId: id },
  session: {
    session: uri,
    chat: z.exactOptional(uri),
    turnId: z.exactOptional(id),
    toolCallId: z.exactOptional(id),
  },
}) satisfies Schema<TerminalClaim>;

const _meta = z.exactOptional(meta);
/** Params of a request on a channel. */
export const onChannel = { channel: uri, _meta };
/** Known clients omit the channel where only the root channel makes sense. */
export const onRoot = { channel: z._default(uri, ROOT_URI), _meta };

/** An entry of the table of requests. */
export type Request = {
  readonly params: Any;
  /** The schema by which a client validates the result. */
  readonly result: z.core.$ZodType;
  /** Set on what only reads and what everybody may send. Clients that may only watch are refused all else. */
  readonly readOnly?: boolean;
  /** `fresh`: only before the handshake; `always`: before and after it; else only after it. */
  readonly when?: 'fresh' | 'always';
};

/** Answers without content. */
export const nothing: Schema<null> = z.pipe(
  z.unknown(),
  z.transform(() => null),
);

/** Returns the first issue, as one line that a person can act on. */
export function firstIssue(error: z.core.$ZodError): string {
  const issue = error.issues[0];
  if (issue === undefined) return 'invalid';
  return issue.path.length === 0 ? issue.message : `${issue.path.map(String).join('.')}: ${issue.message}`;
}

/** Describes what callers send as JSON Schema. */
export function jsonSchema(schema: z.core.$ZodType): object {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return described;
}
