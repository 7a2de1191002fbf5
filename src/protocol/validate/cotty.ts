/** Validates the metadata that clients send under cotty's own `_meta` key; unlike foreign keys, it is refused if malformed. */

import * as z from 'zod';
import type { Meta } from '../common/meta.ts';
import { META_KEY } from '../common/meta.ts';
import type { ClientMeta, CreateMeta, DisposeMeta } from '../cotty/cotty-meta.ts';
import type { Parsed } from './fields/parsed.ts';
import { firstIssue } from './fields/parts.ts';

/** Limit: kernels accept 128 KiB in one argument. The other limits only keep out nonsense. */
const MAX_TEXT = 128 * 1024;
const MAX_ITEMS = 4096;
const MAX_WRITER = 72;
const MAX_PURPOSE = 200;

/** A writer, shown in headers and written to records: one word for an agent, a short line for a person. */
const WRITER = /^(?:user:[^\x00-\x1f\x7f-\x9f]+|agent:[\w.@+-]+)$/u;

const text = z
  .string()
  .max(MAX_TEXT)
  .regex(/^[^\0]*$/, { error: 'contains a zero byte' });

const client = z.looseObject({
  writer: z
    .string()
    .max(MAX_WRITER)
    .regex(WRITER, { error: 'must be user:NAME or agent:HANDLE' })
    .exactOptional(),
  screens: z.boolean().exactOptional(),
  ownInput: z.boolean().exactOptional(),
  listPatches: z.boolean().exactOptional(),
  acks: z.boolean().exactOptional(),
  root: text.min(1).regex(/^\//, { error: 'not an absolute path' }).exactOptional(),
}) satisfies z.ZodType<ClientMeta>;

export const shell = text.min(1);
export const purpose = z
  .string()
  .max(MAX_PURPOSE)
  .regex(/^[^\p{Cc}]*$/u, { error: 'control characters are not allowed' });

const create = z.looseObject({
  shell: shell.exactOptional(),
  command: z.array(text).min(1).max(MAX_ITEMS).exactOptional(),
  purpose: purpose.exactOptional(),
  env: z
    .record(z.string().regex(/^[A-Za-z_]\w*$/, { error: 'not a valid variable name' }), text)
    .exactOptional(),
  cwdIsDefault: z.boolean().exactOptional(),
  nonce: z
    .string()
    .regex(/^[0-9A-Za-z]{16,128}$/, { error: 'must be 16 to 128 letters and digits' })
    .exactOptional(),
}) satisfies z.ZodType<CreateMeta>;

const dispose = z.looseObject({ purge: z.boolean().exactOptional() }) satisfies z.ZodType<DisposeMeta>;

export function parseClientMeta(meta: Meta | undefined): Parsed<'client', ClientMeta> {
  const parsed = client.safeParse(meta?.[META_KEY] ?? {});
  return parsed.success ? { ok: true, client: parsed.data } : { ok: false, error: firstIssue(parsed.error) };
}

export function parseCreateMeta(meta: Meta | undefined): Parsed<'create', CreateMeta> {
  const parsed = create.safeParse(meta?.[META_KEY] ?? {});
  return parsed.success ? { ok: true, create: parsed.data } : { ok: false, error: firstIssue(parsed.error) };
}

export function parseDisposeMeta(meta: Meta | undefined): Parsed<'dispose', DisposeMeta> {
  const parsed = dispose.safeParse(meta?.[META_KEY] ?? {});
  return parsed.success ? { ok: true, dispose: parsed.data } : { ok: false, error: firstIssue(parsed.error) };
}
