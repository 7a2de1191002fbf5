/** In SELECT a search moves the cursor to its match. */

import { hold, placeOfMatch } from '../../blocks/list/scroll.ts';
import type { Model } from '../../model/model.ts';
import type { Readings } from '../../model/readings.ts';
import { activeView, withView } from '../../model/step.ts';

/** Returns the model with the cursor at the current match, if that is another one than before. */
export function cursorToMatch(before: Model, model: Model, readings: Readings): Model {
  const front = activeView(model);
  const match = front?.view.blocks.search?.current;
  const selection = front?.view.selection;
  if (front === undefined || match === undefined || selection === undefined) return model;
  if (front.view.mode !== 'select' || before.views[front.uri]?.blocks.search?.current === match) return model;
  const body = readings.body(front.uri);
  if (body === undefined) return model;
  const blocks = hold(front.view.blocks, body);
  const to = { ...placeOfMatch(match, { ...body, view: blocks }), x: 0 };
  const { shape } = selection;
  return withView(model, front.uri, {
    blocks,
    selection: shape === undefined ? { shape, from: to, to } : { ...selection, to },
  });
}
