/** The lines of an output in an open block: its pieces, with notes where lines between them are left out. */

import type { CommandPart } from '../../../protocol/terminal/state.ts';
import type { OutputRows, PlacedRow } from '../block/body-line.ts';

/** A run of rows of one piece, or the note about a gap; `first` is its index in the body of the block. */
export type Stretch =
  | { readonly kind: 'gap'; readonly first: number; readonly firstLine: number; readonly lines: number }
  | {
      readonly kind: 'rows';
      readonly first: number;
      readonly size: number;
      readonly firstLine: number;
      readonly row: (index: number) => PlacedRow | undefined;
    };

/** Lays out what the window has of an output; asks for the rest, and for the lines around `wanted` (a line, from 0). */
export function stretchesOf(
  output: OutputRows,
  part: CommandPart,
  cols: number,
  wanted: number | undefined,
): readonly Stretch[] {
  const { pieces, total } = output.pieces(part, wanted);
  const stretches: Stretch[] = [];
  let first = 0;
  const gap = (firstLine: number, lines: number): void => {
    if (lines > 0) stretches.push({ kind: 'gap', first, firstLine, lines });
    first += lines > 0 ? 1 : 0;
  };
  for (const { part: piece, firstLine, missing } of pieces) {
    gap(firstLine - missing, missing);
    const size = output.size(piece, cols);
    const row = (index: number) => output.row(piece, cols, index);
    stretches.push({ kind: 'rows', first, size, firstLine, row });
    first += size;
  }
  if (pieces.length === 0) gap(0, total ?? 0);
  return stretches;
}

/** Returns the index in the body of a block at which a line of the output begins, or at which it is left out. */
export function indexOfLine(output: OutputRows, part: CommandPart, cols: number, line: number): number {
  const { pieces } = output.pieces(part);
  let first = 0;
  for (const [at, { part: piece, firstLine, missing }] of pieces.entries()) {
    if (line < firstLine) return first;
    first += missing > 0 ? 1 : 0;
    const next = pieces[at + 1];
    if (next === undefined || line < next.firstLine - next.missing) {
      return first + output.rowOfLine(piece, cols, line - firstLine);
    }
    first += output.size(piece, cols);
  }
  return first;
}

/** The end of an output for a folded block. */
export type Preview = {
  readonly rows: readonly PlacedRow[];
  /** Number of lines above these rows; 0 when the host does not tell how many there are. */
  readonly above: number;
};

export function previewOf(output: OutputRows, part: CommandPart, count: number, cols: number): Preview {
  const { pieces, total } = output.end(part, count);
  const last = pieces.at(-1);
  if (last === undefined) return { rows: [], above: total ?? 0 };
  const { rows, lines } = output.lastRows(last.part, count, cols);
  const [top] = rows;
  const above = last.firstLine + (top === undefined ? lines : top.line + (top.offset > 0 ? 1 : 0));
  return { rows, above };
}
