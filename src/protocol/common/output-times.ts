/**
 * When an output came, as it is recorded: pairs of numbers in one list, the milliseconds since the pair before (of the first: since
 * the command began) and how many UTF-16 units came then.
 */
export type OutputTimes = readonly number[];

/** Limit: pairs of one output. */
export const MOST_TIMES = 1000;

/** Returns a list that was read from outside, if it is one. */
export function readTimes(value: unknown): OutputTimes | undefined {
  if (!Array.isArray(value) || value.length > 2 * MOST_TIMES || value.length % 2 === 1) return undefined;
  return value.every((each) => Number.isSafeInteger(each) && each >= 0) ? value : undefined;
}
