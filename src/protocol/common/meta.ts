/** The `_meta` of a message, and cotty's own part of it (AHP §7). */

/** Namespaced additions. Receivers ignore unknown keys (AHP §7). */
export type Meta = { readonly [key: string]: unknown };

export const META_KEY = 'x-cotty';

/** Reads cotty's part of a `_meta`; a foreign or malformed one reads as empty. */
export function cottyMeta<T extends object>(meta: Meta | undefined): Partial<T> {
  const own = meta?.[META_KEY];
  return isRecord<T>(own) ? own : {};
}

/** Merges two `_meta`: the later one wins key by key, also inside cotty's own part. */
export function mergeMeta(earlier: Meta | undefined, later: Meta | undefined): Meta | undefined {
  if (earlier === undefined || later === undefined) return later ?? earlier;
  const merged = { ...earlier, ...later };
  if (!isRecord(earlier[META_KEY]) || !isRecord(later[META_KEY])) return merged;
  return { ...merged, [META_KEY]: { ...earlier[META_KEY], ...later[META_KEY] } };
}

function isRecord<T extends object>(value: unknown): value is Partial<T> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
