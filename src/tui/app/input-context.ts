/** What the bindings and hints of RUN depend on at this moment. */

import { IDLE, type InputContext } from '../keys/conditions.ts';
import { askerInFront } from './asking.ts';
import type { Model } from './model.ts';
import { activeView, type Look } from './step.ts';

export function inputContext(model: Model, look: Look): InputContext {
  const front = activeView(model);
  if (front === undefined) return IDLE;
  const running = look.facts(front.uri)?.running !== undefined;
  const { graphemes, cursor } = front.view.editor;
  return {
    empty: graphemes.length === 0,
    atStart: cursor === 0,
    atEnd: cursor === graphemes.length,
    running,
    asked: askerInFront(model) !== undefined,
  };
}
