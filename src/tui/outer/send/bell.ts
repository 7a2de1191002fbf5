/** The bell of the outer terminal, rung at a limited rate: a program that prints a binary file rings thousands of times. */

/** Least time between two bells, in milliseconds. */
const BETWEEN_MS = 250;

export type BellOptions = { readonly ring: () => void; readonly now: () => number };

/** Returns a bell; a bell too soon after another is left out. */
export function limitedBell({ ring, now }: BellOptions): () => void {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const since = now() - last;
    // A clock that went backwards must not silence the bell.
    if (since >= 0 && since < BETWEEN_MS) return;
    last = now();
    ring();
  };
}
