/** What a step of a notebook prints otherwise than was recorded. */

import { SIGNS, unifiedRows } from '../../review/compare/rows.ts';
import type { StepResult } from '../../review/notebook/step-result.ts';
import { printable } from '../common/plain-text.ts';

/** Returns lines as a unified diff has them; empty if only the exit code differs. */
export function differences({ comparison }: Pick<StepResult, 'comparison'>): string {
  if (comparison === undefined || comparison.removed + comparison.added === 0) return '';
  const lines = unifiedRows(comparison).map((row) =>
    row.kind === 'skipped' ? `  … ${row.count} lines alike` : `${SIGNS[row.kind]} ${printable(row.text)}`,
  );
  return `${lines.join('\n')}\n`;
}
