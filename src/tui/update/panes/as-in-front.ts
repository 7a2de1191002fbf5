/** Applies rules to a terminal that is in view, but not in front. */

import type { Model } from '../../model/model.ts';
import type { Step } from '../../model/step.ts';

/** Applies a rule for the terminal in front to another one; it opens no dialog and says nothing. */
export function asInFront(model: Model, uri: string | undefined, rule: (model: Model) => Step): Step {
  if (uri === model.active) return rule(model);
  const { active, dialog, toast } = model;
  const done = rule({ ...model, active: uri });
  return { ...done, model: { ...done.model, active, dialog, toast } };
}
