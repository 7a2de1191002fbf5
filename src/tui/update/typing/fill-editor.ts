/** A command put into the RUN line, to be changed or sent. */

import { edit } from '../../editor/edit.ts';
import type { Model } from '../../model/model.ts';
import { activeView, withView } from '../../model/step.ts';

export function inEditor(model: Model, text: string): Model {
  const front = activeView(model);
  if (front === undefined) return model;
  const editor = edit(front.view.editor, { type: 'set', text });
  return withView(model, front.uri, { editor, mode: 'run', autoRaw: false });
}
