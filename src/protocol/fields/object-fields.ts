/** The first checks of an unknown value: whether it is an object, and which of its keys are usable. */

export type Raw = { readonly [key: string]: unknown };

export function isRecord(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Removes nulls, because a `null` counts as absent (AHP §2); returns the same object if it has none. */
export function withoutNulls(value: unknown): unknown {
  if (!isRecord(value) || !Object.values(value).includes(null)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== null));
}

export type Check = (value: unknown) => boolean;

/** Returns the object without its nulls and without known keys of a wrong type; unknown keys stay. */
export function checked(raw: Raw, checks: { readonly [key: string]: Check }): Raw {
  const entries = Object.entries(raw).filter(
    ([key, value]) => value !== null && (!Object.hasOwn(checks, key) || checks[key]?.(value) === true),
  );
  return Object.fromEntries(entries);
}

export const isString = (value: unknown): value is string => typeof value === 'string';
export const isNumber = (value: unknown): value is number => Number.isFinite(value);
export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
/** Sequence numbers may exceed 32 bits; beyond 53 bits they would not be distinct. */
export const isSeq = (value: unknown): value is number => Number.isSafeInteger(value);

export const isStrings = (value: unknown): boolean => Array.isArray(value) && value.every(isString);

/** The result of validation: the typed value under its name, or an error of one line. */
export type Parsed<Name extends string, T> =
  | ({ readonly ok: true } & { readonly [N in Name]: T })
  | { readonly ok: false; readonly error: string };
