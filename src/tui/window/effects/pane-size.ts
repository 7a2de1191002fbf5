/** Sizes that terminals get: those of their panes. */

import type { Model } from '../../model/model.ts';
import { paneLayout } from '../../model/panes/pane-layout.ts';
import { joined } from '../../model/panes/split-changes.ts';
import type { Joining } from '../../model/split.ts';
import { layout, type Size } from '../../model/window-layout.ts';

/** Returns the size a terminal held by this window should have. */
export function paneSize(model: Model, uri: string | undefined): Size {
  const { pane } = paneLayout(model, 1, uri);
  return { cols: pane.width, rows: pane.height };
}

/** Returns the size of a new terminal: its shell prints its first prompt in it. */
export function newSize(model: Model, joining: Joining | undefined): Size {
  const place = 'new';
  const { area } = layout(model.size);
  const splits = joining && joined(model.splits, place, joining.to, joining.side, area);
  return paneSize({ ...model, active: place, splits: splits ?? [] }, place);
}
