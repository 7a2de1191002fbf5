/** Lays rows over rows: the chrome with its holes filled makes the frame. */

import { blankRow, type Row } from '../../screen/cells/row.ts';
import { textWidth } from '../../screen/cells/text-width.ts';
import type { Piece } from '../model/derived/mode-chip.ts';
import { chromeRow } from '../paint/frame.ts';
import type { Theme } from '../theme/theme.ts';

/** A row to be laid into the frame at column `x` of line `y`, cut or filled to `width` cells. */
export type Overlay = { readonly x: number; readonly y: number; readonly width: number; readonly row: Row };

/** Lays every overlay over `base`, later ones over earlier ones. Untouched rows keep their identity. */
export function compose(base: readonly Row[], overlays: readonly Overlay[]): readonly Row[] {
  const rows = [...base];
  for (const overlay of overlays) {
    const under = rows[overlay.y];
    if (under !== undefined) rows[overlay.y] = lay(under, overlay);
  }
  return rows;
}

function lay(under: Row, { x, width, row }: Overlay): Row {
  const cols = under.chars.length;
  // The common case, a pane as wide as the window, costs nothing and keeps the identity of the row.
  if (x === 0 && width === cols && row.chars.length === cols) return row;
  const piece = fitted(row, Math.min(width, cols - x));
  const end = x + piece.chars.length;
  const chars = [...under.chars];
  // A cut through a wide character of the row below leaves a blank for its visible half.
  if (chars[x] === '' && x > 0) chars[x - 1] = ' ';
  if (chars[end] === '') chars[end] = ' ';
  chars.splice(x, end - x, ...piece.chars);
  const styles = [...under.styles];
  styles.splice(x, end - x, ...piece.styles);
  return { chars, styles, wrapped: false };
}

/** Makes the row exactly `cols` cells wide: cuts it without leaving half a wide character, or fills it with blanks. */
export function fitted(row: Row, cols: number): Row {
  if (row.chars.length === cols) return row;
  if (row.chars.length < cols) {
    const fill = blankRow(cols - row.chars.length);
    return {
      chars: [...row.chars, ...fill.chars],
      styles: [...row.styles, ...fill.styles],
      wrapped: row.wrapped,
    };
  }
  const chars = row.chars.slice(0, cols);
  if (row.chars[cols] === '' && cols > 0) chars[cols - 1] = ' ';
  return { chars, styles: row.styles.slice(0, cols), wrapped: row.wrapped };
}

// A piece of text painted over the chrome, cut to the width that it has.

/** Returns no overlay for an empty text, or where there is no room. */
export function pieceOverlay(
  { text, role }: Piece,
  { x, y, width }: Pick<Overlay, 'x' | 'y' | 'width'>,
  { cells }: Theme,
): readonly Overlay[] {
  const cols = Math.min(textWidth(text), width);
  return cols <= 0 ? [] : [{ x, y, width: cols, row: chromeRow([{ text, style: cells[role] }], cols) }];
}
