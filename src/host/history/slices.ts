/** Splits long work into slices, between which the host handles keys and output. */

/** Resolves after the event loop has handled everything that waits. */
export type Pause = () => Promise<void>;

/** Items that are sorted at once, and that are merged between two pauses: about a millisecond each. */
const RUN = 2048;
const STEPS = 8192;

/** Sorts as `toSorted` does, by merging sorted runs. */
export async function sortedInSlices<T>(
  items: readonly T[],
  compare: (one: T, other: T) => number,
  pause: Pause,
): Promise<T[]> {
  let from: T[] = [];
  for (let at = 0; at < items.length; at += RUN) {
    for (const item of items.slice(at, at + RUN).sort(compare)) from.push(item);
    await pause();
  }
  for (let width = RUN; width < from.length; width *= 2) from = await merged(from, { width, compare, pause });
  return from;
}

type Merge<T> = {
  readonly width: number;
  readonly compare: (one: T, other: T) => number;
  readonly pause: Pause;
};

/** Merges neighbouring runs of a width. */
async function merged<T>(from: readonly T[], { width, compare, pause }: Merge<T>): Promise<T[]> {
  const to: T[] = [];
  for (let start = 0; start < from.length; start += 2 * width) {
    const middle = Math.min(start + width, from.length);
    const end = Math.min(start + 2 * width, from.length);
    let [left, right] = [start, middle];
    while (left < middle || right < end) {
      const takesLeft = right >= end || (left < middle && compare(from[left] as T, from[right] as T) <= 0);
      to.push(from[takesLeft ? left++ : right++] as T);
      if (to.length % STEPS === 0) await pause();
    }
  }
  return to;
}
