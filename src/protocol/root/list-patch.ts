/**
 * A change of the list of terminals, for clients that take it in place of the whole list: the standard action,
 * `root/terminalsChanged`, has every terminal each time that one of them changes.
 */

import { cottyMeta, META_KEY } from '../common/meta.ts';
import type { TerminalInfo } from '../terminal/state.ts';

export type ListPatchedAction = {
  readonly type: 'x-cotty/terminalsPatched';
  readonly changed: readonly InfoPatch[];
  /** URIs of all terminals in order; absent if the order has not changed. */
  readonly order?: readonly string[];
};

/** The fields of one terminal that are different; all of them for a terminal that is new. */
export type InfoPatch = Pick<TerminalInfo, 'resource'> &
  Partial<Pick<TerminalInfo, 'title' | 'claim' | 'lifecycle' | 'executionTarget'>> & {
    /** Keys of cotty's own metadata; `null` removes one. */
    readonly meta?: { readonly [key: string]: unknown };
  };

const FIELDS = ['title', 'claim', 'lifecycle', 'executionTarget'] as const;

/** Returns undefined when both lists are the same. */
export function patchOf(
  before: readonly TerminalInfo[],
  after: readonly TerminalInfo[],
): ListPatchedAction | undefined {
  const known = new Map(before.map((info) => [info.resource, info]));
  const changed = after.flatMap((info) => infoPatch(known.get(info.resource), info) ?? []);
  const isSameOrder =
    before.length === after.length && after.every(({ resource }, at) => before[at]?.resource === resource);
  if (isSameOrder && changed.length === 0) return undefined;
  return {
    type: 'x-cotty/terminalsPatched',
    changed,
    ...(isSameOrder ? {} : { order: after.map(({ resource }) => resource) }),
  };
}

/** Returns the list with a patch applied. A terminal that is in the order and nowhere described is left out. */
export function patched(
  list: readonly TerminalInfo[],
  { changed, order }: Pick<ListPatchedAction, 'changed' | 'order'>,
): readonly TerminalInfo[] {
  const known = new Map(list.map((info) => [info.resource, info]));
  for (const patch of changed) {
    const info = patchedInfo(known.get(patch.resource), patch);
    if (info !== undefined) known.set(patch.resource, info);
  }
  const uris = order ?? list.map(({ resource }) => resource);
  return uris.flatMap((uri) => known.get(uri) ?? []);
}

function infoPatch(before: TerminalInfo | undefined, after: TerminalInfo): InfoPatch | undefined {
  const fields = FIELDS.filter((key) => after[key] !== undefined && !isSame(before?.[key], after[key]));
  const meta = metaPatch(cottyMeta(before?._meta), cottyMeta(after._meta));
  if (before !== undefined && fields.length === 0 && meta === undefined) return undefined;
  return {
    resource: after.resource,
    ...Object.fromEntries(fields.map((key) => [key, after[key]])),
    ...(meta === undefined ? {} : { meta }),
  };
}

type Keys = { readonly [key: string]: unknown };

function metaPatch(before: Keys, after: Keys): Keys | undefined {
  const changed = Object.entries(after).filter(
    ([key, value]) => value !== undefined && !isSame(ownOf(before, key), value),
  );
  const gone = Object.keys(before).filter(
    (key) => before[key] !== undefined && ownOf(after, key) === undefined,
  );
  const entries = [...changed, ...gone.map((key) => [key, null] as const)];
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function ownOf(keys: Keys, key: string): unknown {
  return Object.hasOwn(keys, key) ? keys[key] : undefined;
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** Returns undefined for a terminal that is new and not described whole. */
function patchedInfo(
  before: TerminalInfo | undefined,
  { meta, ...fields }: InfoPatch,
): TerminalInfo | undefined {
  const { title, claim, lifecycle, ...rest } = { ...before, ...fields };
  if (title === undefined || claim === undefined || lifecycle === undefined) return undefined;
  if (meta === undefined) return { ...rest, title, claim, lifecycle };
  const keys = Object.entries({ ...cottyMeta<Keys>(before?._meta), ...meta });
  const own = Object.fromEntries(keys.filter(([, value]) => value !== null));
  return { ...rest, title, claim, lifecycle, _meta: { ...before?._meta, [META_KEY]: own } };
}
