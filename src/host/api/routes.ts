/** The paths of the HTTP API and what is done at each. */

import type { Act, Call, CallOn } from './api-call.ts';
import type { TerminalCalls } from './terminal-call.ts';

type Methods = { readonly [method: string]: Job };

export type Route = { readonly id?: string; readonly methods: Methods };

/** The jobs of each path, by its segments behind `/api/`. */
export type RouteTable = { readonly [path: string]: Methods };

export type Job =
  | { readonly kind: 'list' | 'show' | 'lines' | 'stream' | 'describe' }
  | { readonly kind: 'act'; readonly maxBytes: number; readonly act: Act<Call> }
  | { readonly kind: 'actOn'; readonly maxBytes: number; readonly act: Act<CallOn> };

/** Largest body of a request that creates or resizes, in bytes. */
const SMALL = 64 * 1024;
/** Stands for the id of a terminal. */
const ID = '{id}';
/** The most that JSON makes of one UTF-16 unit: an escape. */
const BYTES_PER_CHAR = 6;

export type Acts = { readonly create: Act<Call>; readonly on: TerminalCalls };

/** Jobs that only read: they need no client that acts. Callers that may only watch are refused all others. */
const READ_ONLY: ReadonlySet<Job['kind']> = new Set(['list', 'show', 'lines', 'stream', 'describe']);

export function isReadOnly({ kind }: Job): boolean {
  return READ_ONLY.has(kind);
}

/** Returns the methods of a path; HEAD is wherever GET is. */
export function allowed({ methods }: Route): readonly string[] {
  return Object.keys(methods).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}

/** HEAD is answered as GET is; the body is left out as the reply is written. */
export function jobOf({ methods }: Route, method: string): Job | undefined {
  const asked = method === 'HEAD' ? 'GET' : method;
  return Object.hasOwn(methods, asked) ? methods[asked] : undefined;
}

export function routeTable({ create, on }: Acts, inputChars: number): RouteTable {
  const onTerminal = (act: Act<CallOn>, maxBytes = SMALL): Job => ({ kind: 'actOn', maxBytes, act });
  return {
    'openapi.json': { GET: { kind: 'describe' } },
    terminals: {
      GET: { kind: 'list' },
      POST: { kind: 'act', maxBytes: SMALL, act: create },
      DELETE: { kind: 'act', maxBytes: SMALL, act: (call) => on.killAll(call) },
    },
    [`terminals/${ID}`]: { GET: { kind: 'show' }, DELETE: onTerminal((call) => on.kill(call)) },
    [`terminals/${ID}/output`]: { GET: { kind: 'stream' } },
    [`terminals/${ID}/lines`]: { GET: { kind: 'lines' } },
    [`terminals/${ID}/rename`]: { POST: onTerminal((call) => on.rename(call)) },
    [`terminals/${ID}/input`]: {
      POST: onTerminal((call) => on.input(call), SMALL + BYTES_PER_CHAR * inputChars),
    },
    [`terminals/${ID}/resize`]: { POST: onTerminal((call) => on.resize(call)) },
    [`terminals/${ID}/kill`]: { POST: onTerminal((call) => on.kill(call)) },
  };
}

/** Returns undefined when there is nothing at that path. */
export function routeOf(segments: readonly string[], table: RouteTable): Route | undefined {
  const [root = '', id, ...rest] = segments;
  const path = id === undefined ? root : [root, ID, ...rest].join('/');
  const methods = Object.hasOwn(table, path) ? table[path] : undefined;
  // A slash that was percent-encoded separates nothing.
  if (methods === undefined || path.split('/').length !== segments.length) return undefined;
  return { ...(id === undefined ? {} : { id }), methods };
}
