/** Validates the metadata that clients send under cotty's own `_meta` key; unlike foreign keys, it is refused if malformed. */

import { META_KEY, type Meta } from '../common/meta.ts';
import type { ClientMeta, CreateMeta, DisposeMeta } from '../cotty/cotty-meta.ts';
import { SIDES } from '../cotty/pane-side.ts';
import type { Parsed } from '../fields/object-fields.ts';
import {
  firstIssue,
  flag,
  list,
  map,
  oneOf,
  optional,
  type Schema,
  textLike,
  withNulls,
} from '../fields/parts.ts';

/** Limit: kernels accept 128 KiB in one argument. The other limits only keep out nonsense. */
const MAX_TEXT = 128 * 1024;
const MAX_ITEMS = 4096;
const MAX_WRITER = 72;
const MAX_PURPOSE = 200;

/** A writer, shown in headers and written to records: one word for an agent, a short line for a person. */
const WRITER = /^(?:user:[^\x00-\x1f\x7f-\x9f]+|agent:[\w.@+-]+)$/u;

/** Text as a program can be given. */
const given = (pattern: RegExp = /^[^\0]*$/, error = 'contains a zero byte') =>
  textLike(MAX_TEXT, pattern, error);

const client = withNulls({
  writer: optional(textLike(MAX_WRITER, WRITER, 'must be user:NAME or agent:HANDLE')),
  screens: optional(flag),
  ownInput: optional(flag),
  listPatches: optional(flag),
  acks: optional(flag),
  root: optional(given(/^\/[^\0]*$/, 'not an absolute path')),
}) satisfies Schema<ClientMeta>;

export const shell = given(/^[^\0]+$/, 'is empty or contains a zero byte');
export const purpose = textLike(MAX_PURPOSE, /^[^\p{Cc}]*$/u, 'control characters are not allowed');

const create = withNulls({
  shell: optional(shell),
  command: optional(list(given(), MAX_ITEMS, 1)),
  purpose: optional(purpose),
  beside: optional(
    withNulls({ side: oneOf(SIDES), of: given(/^[^\0]+$/, 'is empty or contains a zero byte') }),
  ),
  env: optional(map(textLike(MAX_TEXT, /^[A-Za-z_]\w*$/, 'not a valid variable name'), given())),
  cwdIsDefault: optional(flag),
  nameIsDefault: optional(flag),
  nonce: optional(textLike(128, /^[0-9A-Za-z]{16,128}$/, 'must be 16 to 128 letters and digits')),
}) satisfies Schema<CreateMeta>;

const dispose = withNulls({ purge: optional(flag) }) satisfies Schema<DisposeMeta>;

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
