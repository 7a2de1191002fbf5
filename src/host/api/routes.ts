/** The paths of the HTTP API and what is done at each. */

import type { Act, Call, CallOn } from './api-call.ts';
import { create } from './create-call.ts';
import { input, kill, resize } from './terminal-call.ts';

/** `list`, `show` and `stream` only read: they need nobody who acts. */
export type Route = { readonly id?: string; readonly methods: { readonly [method: string]: Job } };

export type Job =
  | { readonly kind: 'list' | 'show' | 'stream' }
  | { readonly kind: 'act'; readonly maxBytes: number; readonly act: Act<Call> }
  | { readonly kind: 'actOn'; readonly maxBytes: number; readonly act: Act<CallOn> };

/** Nothing that is created or resized needs more. */
const SMALL = 64 * 1024;
/** A UTF-16 unit as an escape, the most JSON makes of one. */
const BYTES_PER_CHAR = 6;

/** Undefined: nothing is there. */
export function routeOf(segments: readonly string[], inputChars: number): Route | undefined {
  const [root, id, what, ...more] = segments;
  if (root !== 'terminals' || more.length > 0) return undefined;
  if (id === undefined) {
    return { methods: { GET: { kind: 'list' }, POST: { kind: 'act', maxBytes: SMALL, act: create } } };
  }
  const onTerminal = (act: Act<CallOn>, maxBytes = SMALL): Job => ({ kind: 'actOn', maxBytes, act });
  switch (what) {
    case undefined:
      return { id, methods: { GET: { kind: 'show' }, DELETE: onTerminal(kill) } };
    case 'output':
      return { id, methods: { GET: { kind: 'stream' } } };
    case 'input':
      return { id, methods: { POST: onTerminal(input, SMALL + BYTES_PER_CHAR * inputChars) } };
    case 'resize':
      return { id, methods: { POST: onTerminal(resize) } };
    case 'kill':
      return { id, methods: { POST: onTerminal(kill) } };
    default:
      return undefined;
  }
}
