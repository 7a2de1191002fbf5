/** A comparison as JSON. */

import { unifiedRows } from '../../review/compare/rows.ts';
import type { Run } from '../../review/run.ts';
import type { Compared } from './diff-text.ts';

/** `rows` are the lines of the unified form; `changed` in them are offsets of changed words in UTF-16 units. */
export function diffJson({ before, after, comparison, context }: Compared): object {
  const { headline, same, removed, added, masked, exitCode, durationMs, cut, coarse } = comparison;
  return {
    headline,
    same,
    before: runJson(before),
    after: runJson(after),
    exit: { before: exitCode.before ?? null, after: exitCode.after ?? null },
    duration_s: { before: seconds(durationMs.before), after: seconds(durationMs.after) },
    removed,
    added,
    masked: {
      lines: masked.lines,
      kinds: Object.fromEntries(masked.kinds.map(({ kind, count }) => [kind, count])),
    },
    lines_not_compared: cut,
    coarse,
    rows: unifiedRows(comparison, context),
  };
}

function runJson({ terminal, uri, seq, commandLine: cmd, startedAt }: Run): object {
  return { terminal, uri, seq, cmd, started_at: new Date(startedAt).toISOString() };
}

function seconds(ms: number | undefined): number | null {
  return ms === undefined ? null : ms / 1000;
}
