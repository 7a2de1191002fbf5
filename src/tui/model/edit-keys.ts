/** Which keys RUN's line has, those of emacs or of vi, and the cursor that shows it. */

import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { CursorShape } from '../paint/frame.ts';
import type { Model } from './model.ts';
import { activeTab, activeView } from './step.ts';

export function hasViKeys(model: Model): boolean {
  const { editMode } = model.settings;
  if (editMode !== 'auto') return editMode === 'vi';
  return cottyMeta<TerminalMeta>(activeTab(model)?._meta).editMode === 'vi';
}

/** A bar inserts, a block stands on a character. */
export function lineCursor(model: Model): CursorShape {
  const view = activeView(model)?.view;
  if (view === undefined || !hasViKeys(model)) return 'default';
  return view.vi.mode === 'normal' ? 'block' : 'bar';
}

/** Returns what vi's normal mode waits for, to be shown; empty while it inserts. */
export function viNote(model: Model): string {
  const view = activeView(model)?.view;
  if (view?.mode !== 'run' || view.vi.mode !== 'normal' || !hasViKeys(model)) return '';
  return view.vi.pending === '' ? 'vi' : `vi ${view.vi.pending}`;
}
