/** Sorts rows of which long runs are sorted already, as those of each terminal are, by merging the runs. */

/** Rows that are merged between two pauses. */
const STEPS = 16_384;

/** Sorts by `keys[row]`; rows with equal keys by number. */
export async function sortedRuns(
  rows: Uint32Array<ArrayBuffer>,
  keys: Float64Array,
  pause: () => Promise<void>,
): Promise<Uint32Array<ArrayBuffer>> {
  const isBefore = (one: number, other: number): boolean => {
    const difference = (keys[one] ?? 0) - (keys[other] ?? 0);
    return difference < 0 || (difference === 0 && one < other);
  };
  let starts = runsIn(rows, isBefore);
  let [from, to] = [rows, new Uint32Array(rows.length)];
  while (starts.length > 1) {
    const merged: number[] = [];
    for (let run = 0; run < starts.length; run += 2) {
      const start = starts[run] ?? 0;
      merged.push(start);
      const middle = starts[run + 1] ?? from.length;
      await merge({ from, to, start, middle, end: starts[run + 2] ?? from.length }, isBefore, pause);
    }
    starts = merged;
    [from, to] = [to, from];
  }
  return from;
}

function runsIn(rows: Uint32Array, isBefore: (one: number, other: number) => boolean): number[] {
  const starts = [0];
  for (let at = 1; at < rows.length; at += 1) if (isBefore(rows[at] ?? 0, rows[at - 1] ?? 0)) starts.push(at);
  return starts;
}

type Merge = {
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly start: number;
  readonly middle: number;
  readonly end: number;
};

async function merge(
  { from, to, start, middle, end }: Merge,
  isBefore: (one: number, other: number) => boolean,
  pause: () => Promise<void>,
): Promise<void> {
  let [left, right] = [start, middle];
  for (let at = start; at < end; at += 1) {
    const takesLeft = right >= end || (left < middle && isBefore(from[left] ?? 0, from[right] ?? 0));
    to[at] = (takesLeft ? from[left++] : from[right++]) ?? 0;
    if (at % STEPS === STEPS - 1) await pause();
  }
}
