/** Going to a pane by its number, while the numbers are shown. */

import type { KeyToken } from '../../input/token.ts';
import type { Model } from '../../model/model.ts';
import { splitOf } from '../../model/panes/pane-layout.ts';
import { type Step, step } from '../../model/step.ts';
import { select } from '../tabs/tabs.ts';

/** Goes to the pane of a digit, counted from 1; any other key only takes the numbers away. */
export function paneNumber(model: Model, { name }: KeyToken): Step {
  const closed: Model = { ...model, dialog: undefined };
  const uri = splitOf(model, model.active)?.members[Number(name) - 1];
  return uri === undefined ? step(closed) : select(closed, uri);
}
