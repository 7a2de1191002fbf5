/** Tells when somebody looks at what ran before, so that commands beyond those of the content are needed. */

import { isFollowing } from '../../blocks/block/block-view.ts';
import { isLooking } from '../../keys/key-table.ts';
import type { Model } from '../model.ts';

/** Whether blocks are walked or scrolled through, or the command lines of before are searched. */
export function looksBack(model: Model, uri: string): boolean {
  const view = model.views[uri];
  if (view === undefined) return false;
  return (
    isLooking(view.mode) ||
    !isFollowing(view.blocks) ||
    (uri === model.active && model.dialog?.kind === 'history')
  );
}
