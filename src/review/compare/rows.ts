/** The rows of a comparison, below each other or side by side, with some equal lines around each change. */

import type { ChangedLine, Comparison, Hunk, Span } from './comparison.ts';

/** So many equal lines that are left out. */
export type SkippedRow = { readonly kind: 'skipped'; readonly count: number };

/** Numbers of lines begin with 1. `was`: the text of before, if noise was masked. */
export type UnifiedRow =
  | {
      readonly kind: 'equal';
      readonly before: number;
      readonly after: number;
      readonly text: string;
      readonly was?: string;
    }
  | {
      readonly kind: 'removed';
      readonly before: number;
      readonly text: string;
      readonly changed: readonly Span[];
    }
  | {
      readonly kind: 'added';
      readonly after: number;
      readonly text: string;
      readonly changed: readonly Span[];
    }
  | SkippedRow;

export type NumberedLine = ChangedLine & { readonly number: number };
export type SideRow =
  | { readonly kind: 'equal' | 'changed'; readonly before?: NumberedLine; readonly after?: NumberedLine }
  | SkippedRow;

/** What a line of a unified diff begins with. */
export const SIGNS = { equal: ' ', removed: '-', added: '+' } as const;

/** Equal lines around a change. */
export const CONTEXT = 3;

export function unifiedRows({ hunks }: Pick<Comparison, 'hunks'>, context = CONTEXT): readonly UnifiedRow[] {
  return rowsOf(hunks, context, (hunk, from, to) => {
    if (hunk.kind === 'changed') return changedRows(hunk);
    return hunk.lines.slice(from, to).map(({ before: was, after: text }, at) => ({
      kind: 'equal',
      before: hunk.before + from + at,
      after: hunk.after + from + at,
      text,
      ...(was === text ? {} : { was }),
    }));
  });
}

export function sideRows({ hunks }: Pick<Comparison, 'hunks'>, context = CONTEXT): readonly SideRow[] {
  return rowsOf(hunks, context, (hunk, from, to) => {
    if (hunk.kind === 'changed') return changedSides(hunk);
    return hunk.lines.slice(from, to).map(({ before, after }, at) => ({
      kind: 'equal',
      before: { text: before, changed: [], number: hunk.before + from + at },
      after: { text: after, changed: [], number: hunk.after + from + at },
    }));
  });
}

type Changed = Extract<Hunk, { readonly kind: 'changed' }>;

/** `part` returns the rows of a hunk; of an equal one those of the lines from one index up to another. */
function rowsOf<Row>(
  hunks: readonly Hunk[],
  context: number,
  part: (hunk: Hunk, from: number, to: number) => readonly Row[],
): readonly (Row | SkippedRow)[] {
  const rows: (Row | SkippedRow)[] = [];
  const add = (more: readonly Row[]) => {
    for (const row of more) rows.push(row);
  };
  hunks.forEach((hunk, at) => {
    if (hunk.kind === 'changed') {
      add(part(hunk, 0, 0));
      return;
    }
    const { length } = hunk.lines;
    const head = at === 0 ? 0 : context;
    const tail = at === hunks.length - 1 ? 0 : context;
    if (head + tail >= length) {
      add(part(hunk, 0, length));
      return;
    }
    add(part(hunk, 0, head));
    rows.push({ kind: 'skipped', count: length - head - tail });
    add(part(hunk, length - tail, length));
  });
  return rows;
}

function changedRows({ before: from, after: to, pairs }: Changed): readonly UnifiedRow[] {
  const removed = pairs.flatMap(({ before }) => before ?? []);
  const added = pairs.flatMap(({ after }) => after ?? []);
  return [
    ...removed.map((line, at) => ({ kind: 'removed' as const, before: from + at, ...line })),
    ...added.map((line, at) => ({ kind: 'added' as const, after: to + at, ...line })),
  ];
}

function changedSides({ before: from, after: to, pairs }: Changed): readonly SideRow[] {
  let [left, right] = [from, to];
  return pairs.map(({ before, after }) => ({
    kind: 'changed',
    ...(before && { before: { ...before, number: left++ } }),
    ...(after && { after: { ...after, number: right++ } }),
  }));
}
