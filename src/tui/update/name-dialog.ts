/** The dialog for a new name of the tab or the panes in front. */

import { freeName, isNamed } from '../../protocol/cotty/tab-names.ts';
import { edit } from '../editor/edit.ts';
import { EMPTY_EDITOR, editorText } from '../editor/editor-state.ts';
import type { Model } from '../model/model.ts';
import { splitOf } from '../model/panes/pane-layout.ts';
import { withSplit } from '../model/panes/split-changes.ts';
import { activeTab, activeView, type Step, step, withToast } from '../model/step.ts';
import type { ViewState } from '../model/view-state.ts';

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
  // Without a name the tab shows what its shell does.
  const name = typed || freeName(model.tabs);
  if (name.length > MAX_NAME) {
    const problem = `the name is ${name.length} characters long; at most ${MAX_NAME} fit`;
    return step(withToast(model, problem, viewState.now, 'bad'));
  }
  if (dialog.purpose === 'panes')
    return step(withSplit(closed, (split) => ({ ...split, name: typed === '' ? undefined : typed })));
  const front = activeView(model);
  if (model.tabs.some(({ title, resource }) => title === name && resource !== front?.uri)) {
    return step(withToast(model, `there is a terminal called ${name} already`, viewState.now, 'bad'));
  }
  return front === undefined ? step(closed) : step(closed, { kind: 'rename', uri: front.uri, title: name });
}
