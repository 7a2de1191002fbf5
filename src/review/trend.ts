/** Draws how long the runs of one command took, and which failed, as a row of small bars. */

import { isNoFailure } from '../protocol/common/exit-status.ts';
import type { TrendRun } from '../protocol/cotty/history.ts';

export type TrendCell = { readonly glyph: string; readonly failed: boolean };

const BARS = '▁▂▃▄▅▆▇█';
const ASCII_BARS = '_.,-~+*#';
/** A run whose end is not known. */
const UNKNOWN = '·';
const ASCII_UNKNOWN = '?';

/**
 * Returns one cell for each of the newest runs, at most `cells`, oldest first as the runs are. The height of a bar is the
 * duration as a share of the longest one that is drawn.
 */
export function sparkline(runs: readonly TrendRun[], cells: number, ascii: boolean): readonly TrendCell[] {
  const drawn = cells < 1 ? [] : runs.slice(-Math.floor(cells));
  const longest = Math.max(0, ...drawn.map(({ durationMs = 0 }) => durationMs));
  return drawn.map(({ durationMs, exitCode }) => ({
    glyph: durationMs === undefined ? (ascii ? ASCII_UNKNOWN : UNKNOWN) : bar(durationMs, longest, ascii),
    failed: exitCode !== undefined && !isNoFailure(exitCode),
  }));
}

/** A bar whose height is the value as a share of the most. */
export function bar(value: number, most: number, ascii: boolean): string {
  const bars = ascii ? ASCII_BARS : BARS;
  const share = most <= 0 ? 0 : Math.max(0, value) / most;
  return bars[Math.round(share * (bars.length - 1))] ?? UNKNOWN;
}
