/** What of an output has been printed at each moment of its replay. */

import type { Run } from '../run.ts';
import { timedText, withCarriageReturns } from '../timed-text.ts';

export type Timeline = {
  readonly text: string;
  /** From `at` on (milliseconds), the text is shown up to `end`; in order. */
  readonly steps: readonly { readonly at: number; readonly end: number }[];
  readonly totalMs: number;
  /** False if no times were recorded: lines then come at a steady rate. */
  readonly isTimed: boolean;
};

/** Longest pause in milliseconds while pauses are cut. */
const LONGEST_PAUSE = 2_000;

/** Without times: milliseconds of a line, and limits of the whole replay and of its steps. */
const LINE_MS = 100;
const MOST_MS = 10_000;
const MOST_STEPS = 1000;

/** `cutsPauses`: longer pauses are played as pauses of two seconds. */
export function timelineOf(run: Run, cutsPauses: boolean): Timeline {
  const pieces = timedText(run);
  if (pieces === undefined) return steadyTimeline(withCarriageReturns(run.output));
  const steps: { at: number; end: number }[] = [];
  const parts: string[] = [];
  let [at, end, before] = [0, 0, 0];
  for (const { atMs, text } of pieces) {
    at += pause(atMs - before, cutsPauses);
    before = atMs;
    end += text.length;
    parts.push(text);
    steps.push({ at, end });
  }
  const ended = (run.finishedAt ?? run.startedAt) - run.startedAt;
  const totalMs = at + pause(Math.max(0, ended - before), cutsPauses);
  return { text: parts.join(''), steps, totalMs, isTimed: true };
}

function pause(ms: number, isCut: boolean): number {
  return isCut ? Math.min(ms, LONGEST_PAUSE) : ms;
}

function steadyTimeline(text: string): Timeline {
  const ends: number[] = [];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) ends.push(at + 1);
  if (ends.at(-1) !== text.length && text !== '') ends.push(text.length);
  const every = Math.ceil(ends.length / MOST_STEPS);
  const lineMs = Math.min(LINE_MS, MOST_MS / Math.max(1, ends.length));
  const steps = ends
    .map((end, index) => ({ at: Math.round((index + 1) * lineMs), end }))
    .filter((_step, index) => (index + 1) % every === 0 || index === ends.length - 1);
  return { text, steps, totalMs: steps.at(-1)?.at ?? 0, isTimed: false };
}

/** Returns how many UTF-16 units are shown at a moment. */
export function shownAt({ steps }: Timeline, ms: number): number {
  let [low, high] = [0, steps.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((steps[middle]?.at ?? 0) <= ms) low = middle + 1;
    else high = middle;
  }
  return steps[low - 1]?.end ?? 0;
}

/** Returns the moment of another timeline of the same run at which the same text is shown. */
export function sameMoment(from: Timeline, to: Timeline, ms: number): number {
  const index = from.steps.findLastIndex(({ at }) => at <= ms);
  const since = ms - (from.steps[index]?.at ?? 0);
  const next = to.steps[index + 1]?.at ?? to.totalMs;
  return Math.min((to.steps[index]?.at ?? 0) + since, next);
}
