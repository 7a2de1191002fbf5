/** The dialog for a new name of the tab or the panes in front. */

import { splitOf } from '../../client/panes/split.ts';
import { freeName, isNamed } from '../../protocol/cotty/tab-names.ts';
import { edit } from '../../screen/editor/edit.ts';
import { EMPTY_EDITOR, editorText } from '../../screen/editor/editor-state.ts';
import type { Model } from '../model/model.ts';
import { withSplit } from '../model/panes/pane-layout.ts';
import { activeTab, activeView, type Step, step, withToast } from '../model/step.ts';
import type { ViewState } from '../model/view-state.ts';
import { machineInFront } from './tabs.ts';

/** Longest name in characters: it has to fit a tab and a command line. */
const MAX_NAME = 64;

type Purpose = Extract<Model['dialog'], { readonly kind: 'name' }>['purpose'];

export function openNameDialog(model: Model, purpose: Purpose): Step {
  const tab = activeTab(model);
  if (purpose === 'rename' && tab === undefined) return step(model);
  const given = tab !== undefined && isNamed(tab.title) ? tab.title : '';
  const names = { rename: given, panes: splitOf(model, model.active)?.name ?? '' };
  const text = names[purpose];
  const editor = edit(EMPTY_EDITOR, { type: 'set', text });
  return step({ ...model, dialog: { kind: 'name', purpose, editor } });
}

export function acceptName(model: Model, viewState: ViewState): Step {
  const { dialog } = model;
  if (dialog?.kind !== 'name') return step(model);
  const closed: Model = { ...model, dialog: undefined };
  const typed = editorText(dialog.editor).trim();
  // An empty name gives the terminal a default name, so that its tab shows what the shell does.
  const name = typed || freeName(model.tabs);
  if (dialog.purpose === 'panes' && name.length <= MAX_NAME)
    return step(withSplit(closed, (split) => ({ ...split, name: typed === '' ? undefined : typed })));
  const done = rename(closed, viewState, name);
  // A name that is taken can be changed: the dialog stays.
  const isRefused = done.effects.length === 0 && done.model !== closed;
  return isRefused ? { ...done, model: { ...done.model, dialog } } : done;
}

/** Gives the tab in front a name, if no other terminal has it. */
export function rename(model: Model, viewState: ViewState, name: string): Step {
  const front = activeView(model);
  if (front === undefined) return step(model);
  const problem = nameProblem(model, name, front.uri);
  if (problem !== undefined) return step(withToast(model, problem, viewState.now, 'bad'));
  return step(model, { kind: 'rename', uri: front.uri, title: name });
}

/** Opens a terminal with a name, in the folder of the one in front, if no other terminal has the name. */
export function createNamed(model: Model, viewState: ViewState, name: string): Step {
  const problem = nameProblem(model, name, undefined);
  if (problem !== undefined) return step(withToast(model, problem, viewState.now, 'bad'));
  const cwd = viewState.terminal(model.active ?? '')?.cwd;
  return step(model, {
    kind: 'create',
    name,
    ...(cwd === undefined ? {} : { cwd }),
    ...machineInFront(model),
  });
}

function nameProblem({ tabs }: Model, name: string, own: string | undefined): string | undefined {
  if (name.trim() === '') return 'the name is empty';
  if (name.length > MAX_NAME) return `the name is ${name.length} characters long; at most ${MAX_NAME} fit`;
  const isTaken = tabs.some(({ title, resource }) => title === name && resource !== own);
  return isTaken ? `there is a terminal called ${name} already` : undefined;
}
