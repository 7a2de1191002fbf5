/** What a person looks at in this window: the host is told, programs learn of their focus by it, and what is in view is no news. */

import { isBrowsing } from '../../../client/commands/key-table.ts';
import type { Look } from '../../../protocol/cotty/program.ts';
import type { Model } from '../model.ts';
import { isPeeked, openUris, standsAlike } from '../panes/pane-layout.ts';
import { activeView } from '../step.ts';

/** Returns the terminals in view while the window has the focus, and the one whose program gets the keys. */
export function lookOf(model: Model): Look {
  if (!model.focused) return { inView: [] };
  const focus = terminalWithKeys(model);
  return { inView: openUris(model), ...(focus === undefined ? {} : { focus }) };
}

/** Whether a terminal is in view in a window that has the focus. */
export function isLookedAt(model: Model, uri: string): boolean {
  return lookOf(model).inView.includes(uri);
}

/** Returns what is looked at in the second model; undefined if that is the same as in the first. */
export function changedLook(before: Model, after: Model): Look | undefined {
  // Most messages are keys, after which nothing of this differs.
  const isAlike =
    before.focused === after.focused &&
    before.dialog === after.dialog &&
    before.visited === after.visited &&
    standsAlike(before, after) &&
    activeView(before)?.view.mode === activeView(after)?.view.mode;
  if (isAlike) return undefined;
  const [was, now] = [lookOf(before), lookOf(after)];
  const isSame = was.focus === now.focus && was.inView.join('\n') === now.inView.join('\n');
  return isSame ? undefined : now;
}

/** A dialog, BROWSE and SELECT take the keys; a pane that is only watched and a closed terminal get none. */
function terminalWithKeys(model: Model): string | undefined {
  const front = activeView(model);
  if (front === undefined || model.dialog !== undefined || model.visited !== undefined) return undefined;
  return isBrowsing(front.view.mode) || isPeeked(model, front.uri) ? undefined : front.uri;
}
