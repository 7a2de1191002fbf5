/** Ending every terminal: asked for in words, since nothing brings them back. */

import { EMPTY_EDITOR, editorText } from '../../editor/editor-state.ts';
import { holderOf } from '../../model/holder.ts';
import type { Model } from '../../model/model.ts';
import { type Effect, type Look, type Step, step, withToast } from '../../model/step.ts';

export function askToEndAll(model: Model, look: Look): Step {
  if (ending(model).length === 0) return step(withToast(model, 'there is nothing to end', look.now));
  return step({ ...model, dialog: { kind: 'endAll', editor: EMPTY_EDITOR } });
}

/** URIs of the terminals that can be ended from here: those that run at other clients are ended there. */
export function ending(model: Model): readonly string[] {
  const { tabs, me } = model;
  return tabs
    .filter((tab) => tab.lifecycle.status === 'exited' || holderOf(tab, me).kind !== 'owner')
    .map(({ resource }) => resource);
}

export function acceptEndAll(model: Model, look: Look): Step {
  const { dialog } = model;
  if (dialog?.kind !== 'endAll') return step(model);
  if (!/^(y|yes)$/i.test(editorText(dialog.editor).trim())) {
    return step(withToast({ ...model, dialog: undefined }, 'nothing was ended', look.now));
  }
  const effects = ending(model).map((uri): Effect => ({ kind: 'end', uri }));
  return step({ ...model, dialog: undefined, closed: undefined }, ...effects);
}
