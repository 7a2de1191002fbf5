/** The orders of the history: which of two commands comes first. */

import type { HistoryOrder } from './history.ts';

/** What the orders compare of a command. */
export type OrderKey = {
  readonly startedAt: number;
  /** Undefined when its end is not known; such a command is sorted last by duration. */
  readonly durationMs: number | undefined;
  readonly failed: boolean;
  readonly commandLine: string;
};

/** Returns a negative number if the first comes before the second. */
export function compareBy(order: HistoryOrder): (one: OrderKey, other: OrderKey) => number {
  const newest = (one: OrderKey, other: OrderKey): number => other.startedAt - one.startedAt;
  switch (order) {
    case 'newest':
      return newest;
    case 'oldest':
      return (one, other) => one.startedAt - other.startedAt;
    case 'longest':
      return (one, other) => (other.durationMs ?? -1) - (one.durationMs ?? -1) || newest(one, other);
    case 'shortest':
      return (one, other) =>
        (one.durationMs ?? Number.MAX_VALUE) - (other.durationMs ?? Number.MAX_VALUE) || newest(one, other);
    case 'failed':
      return (one, other) => Number(other.failed) - Number(one.failed) || newest(one, other);
    case 'command':
      return (one, other) => compareTexts(one.commandLine, other.commandLine) || newest(one, other);
  }
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
