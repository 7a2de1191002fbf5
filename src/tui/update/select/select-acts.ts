/** Commands of SELECT: a cursor moves over blocks and live rows, and selects lines, characters or a rectangle. */

import { hold, revealPlace } from '../../blocks/list/scroll.ts';
import { bodyText } from '../../blocks/select/body-text.ts';
import { type Move, movedPoint } from '../../blocks/select/move.ts';
import type { Shape, TextSelection } from '../../blocks/select/selection.ts';
import type { Model } from '../../model/model.ts';
import type { Readings } from '../../model/readings.ts';
import { activeView, andThen, type Step, step, withView } from '../../model/step.ts';
import { copySelection } from './copy-selection.ts';
import { openLinkAtPoint } from './open-link-at.ts';
import { startPoint } from './start-point.ts';

export const SELECT_ACTS = {
  'select.lines': shaping('lines'),
  'select.characters': shaping('chars'),
  'select.rectangle': shaping('rectangle'),
  'select.otherEnd': (model: Model, readings: Readings) =>
    changing(model, readings, ({ shape, from, to }) => ({ shape, from: to, to: from })),
  'select.left': moving('left'),
  'select.right': moving('right'),
  'select.up': moving('up'),
  'select.down': moving('down'),
  'select.wordNext': moving('wordNext'),
  'select.wordPrevious': moving('wordPrevious'),
  'select.wordEnd': moving('wordEnd'),
  'select.rowStart': moving('rowStart'),
  'select.textStart': moving('textStart'),
  'select.rowEnd': moving('rowEnd'),
  'select.first': moving('first'),
  'select.last': moving('last'),
  'select.viewTop': moving('viewTop'),
  'select.viewMiddle': moving('viewMiddle'),
  'select.viewBottom': moving('viewBottom'),
  'select.pageUp': moving('pageUp'),
  'select.pageDown': moving('pageDown'),
  'select.copy': (model: Model, readings: Readings): Step =>
    andThen(copySelection(model, readings), (copied) => step(leaveSelect(copied))),
  'select.openLink': (model: Model, readings: Readings): Step => {
    const point = activeView(model)?.view.selection?.to;
    return point === undefined ? step(model) : openLinkAtPoint(model, readings, point);
  },
  'select.leave': (model: Model): Step => step(leaveSelect(model)),
};

/** Begins a selection of a shape at the cursor; the same key again drops it, another one changes its shape. */
function shaping(shape: Shape) {
  return (model: Model, readings: Readings): Step => {
    const front = activeView(model);
    const body = front && readings.body(front.uri);
    if (front === undefined || body === undefined) return step(model);
    const { uri, view } = front;
    if (view.mode === 'select') return changing(model, readings, (selection) => reshaped(selection, shape));
    const blocks = hold(view.blocks, body);
    const at = startPoint(model, readings, { ...body, view: blocks });
    const begun = withView(model, uri, {
      mode: 'select',
      autoRaw: false,
      droppedIn: false,
      blocks,
      selection: { shape, from: at, to: at },
    });
    return changing(begun, readings, (selection) => selection);
  };
}

function reshaped({ shape: before, from, to }: TextSelection, shape: Shape): TextSelection {
  if (before === shape) return { shape: undefined, from: to, to };
  // Characters begin where the cursor is: lines were selected only to get there.
  return before === undefined || shape === 'chars' ? { shape, from: to, to } : { shape, from, to };
}

function moving(move: Move) {
  return (model: Model, readings: Readings): Step =>
    changing(model, readings, ({ shape, from, to }, text, page) => {
      const next = movedPoint(text, to, move, page, model.settings.wordCharacters);
      return shape === undefined ? { shape, from: next, to: next } : { shape, from, to: next };
    });
}

type Change = (selection: TextSelection, text: ReturnType<typeof bodyText>, page: number) => TextSelection;

/** Changes the selection and scrolls its cursor into view. */
function changing(model: Model, readings: Readings, change: Change): Step {
  const front = activeView(model);
  const body = front && readings.body(front.uri);
  const selection = front?.view.selection;
  if (front === undefined || body === undefined || selection === undefined) return step(model);
  const { uri, view } = front;
  const text = bodyText({ ...body, view: view.blocks });
  const next = change(selection, text, Math.max(1, body.height - 2));
  const blocks = hold(revealPlace(view.blocks, next.to, body), body);
  return step(withView(model, uri, { blocks, selection: next }));
}

/** Drops the selection; from SELECT it goes back to BROWSE. */
function leaveSelect(model: Model): Model {
  const front = activeView(model);
  if (front === undefined) return model;
  const mode = front.view.mode === 'select' ? 'browse' : front.view.mode;
  return withView(model, front.uri, { mode, selection: undefined });
}
