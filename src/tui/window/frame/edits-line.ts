/** Tells whether RUN shows its line. */

import { holderOf } from '../../../client/holder.ts';
import { editorText } from '../../editor/editor-state.ts';
import { passesThrough } from '../../model/derived/input-context.ts';
import type { Model } from '../../model/model.ts';
import { isPeeked } from '../../model/panes/pane-layout.ts';
import type { Readings } from '../../model/readings.ts';
import { activeView } from '../../model/step.ts';

/** Whether RUN shows its line editor: unless keys go to a running program, or the terminal takes none. */
export function editsLine(model: Model, readings: Readings): boolean {
  const front = activeView(model);
  const tab = model.tabs.find((each) => each.resource === front?.uri);
  if (front === undefined || tab === undefined || front.view.mode !== 'run') return false;
  if (tab.lifecycle.status === 'exited' || model.dialog?.kind === 'takeOver') return false;
  const { kind } = holderOf(tab, model.me);
  if (kind === 'owner' || isPeeked(model, front.uri)) return false;
  // Empty, it would invite to type; text typed all the same is shown, and Enter asks.
  if (kind === 'other' && editorText(front.view.editor) === '') return false;
  return !passesThrough(front.view.editor, readings.terminal(front.uri));
}
