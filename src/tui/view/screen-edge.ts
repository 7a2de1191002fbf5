/** The edge of a screen smaller than the window, as somebody else has it: a thin line, and one label at its corner. */

import type { Row } from '../../screen/cells/row.ts';
import { textWidth } from '../../screen/cells/text-width.ts';
import type { Appearance } from '../model/appearance.ts';
import { chromeRow } from '../paint/frame.ts';
import { fitted } from './compose.ts';

export type ScreenEdge = {
  /** Size of the screen. */
  readonly cols: number;
  readonly rows: number;
  /** Width of the body. */
  readonly width: number;
  /** Row of the body right below the screen; negative when it is not in view. */
  readonly bottom: number;
  /** Who holds the terminal, where that is somebody else. */
  readonly holder: string | undefined;
};

/** Draws row `y` of the body: that of the screen, and its right edge; the label stands at the top when the corner is hidden. */
export function besideEdge(row: Row, y: number, edge: ScreenEdge, appearance: Appearance): Row {
  const { cols, width, bottom } = edge;
  const { glyphs, theme } = appearance;
  const said = y === 0 && bottom < 0 ? ` ${label(edge, appearance)}` : '';
  const fits = textWidth(said) < width - cols;
  const text = `${glyphs.vertical}${fits ? said : ''}`;
  return joined(fitted(row, cols), chromeRow([{ text, style: theme.cells.border }], width - cols));
}

/** Draws the edge below the screen. The label stands behind the corner, else before it. */
export function bottomEdge(edge: ScreenEdge, appearance: Appearance): Row {
  const { cols, width } = edge;
  const { glyphs, theme } = appearance;
  const said = label(edge, appearance);
  const [, , , corner] = glyphs.corners;
  const line = Math.min(cols, width);
  const hasCorner = cols < width;
  const isBehind = textWidth(said) + 2 <= width - cols;
  const inside = isBehind ? '' : ` ${said} `;
  const rule = glyphs.horizontal.repeat(Math.max(0, line - textWidth(inside)));
  const end = `${hasCorner ? corner : ''}${isBehind ? ` ${said}` : ''}`;
  return chromeRow([{ text: `${rule}${inside}${end}`, style: theme.cells.border }], width);
}

function label({ cols, rows, holder }: ScreenEdge, { glyphs }: Appearance): string {
  const size = `${cols}${glyphs.close}${rows}`;
  return holder === undefined ? size : `${size} ${glyphs.separator} ${holder}`;
}

function joined(one: Row, other: Row): Row {
  return {
    chars: [...one.chars, ...other.chars],
    styles: [...one.styles, ...other.styles],
    wrapped: one.wrapped,
  };
}
