/** Notes what a new user has done for the first time, and when nothing is new any more. */

import { finishedCount } from '../../client/blocks/block.ts';
import { COMMANDS_TO_LEARN, LESSONS, type Lesson } from '../model/lessons.ts';
import type { Model } from '../model/model.ts';
import { openUris } from '../model/panes/pane-layout.ts';
import { activeView } from '../model/step.ts';
import type { ViewState } from '../model/view-state.ts';

export function learn(model: Model, viewState: ViewState): Model {
  const { lessons } = model;
  if (lessons === undefined) return model;
  const count = finishedCount(viewState.terminal(model.active ?? '')?.blocks ?? []);
  if (!lessons.isTour && count >= COMMANDS_TO_LEARN) return { ...model, lessons: undefined };
  const now = doneNow(model, count);
  const learnt = LESSONS.filter((lesson) => now[lesson] || lessons.learnt.includes(lesson));
  return learnt.length === lessons.learnt.length ? model : { ...model, lessons: { ...lessons, learnt } };
}

function doneNow(model: Model, count: number): Readonly<Record<Lesson, boolean>> {
  const kind = model.dialog?.kind;
  return {
    run: count > 0,
    look:
      kind === 'history' ||
      kind === 'historyPage' ||
      (count > 0 && activeView(model)?.view.mode === 'browse'),
    split: openUris(model).length > 1,
    // Who leaves sees no more of it.
    leave: false,
    keys: kind === 'help' || kind === 'palette',
  };
}
