/** Shows closed terminals: their blocks can be read like those of a tab; commands that would change them are refused. */

import { COMMANDS, type CommandId } from '../../../client/commands/commands.ts';
import { joinedHints, keyHint } from '../../model/derived/key-of.ts';
import type { Model } from '../../model/model.ts';
import { type Step, step, withToast } from '../../model/step.ts';
import type { ViewState } from '../../model/view-state.ts';
import { close, closeTab, lastWords } from './closing.ts';
import { leaveFront, markSeen, newView, select } from './tabs.ts';

/**
 * Shows a closed terminal in BROWSE. Leaving it goes back to the last tab, even if other closed terminals were shown in
 * between.
 */
export function visit(model: Model, uri: string, title: string): Model {
  const left = leaveFront(markSeen(model, model.active), uri);
  const from = model.visited === undefined ? model.active : model.visited.from;
  const view = { ...newView(model, {}), mode: 'browse' } as const;
  return { ...left, active: uri, visited: { uri, title, from }, views: { ...left.views, [uri]: view } };
}

/** Goes back to the tab that was in front before; the window ends when none is left. */
export function leaveVisit(model: Model, { from }: NonNullable<Model['visited']>): Step {
  const back = model.tabs.find(({ resource }) => resource === from) ?? model.tabs.at(-1);
  const left: Model = { ...model, visited: undefined, active: undefined };
  if (back === undefined) return step({ ...left, quit: { code: 0, farewell: lastWords(model) } });
  return select(left, back.resource);
}

/** Closes the tab in front, or leaves the closed terminal there. */
export function closeFront(model: Model, viewState: ViewState): Step {
  return model.visited === undefined ? close(model, viewState) : leaveVisit(model, model.visited);
}

export function closeAt(model: Model, viewState: ViewState, uri: string): Step {
  const { visited } = model;
  return visited?.uri === uri ? leaveVisit(model, visited) : closeTab(model, viewState, uri);
}

/** Refuses what cannot be done to a closed terminal; undefined for anything else. */
export function refusedAtClosed(model: Model, viewState: ViewState, id: CommandId): Step | undefined {
  const { visited } = model;
  if (visited === undefined || COMMANDS[id].changes !== true) return undefined;
  const back = keyHint(model, 'browse', 'mode.run', 'goes back');
  const said = joinedHints('·', `${visited.title} is closed: it can only be read`, back);
  return step(withToast(model, said, viewState.now));
}
