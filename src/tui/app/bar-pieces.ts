/**
 * What the bar says, painted beside the chip that Ink draws: clocks, counts and hints change with every second and
 * every step of a scroll, and a chrome laid out anew costs ten times what a painted row does.
 */

import { textRow } from '../../screen/row.ts';
import { textWidth } from '../../screen/width.ts';
import type { Theme } from '../theme/theme.ts';
import type { BarView, Piece } from './bar-view.ts';
import type { Overlay } from './compose.ts';
import type { Rect } from './layout.ts';

export function barOverlays(
  { middle, hints, x, width }: BarView,
  rect: Rect,
  theme: Theme,
): readonly Overlay[] {
  const end = rect.width - x - width;
  return [
    ...overlay(middle, { x, y: rect.y, width }, theme),
    ...overlay(hints, { x: x + width, y: rect.y, width: end }, theme),
  ];
}

function overlay({ text, role }: Piece, { x, y, width }: Omit<Rect, 'height'>, { cells }: Theme): Overlay[] {
  const cols = Math.min(textWidth(text), width);
  return cols <= 0 ? [] : [{ x, y, width: cols, row: textRow([{ text, style: cells[role] }], cols) }];
}
