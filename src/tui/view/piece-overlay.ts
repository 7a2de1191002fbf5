/** A piece of text painted over the chrome, cut at its room. */

import { textWidth } from '../../screen/cells/text-width.ts';
import type { Piece } from '../model/derived/mode-chip.ts';
import { chromeRow } from '../paint/frame.ts';
import type { Theme } from '../theme/theme.ts';
import type { Overlay } from './compose.ts';

/** Returns no overlay for an empty text, or where there is no room. */
export function pieceOverlay(
  { text, role }: Piece,
  { x, y, width }: Pick<Overlay, 'x' | 'y' | 'width'>,
  { cells }: Theme,
): readonly Overlay[] {
  const cols = Math.min(textWidth(text), width);
  return cols <= 0 ? [] : [{ x, y, width: cols, row: chromeRow([{ text, style: cells[role] }], cols) }];
}
