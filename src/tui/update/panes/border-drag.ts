/** Dragging the border between two panes. */

import type { MouseToken } from '../../input/token.ts';
import type { Model } from '../../model/model.ts';
import { borderAt } from '../../model/panes/borders.ts';
import { shownPanes } from '../../model/panes/pane-layout.ts';
import { moved, withSplit } from '../../model/panes/split-changes.ts';
import type { HeldBorder } from '../../model/split.ts';
import { type Step, step } from '../../model/step.ts';
import { layout } from '../../model/window-layout.ts';
import { fitPanes } from '../tabs/tabs.ts';

/** Takes hold of the border under the mouse. */
export function onBorder(model: Model, token: MouseToken): Step {
  if (token.action !== 'press' || token.button !== 'left') return step(model);
  const border = borderAt(shownPanes(model).panes, token);
  return border === undefined
    ? step(model)
    : step({ ...model, heldBorder: { border, x: token.x, y: token.y } });
}

/** Moves the border to the mouse; where it stops at the least size of a pane, it waits there for the mouse to come back. */
export function dragBorder(model: Model, token: MouseToken, held: HeldBorder): Step {
  if (token.action !== 'move' || token.button !== 'left') return step({ ...model, heldBorder: undefined });
  const { active, size } = model;
  if (active === undefined) return step(model);
  const { border } = held;
  const by = border.axis === 'columns' ? token.x - held.x : token.y - held.y;
  const { area } = layout(size);
  const next = withSplit(model, (split) => moved(split, active, area, border, by));
  if (next === model) return step(model);
  const [before, after] = [placeOf(model, held), placeOf(next, held)];
  const heldBorder: HeldBorder = {
    border,
    x: held.x + (after.x - before.x),
    y: held.y + (after.y - before.y),
  };
  return fitPanes({ ...next, heldBorder });
}

/** Where the pane behind the border begins. */
function placeOf(model: Model, { border }: HeldBorder): { readonly x: number; readonly y: number } {
  const rect = shownPanes(model).panes.find(({ uri }) => uri === border.after)?.rect;
  return { x: rect?.x ?? 0, y: rect?.y ?? 0 };
}
