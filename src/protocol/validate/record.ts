/** The first look at something unknown: is it an object, and which of its keys count. */

export type Raw = { readonly [key: string]: unknown };

export function isRecord(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A `null` reads as absent (AHP §2); the same object comes back if it has none. */
export function withoutNulls(value: unknown): unknown {
  if (!isRecord(value) || !Object.values(value).includes(null)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== null));
}

export type Check = (value: unknown) => boolean;

/** The object without its nulls and without known keys of a wrong type; unknown keys stay. */
export function checked(raw: Raw, checks: { readonly [key: string]: Check }): Raw {
  const entries = Object.entries(raw).filter(
    ([key, value]) => value !== null && (!Object.hasOwn(checks, key) || checks[key]?.(value) === true),
  );
  return Object.fromEntries(entries);
}

export const isString = (value: unknown): value is string => typeof value === 'string';
export const isNumber = (value: unknown): value is number => Number.isFinite(value);
export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
/** Sequence numbers exceed 32 bits; beyond 53 they could not be told apart. */
export const isSeq = (value: unknown): value is number => Number.isSafeInteger(value);
