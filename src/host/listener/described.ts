/** The description (OpenAPI) of a path of the HTTP API or of the page. */

import { jsonSchema, type Schema } from '../../protocol/fields/parts.ts';

export type Method = 'GET' | 'POST' | 'DELETE';

export type Described = {
  readonly method: Method;
  /** With `{id}` for the id of a terminal. */
  readonly path: string;
  /** Its operation id in the description. */
  readonly id: string;
  readonly summary: string;
  readonly query?: readonly Parameter[];
  /** Undefined if the request has no body. */
  readonly body?: Body;
  readonly answer: Answered;
  /** Statuses of refusals in addition to those of all paths of its kind. */
  readonly refusals?: readonly number[];
};

export type Parameter = { readonly name: string; readonly schema: object; readonly description: string };

/** A named schema, as JSON Schema. */
export type Named = { readonly name: string; readonly schema: object };
export type Body = Named & { readonly isOptional?: boolean };

/** The status of success and its JSON; `stream` for server-sent events, null for no body. */
export type Answered = { readonly status: number; readonly json: Named | 'stream' | null };

/** Describes a body by the schema that validates it. */
export function bodyOf(name: string, schema: Schema<object>, isOptional = false): Body {
  return {
    name,
    ...(isOptional ? { isOptional } : {}),
    // Made on demand.
    get schema() {
      return jsonSchema(schema);
    },
  };
}

/** Statuses for a body that does not arrive in time, is too long, or is not JSON. */
export const BODY = [408, 413, 415];

export const text = { type: 'string' } as const;
export const whole = { type: 'integer', minimum: 0 } as const;
export const flag = { type: 'boolean' } as const;
export const time = { type: 'string', format: 'date-time' } as const;
export const millis = { ...whole, description: 'Unix milliseconds' } as const;

/** Schema of an object with these fields and no others. Fields with `?` are optional. */
export function object(fields: Readonly<Record<string, object>>): object {
  const names = Object.keys(fields);
  const required = names.filter((name) => !name.endsWith('?'));
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name.replace('?', ''), fields[name]])),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

export const list = (items: object) => ({ type: 'array', items });
export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

export const answer = (name: string, fields: Readonly<Record<string, object>>, status = 200): Answered => ({
  status,
  json: { name, schema: object(fields) },
});
