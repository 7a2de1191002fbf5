/** A selection made by dragging: its cells, how they are drawn, and their text as logical lines. */

import type { Row } from '../../screen/cells/row.ts';
import { internStyle, type StyleId, styleOf } from '../../screen/cells/style.ts';

export type Cell = { readonly x: number; readonly y: number };

/** The cells from the press of the button to the mouse, both included, in coordinates of the window. */
export type Selection = { readonly from: Cell; readonly to: Cell };

/** Whether the mouse has moved since the press; otherwise it is a click. */
export function isDragged({ from, to }: Selection): boolean {
  return from.x !== to.x || from.y !== to.y;
}

/** Colours of what is selected, `0xrrggbb` each. */
export type SelectionColors = {
  readonly selection?: number | undefined;
  readonly selectedText?: number | undefined;
};

/** Draws the selected cells inverse, or in the colours that a program has set; the other rows keep their identity. */
export function withSelection(
  rows: readonly Row[],
  selection: Selection,
  colors: SelectionColors = {},
): readonly Row[] {
  const marked = markWith(colors);
  return rows.map((row, y) => {
    const span = spanAt(selection, y, row.chars.length);
    if (span === undefined) return row;
    const styles = row.styles.map((style, x) => (x >= span.from && x < span.to ? marked(style) : style));
    return { ...row, styles };
  });
}

/** Returns the selected text: wrapped rows become one line again, and blanks at line ends are dropped. */
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

/** Returns the selected cells of line `y`, `to` excluded: whole lines between the first and the last, as in a text. */
function spanAt({ from, to }: Selection, y: number, cols: number): { from: number; to: number } | undefined {
  const isForward = from.y < to.y || (from.y === to.y && from.x <= to.x);
  const [first, last] = isForward ? [from, to] : [to, from];
  if (y < first.y || y > last.y) return undefined;
  return { from: y === first.y ? first.x : 0, to: y === last.y ? Math.min(cols, last.x + 1) : cols };
}

function markWith({ selection, selectedText }: SelectionColors): (id: StyleId) => StyleId {
  if (selection === undefined && selectedText === undefined) {
    return (id) => internStyle({ ...styleOf(id), inverse: !styleOf(id).inverse });
  }
  return (id) => {
    const style = styleOf(id);
    return internStyle({
      ...style,
      inverse: false,
      bg: selection === undefined ? style.bg : { kind: 'rgb', value: selection },
      fg: selectedText === undefined ? style.fg : { kind: 'rgb', value: selectedText },
    });
  };
}
