/** Commands on selected text. */

import type { Model } from '../../model/model.ts';
import type { Readings } from '../../model/readings.ts';
import { activeView, andThen, type Step, step, withView } from '../../model/step.ts';
import { copySelection } from './copy-selection.ts';
import { openLinkAtPoint } from './open-link-at.ts';

export const SELECT_ACTS = {
  'select.copy': (model: Model, readings: Readings): Step =>
    andThen(copySelection(model, readings), (copied) => step(leaveSelect(copied))),
  'select.openLink': (model: Model, readings: Readings): Step => {
    const point = activeView(model)?.view.selection?.to;
    return point === undefined ? step(model) : openLinkAtPoint(model, readings, point);
  },
  'select.leave': (model: Model): Step => step(leaveSelect(model)),
};

/** Drops the selection; from SELECT it goes back to BROWSE. */
function leaveSelect(model: Model): Model {
  const front = activeView(model);
  if (front === undefined) return model;
  const mode = front.view.mode === 'select' ? 'browse' : front.view.mode;
  return withView(model, front.uri, { mode, selection: undefined });
}
