/** Tells when somebody looks at what ran before, so that commands beyond those of the content are needed. */

import { isFollowing } from '../../blocks/block/block-view.ts';
import { isLooking } from '../../keys/key-table.ts';
import type { Model } from '../model.ts';
import { activeView } from '../step.ts';

/** Whether blocks are walked or scrolled through, or the command lines of before are searched. */
export function looksBack(model: Model): boolean {
  const view = activeView(model)?.view;
  if (view === undefined) return false;
  return isLooking(view.mode) || !isFollowing(view.blocks) || model.dialog?.kind === 'history';
}
