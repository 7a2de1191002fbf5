/** Ending all terminals: the person has to type yes, since nothing brings them back. */

import { EMPTY_EDITOR, editorText } from '../../editor/editor-state.ts';
import { endableTerminals } from '../../model/derived/choices.ts';
import type { Model } from '../../model/model.ts';
import type { Readings } from '../../model/readings.ts';
import { type Effect, type Step, step, withToast } from '../../model/step.ts';

export function askToEndAll(model: Model, readings: Readings): Step {
  if (endableTerminals(model).length === 0)
    return step(withToast(model, 'no terminal can be ended from here', readings.now));
  return step({ ...model, dialog: { kind: 'endAll', editor: EMPTY_EDITOR } });
}

export function acceptEndAll(model: Model, readings: Readings): Step {
  const { dialog } = model;
  if (dialog?.kind !== 'endAll') return step(model);
  if (!/^(y|yes)$/i.test(editorText(dialog.editor).trim())) {
    return step(withToast({ ...model, dialog: undefined }, 'no terminal was ended', readings.now));
  }
  const effects = endableTerminals(model).map((uri): Effect => ({ kind: 'end', uri }));
  return step({ ...model, dialog: undefined, closed: undefined }, ...effects);
}
