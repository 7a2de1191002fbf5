/** Finds the known word that a misspelt word most likely means. */

/** Largest share of wrong letters; with more, it is another word. */
const MAX_SHARE = 1 / 3;

export function nearest(word: string, known: readonly string[]): string | undefined {
  // A word this long is far longer than any name.
  if (word.length > 40) return undefined;
  let best: { readonly candidate: string; readonly steps: number } | undefined;
  for (const candidate of known) {
    const steps = distance(word.toLowerCase(), candidate.toLowerCase());
    if (steps <= candidate.length * MAX_SHARE && (best === undefined || steps < best.steps)) {
      best = { candidate, steps };
    }
  }
  return best?.candidate;
}

/** Returns `; did you mean X?`, or nothing where no known word is near. */
export function didYouMean(word: string, known: readonly string[]): string {
  const meant = nearest(word, known);
  return meant === undefined ? '' : `; did you mean ${meant}?`;
}

/** Number of letters to add, drop, change or swap with their neighbour (optimal string alignment distance). */
function distance(one: string, other: string): number {
  let before: readonly number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swap = isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(change, swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[other.length] ?? 0;
}
