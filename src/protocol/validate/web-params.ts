/** Schemas of the requests that steer the web door, and of what a page sends to it. */

import * as z from 'zod';
import { ROOT_URI } from '../common/uri.ts';
import type { WebRequests } from '../cotty/web.ts';
import type { Parsed } from './fields/parsed.ts';
import { cwd, firstIssue, loose, meta, uri } from './fields/parts.ts';

/** Limit: UTF-16 units of a host's name (DNS allows 253). */
const MAX_HOST = 253;
const MAX_HOSTS = 64;
/** Limit: UTF-16 units of a secret; ours have 43. */
const MAX_SECRET = 256;

const onRoot = { channel: uri.default(ROOT_URI), _meta: meta.exactOptional() };
const host = z
  .string()
  .min(1)
  .max(MAX_HOST)
  .regex(/^[\w.:%-]+$/, { error: 'not the name or address of a host' });

export const webSchemas: {
  readonly [M in keyof WebRequests]: z.ZodType<WebRequests[M]['params']>;
} = {
  'x-cotty/webOpen': loose({
    ...onRoot,
    listen: loose({ host, port: z.int().min(0).max(65_535) }).exactOptional(),
    tls: loose({ cert: cwd, key: cwd }).exactOptional(),
    allowHosts: z.array(host).max(MAX_HOSTS).exactOptional(),
  }),
  'x-cotty/webStatus': loose(onRoot),
  'x-cotty/webLink': loose({ ...onRoot, access: z.enum(['full', 'watch']) }),
  'x-cotty/webLinks': loose(onRoot),
  'x-cotty/webRevoke': loose({ ...onRoot, id: z.string().min(1).max(MAX_SECRET).exactOptional() }),
  'x-cotty/webClose': loose(onRoot),
};

export type SignInBody = { readonly link: string };

export const signIn = loose({ link: z.string().min(1).max(MAX_SECRET) }) satisfies z.ZodType<SignInBody>;

export function parseSignIn(body: unknown): Parsed<'body', SignInBody> {
  const parsed = signIn.safeParse(body ?? {});
  return parsed.success ? { ok: true, body: parsed.data } : { ok: false, error: firstIssue(parsed.error) };
}
