/** Ending every terminal: asked for in words, since nothing brings them back. */

import { EMPTY_EDITOR, editorText } from '../../editor/editor-state.ts';
import { endableTerminals } from '../../model/derived/holder.ts';
import type { Model } from '../../model/model.ts';
import { type Effect, type Look, type Step, step, withToast } from '../../model/step.ts';

export function askToEndAll(model: Model, look: Look): Step {
  if (endableTerminals(model).length === 0)
    return step(withToast(model, 'there is nothing to end', look.now));
  return step({ ...model, dialog: { kind: 'endAll', editor: EMPTY_EDITOR } });
}

export function acceptEndAll(model: Model, look: Look): Step {
  const { dialog } = model;
  if (dialog?.kind !== 'endAll') return step(model);
  if (!/^(y|yes)$/i.test(editorText(dialog.editor).trim())) {
    return step(withToast({ ...model, dialog: undefined }, 'nothing was ended', look.now));
  }
  const effects = endableTerminals(model).map((uri): Effect => ({ kind: 'end', uri }));
  return step({ ...model, dialog: undefined, closed: undefined }, ...effects);
}
