/** The scrollbar: a column drawn over the last one of a body, with signs that need no colour. */

import { isBrowsing } from '../../client/commands/key-table.ts';
import type { Rect } from '../../client/panes/pane-tree.ts';
import { isFollowing } from '../blocks/block/block-view.ts';
import type { Overview } from '../blocks/list/overview.ts';
import type { Piece } from '../model/derived/mode-chip.ts';
import type { Model, TabView } from '../model/model.ts';
import { type Overlay, pieceOverlay } from './compose.ts';

/** Whether a body has the scrollbar. With `auto`, only while the user looks back: at the prompt it would cover text. */
export function hasScrollbar({ settings }: Model, { mode, blocks }: TabView): boolean {
  if (settings.scrollbar !== 'auto') return settings.scrollbar === 'on';
  return isBrowsing(mode) || !isFollowing(blocks);
}

export function scrollbarOverlays(
  { thumb, marks }: Overview,
  { x, y, width, height }: Rect,
  { appearance: { glyphs, theme } }: Pick<Model, 'appearance'>,
): readonly Overlay[] {
  const pieceAt = (row: number): Piece => {
    const mark = marks.get(row);
    if (mark?.kind === 'failed') return { text: glyphs.failure, role: 'failure' };
    if (mark?.kind === 'bookmarked') return { text: glyphs.bookmark, role: 'warning' };
    if (mark !== undefined)
      return { text: glyphs.mask, role: mark.kind === 'current' ? 'matchCurrent' : 'match' };
    return row >= thumb.from && row < thumb.to
      ? { text: glyphs.thumb, role: 'muted' }
      : { text: glyphs.vertical, role: 'border' };
  };
  return Array.from({ length: height }, (_, row) =>
    pieceOverlay(pieceAt(row), { x: x + width - 1, y: y + row, width: 1 }, theme),
  ).flat();
}
