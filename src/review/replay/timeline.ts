/** What of a recording has been printed at each moment of its replay. */

import type { Recording } from './recording.ts';

export type Timeline = {
  /** From `at` on (milliseconds), the text is shown up to `end`; in order. */
  readonly steps: readonly { readonly at: number; readonly end: number }[];
  /** When commands begin; in order. */
  readonly markers: readonly { readonly at: number; readonly title: string }[];
  readonly totalMs: number;
};

/** Longest pause in milliseconds while pauses are cut. */
const LONGEST_PAUSE = 2_000;

/** `cutsPauses`: longer pauses are played as pauses of two seconds. */
export function timelineOf({ pieces, markers, endMs }: Recording, cutsPauses: boolean): Timeline {
  const steps: { at: number; end: number }[] = [];
  const shown: { at: number; title: string }[] = [];
  let [at, before, next] = [0, 0, 0];
  const moment = (ms: number) => {
    const pause = Math.max(0, ms - before);
    return at + (cutsPauses ? Math.min(pause, LONGEST_PAUSE) : pause);
  };
  const mark = (until: number) => {
    for (; (markers[next]?.atMs ?? Number.POSITIVE_INFINITY) <= until; next += 1) {
      const { atMs, title } = markers[next] ?? { atMs: 0, title: '' };
      shown.push({ at: moment(atMs), title });
    }
  };
  for (const { atMs, end } of pieces) {
    mark(atMs);
    at = moment(atMs);
    before = atMs;
    steps.push({ at, end });
  }
  mark(Number.MAX_VALUE);
  return { steps, markers: shown, totalMs: moment(endMs) };
}

/** Returns how many UTF-16 units are shown at a moment. */
export function shownAt({ steps }: Timeline, ms: number): number {
  return steps[lastUntil(steps, ms)]?.end ?? 0;
}

/** Returns the moment of another timeline of the same recording at which the same text is shown. */
export function sameMoment(from: Timeline, to: Timeline, ms: number): number {
  const index = lastUntil(from.steps, ms);
  const since = ms - (from.steps[index]?.at ?? 0);
  const next = to.steps[index + 1]?.at ?? to.totalMs;
  return Math.min((to.steps[index]?.at ?? 0) + since, next);
}

/** Returns the index of the last one that has come at a moment, in a list in order; -1 if none has. */
export function lastUntil(list: readonly { readonly at: number }[], ms: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle]?.at ?? 0) <= ms) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
