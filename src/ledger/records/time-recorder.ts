/**
 * Records when the output of a command comes. Output within `gap` of a pair belongs to it. When the list is full, the gap is
 * doubled until half of the pairs are left: short pauses are lost first, and a pause that is longer than the gap keeps its length.
 */

import { MOST_TIMES, type OutputTimes } from '../../protocol/common/output-times.ts';

/** Least time between two pairs, in milliseconds, while the list is not full. */
const LEAST_MS = 50;

export class TimeRecorder {
  #pairs: number[];
  #gap = LEAST_MS;
  /** Time of the last pair, in Unix milliseconds. */
  #at: number;
  /** UTF-16 units that have a time. */
  #units: number;

  /** `kept`: the times of an output that goes on. What was printed since then gets the time of what comes next. */
  constructor(startedAt: number, kept: OutputTimes = []) {
    this.#pairs = [...kept];
    this.#at = kept.reduce((at, value, index) => (index % 2 === 0 ? at + value : at), startedAt);
    this.#units = kept.reduce((sum, value, index) => (index % 2 === 1 ? sum + value : sum), 0);
  }

  get times(): OutputTimes {
    return [...this.#pairs];
  }

  /** Must be called when text was printed: at `now` (Unix ms) the output has so many units. */
  printed(now: number, total: number): void {
    const units = total - this.#units;
    if (units <= 0) return;
    this.#units = total;
    const delay = Math.max(0, Math.round(now - this.#at));
    const last = this.#pairs.length - 1;
    if (last > 0 && delay < this.#gap) {
      this.#pairs[last] = (this.#pairs[last] ?? 0) + units;
      return;
    }
    this.#pairs.push(delay, units);
    this.#at += delay;
    if (this.#pairs.length >= 2 * MOST_TIMES) this.#shorten();
  }

  #shorten(): void {
    while (this.#pairs.length > MOST_TIMES) {
      this.#gap *= 2;
      const { pairs, dropped } = merged(this.#pairs, this.#gap);
      this.#pairs = pairs;
      this.#at -= dropped;
    }
  }
}

/** Joins each pair to the one before that is less than `gap` away. `dropped`: milliseconds from the last pair to the one it was. */
function merged(all: OutputTimes, gap: number): { readonly pairs: number[]; readonly dropped: number } {
  const pairs: number[] = [];
  let since = 0;
  for (let index = 0; index < all.length; index += 2) {
    since += all[index] ?? 0;
    const units = all[index + 1] ?? 0;
    const last = pairs.length - 1;
    if (last > 0 && since < gap) {
      pairs[last] = (pairs[last] ?? 0) + units;
      continue;
    }
    pairs.push(since, units);
    since = 0;
  }
  return { pairs, dropped: since };
}
