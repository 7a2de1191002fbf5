/** Rows of panes side by side, joined to rows as wide as the window: a row in which nothing has changed stays the same object. */

import { blankRow } from '../../../screen/cells/row.ts';
import { compose, type Overlay } from '../../view/compose.ts';

type Line = { readonly from: readonly Overlay[]; readonly joined: Overlay };

export class JoinedRows {
  #lines = new Map<number, Line>();
  #cols = 0;

  /** Joins all that is laid on one line of the window, in the order given. */
  join(overlays: readonly Overlay[], cols: number): readonly Overlay[] {
    const known = cols === this.#cols ? this.#lines : new Map<number, Line>();
    const byLine = new Map<number, Overlay[]>();
    for (const overlay of overlays) {
      const line = byLine.get(overlay.y);
      if (line === undefined) byLine.set(overlay.y, [overlay]);
      else line.push(overlay);
    }
    const lines = new Map<number, Line>();
    for (const [y, from] of byLine) {
      const before = known.get(y);
      const line =
        before !== undefined && areSame(before.from, from) ? before : { from, joined: joined(y, from, cols) };
      lines.set(y, line);
    }
    this.#cols = cols;
    this.#lines = lines;
    return [...lines.values()].map((line) => line.joined);
  }
}

function joined(y: number, from: readonly Overlay[], cols: number): Overlay {
  const [row = blankRow(cols)] = compose(
    [blankRow(cols)],
    from.map((overlay) => ({ ...overlay, y: 0 })),
  );
  return { x: 0, y, width: cols, row };
}

function areSame(one: readonly Overlay[], other: readonly Overlay[]): boolean {
  if (one.length !== other.length) return false;
  return one.every((each, index) => {
    const also = other[index];
    return also !== undefined && each.row === also.row && each.x === also.x && each.width === also.width;
  });
}
