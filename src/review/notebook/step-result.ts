/** Compares what a step of a notebook has printed now with what was recorded. */

import { compare } from '../compare/compare.ts';
import type { Comparison } from '../compare/comparison.ts';
import type { Run } from '../run.ts';
import type { Step } from './notebook.ts';

export type StepResult = {
  /** Whether it ended as recorded, or without a record with exit code 0, and printed the same but for noise. */
  readonly same: boolean;
  /** What differs, in one line. */
  readonly headline: string;
  /** Absent when the file does not tell what it printed. */
  readonly comparison?: Comparison;
};

/** `unmasked`: whether times, hashes and other noise count as differences everywhere. */
export function stepResult({ recorded }: Step, run: Run, unmasked = false): StepResult {
  const wanted = recorded?.exitCode ?? (recorded?.output === undefined ? 0 : undefined);
  const isEnd = wanted === undefined || run.exitCode === wanted;
  const end = isEnd ? undefined : `exit ${wanted} → ${run.exitCode ?? 'unknown'}`;
  if (recorded?.output === undefined)
    return { same: isEnd, headline: end ?? (recorded === undefined ? 'exit 0' : 'ended as recorded') };
  const before = {
    output: recorded.output.replaceAll('\n', '\r\n'),
    startedAt: 0,
    ...(recorded.durationMs === undefined ? {} : { finishedAt: recorded.durationMs }),
    ...(run.exitCode === undefined ? {} : { exitCode: wanted ?? run.exitCode }),
  };
  const comparison = compare(before, run, { unmasked });
  return { same: isEnd && comparison.same, headline: comparison.headline, comparison };
}
