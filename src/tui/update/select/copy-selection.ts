/** What is done with a selection: it is copied, or only named. */

import { bodyText } from '../../blocks/select/body-text.ts';
import { type SelectedText, selectedText } from '../../blocks/select/selection.ts';
import { inputContext } from '../../model/derived/input-context.ts';
import { keyOf } from '../../model/derived/key-of.ts';
import type { Model } from '../../model/model.ts';
import type { Readings } from '../../model/readings.ts';
import { activeView, type Step, step, withToast } from '../../model/step.ts';

/** Copies the selected text of the tab in front; nothing happens where none is selected. */
export function copySelection(model: Model, readings: Readings): Step {
  const chosen = chosenText(model, readings);
  if (chosen === undefined) return step(model);
  return step(model, { kind: 'copy', text: chosen.text, what: measured(chosen) });
}

/** Says how what was selected is copied. */
export function noteSelection(model: Model, readings: Readings): Step {
  const chosen = chosenText(model, readings);
  const mode = activeView(model)?.view.mode ?? 'run';
  const key = keyOf(model, mode, 'select.copy', inputContext(model, readings));
  if (chosen === undefined || key === undefined) return step(model);
  return step(withToast(model, `${measured(chosen)} selected · ${key} copies`, readings.now));
}

function chosenText(model: Model, readings: Readings): SelectedText | undefined {
  const front = activeView(model);
  const body = front && readings.body(front.uri);
  const selection = front?.view.selection;
  if (front === undefined || body === undefined || selection?.shape === undefined) return undefined;
  const chosen = selectedText(bodyText({ ...body, view: front.view.blocks }), selection);
  return chosen.text === '' ? undefined : chosen;
}

function measured({ text, lines }: SelectedText): string {
  if (lines > 1) return `${lines.toLocaleString('en')} lines`;
  return text.length > 24 || text.includes(' ') ? '1 line' : `“${text}”`;
}
