/**
 * The texts of the bar, painted beside the chip that Ink draws: clocks, counts and hints change with every second and
 * every step of a scroll, and laying out the chrome anew costs ten times as much as painting a row.
 */

import type { Rect } from '../model/window-layout.ts';
import type { Theme } from '../theme/theme.ts';
import type { BarView } from './bar-view.ts';
import type { Overlay } from './compose.ts';
import { pieceOverlay } from './piece-overlay.ts';

export function barOverlays(
  { middle, hints, x, width }: BarView,
  rect: Rect,
  theme: Theme,
): readonly Overlay[] {
  const end = rect.width - x - width;
  return [
    ...pieceOverlay(middle, { x, y: rect.y, width }, theme),
    ...pieceOverlay(hints, { x: x + width, y: rect.y, width: end }, theme),
  ];
}
