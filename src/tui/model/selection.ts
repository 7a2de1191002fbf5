/** A stretch of the window chosen by dragging — which cells it has, how they look, and their text as logical lines. */

import type { Row } from '../../screen/cells/row.ts';
import { internStyle, type StyleId, styleOf } from '../../screen/cells/style.ts';

export type Cell = { readonly x: number; readonly y: number };

/** From where the button went down to where the mouse is now, in cells of the window, both included. */
export type Selection = { readonly from: Cell; readonly to: Cell };

/** A press that has not moved is a click. */
export function isDragged({ from, to }: Selection): boolean {
  return from.x !== to.x || from.y !== to.y;
}

/** The rows with the chosen cells inverse; the others keep their identity. */
export function withSelection(rows: readonly Row[], selection: Selection): readonly Row[] {
  return rows.map((row, y) => {
    const span = spanAt(selection, y, row.chars.length);
    if (span === undefined) return row;
    const styles = row.styles.map((style, x) => (x >= span.from && x < span.to ? inverted(style) : style));
    return { ...row, styles };
  });
}

/** What is copied: wrapped rows are one line again, and no line ends in blanks that nobody wrote. */
export function selectedText(rows: readonly Row[], selection: Selection): string {
  let text = '';
  for (const [y, row] of rows.entries()) {
    const span = spanAt(selection, y, row.chars.length);
    if (span === undefined) continue;
    const cells = row.chars.slice(span.from, span.to).join('');
    const goesOn = rows[y + 1]?.wrapped === true && spanAt(selection, y + 1, row.chars.length) !== undefined;
    text += goesOn ? cells : `${cells.trimEnd()}\n`;
  }
  return text.replace(/\n$/, '');
}

/** Cells of line `y`, `to` not included: as in a text, from the first to the last and all of the lines between. */
function spanAt({ from, to }: Selection, y: number, cols: number): { from: number; to: number } | undefined {
  const isForward = from.y < to.y || (from.y === to.y && from.x <= to.x);
  const [first, last] = isForward ? [from, to] : [to, from];
  if (y < first.y || y > last.y) return undefined;
  return { from: y === first.y ? first.x : 0, to: y === last.y ? Math.min(cols, last.x + 1) : cols };
}

function inverted(id: StyleId): StyleId {
  const style = styleOf(id);
  return internStyle({ ...style, inverse: !style.inverse });
}
