/** The paths of the HTTP API and what is done at each. */

import type { Act, Call, CallOn } from './api-call.ts';
import type { TerminalCalls } from './terminal-call.ts';

export type Route = { readonly id?: string; readonly methods: { readonly [method: string]: Job } };

/** `list`, `show`, `lines`, `stream` and `describe` only read, so they need no client that acts. */
export type Job =
  | { readonly kind: 'list' | 'show' | 'lines' | 'stream' | 'describe' }
  | { readonly kind: 'act'; readonly maxBytes: number; readonly act: Act<Call> }
  | { readonly kind: 'actOn'; readonly maxBytes: number; readonly act: Act<CallOn> };

/** Largest body of a request that creates or resizes, in bytes. */
const SMALL = 64 * 1024;
/** The most that JSON makes of one UTF-16 unit: an escape. */
const BYTES_PER_CHAR = 6;

export type Acts = { readonly create: Act<Call>; readonly on: TerminalCalls };

/** Returns the methods of a path; HEAD is wherever GET is. */
export function allowed({ methods }: Route): readonly string[] {
  return Object.keys(methods).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}

/** HEAD is answered as GET is; the body is left out as the reply is written. */
export function jobOf({ methods }: Route, method: string): Job | undefined {
  const asked = method === 'HEAD' ? 'GET' : method;
  return Object.hasOwn(methods, asked) ? methods[asked] : undefined;
}

/** Returns undefined when there is nothing at that path. */
export function routeOf(
  segments: readonly string[],
  { create, on }: Acts,
  inputChars: number,
): Route | undefined {
  const [root, id, what, ...more] = segments;
  if (root === 'openapi.json' && id === undefined) return { methods: { GET: { kind: 'describe' } } };
  if (root !== 'terminals' || more.length > 0) return undefined;
  if (id === undefined) {
    return {
      methods: {
        GET: { kind: 'list' },
        POST: { kind: 'act', maxBytes: SMALL, act: create },
        DELETE: { kind: 'act', maxBytes: SMALL, act: (call) => on.killAll(call) },
      },
    };
  }
  const onTerminal = (act: Act<CallOn>, maxBytes = SMALL): Job => ({ kind: 'actOn', maxBytes, act });
  switch (what) {
    case undefined:
      return { id, methods: { GET: { kind: 'show' }, DELETE: onTerminal((call) => on.kill(call)) } };
    case 'output':
      return { id, methods: { GET: { kind: 'stream' } } };
    case 'lines':
      return { id, methods: { GET: { kind: 'lines' } } };
    case 'rename':
      return { id, methods: { POST: onTerminal((call) => on.rename(call)) } };
    case 'input':
      return {
        id,
        methods: { POST: onTerminal((call) => on.input(call), SMALL + BYTES_PER_CHAR * inputChars) },
      };
    case 'resize':
      return { id, methods: { POST: onTerminal((call) => on.resize(call)) } };
    case 'kill':
      return { id, methods: { POST: onTerminal((call) => on.kill(call)) } };
    default:
      return undefined;
  }
}
