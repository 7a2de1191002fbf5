/** The dialog for a new name of the tab or the panes in front. */

import { holderOf } from '../../../client/holder.ts';
import { splitOf } from '../../../client/panes/split.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import { nameText } from '../../../protocol/common/name-text.ts';
import type { TerminalMeta } from '../../../protocol/cotty/cotty-meta.ts';
import { machineOf } from '../../../protocol/cotty/terminal-names.ts';
import type { TerminalInfo } from '../../../protocol/terminal/state.ts';
import { edit } from '../../../screen/editor/edit.ts';
import { EMPTY_EDITOR, editorText } from '../../../screen/editor/editor-state.ts';
import type { Model } from '../../model/model.ts';
import { withSplit } from '../../model/panes/pane-layout.ts';
import { activeTab, activeView, type Step, step, withToast } from '../../model/step.ts';
import type { ViewState } from '../../model/view-state.ts';
import { machineInFront } from './tabs.ts';

/** Longest name in characters: it has to fit a tab and a command line. */
const MAX_NAME = 64;

type Purpose = Extract<Model['dialog'], { readonly kind: 'name' }>['purpose'];

export function openNameDialog(model: Model, purpose: Purpose): Step {
  const tab = activeTab(model);
  if (purpose === 'rename' && tab === undefined) return step(model);
  // A name that the host made of the folder is shown until something is typed.
  const given = isNamed(tab) ? nameText(tab.title) : '';
  const names = { rename: given, panes: splitOf(model, model.active)?.name ?? '' };
  const text = names[purpose];
  const editor = edit(EMPTY_EDITOR, { type: 'set', text });
  return step({ ...model, dialog: { kind: 'name', uri: model.active ?? '', purpose, editor } });
}

export function acceptName(model: Model, viewState: ViewState): Step {
  const { dialog } = model;
  if (dialog?.kind !== 'name') return step(model);
  const closed: Model = { ...model, dialog: undefined };
  const typed = editorText(dialog.editor).trim();
  if (dialog.purpose === 'panes' && typed.length <= MAX_NAME)
    return step(withSplit(closed, (split) => ({ ...split, name: typed === '' ? undefined : typed })));
  if (typed === '' && !isNamed(activeTab(model))) return step(closed);
  const done = rename(closed, viewState, typed);
  // A name that is taken can be changed: the dialog stays.
  const isRefused = done.effects.length === 0 && done.model !== closed && done.model.dialog === undefined;
  return isRefused ? { ...done, model: { ...done.model, dialog } } : done;
}

function isNamed(tab: TerminalInfo | undefined): tab is TerminalInfo {
  return tab !== undefined && cottyMeta<TerminalMeta>(tab._meta).named === true;
}

/** Gives the tab in front a name, if no other terminal has it; an empty one lets its host name it. Asks first if somebody else holds it. */
export function rename(model: Model, viewState: ViewState, name: string): Step {
  const front = activeView(model);
  if (front === undefined) return step(model);
  const problem = name === '' ? undefined : nameProblem(model, name, activeTab(model));
  if (problem !== undefined) return step(withToast(model, problem, viewState.now, 'bad'));
  const { uri } = front;
  const tab = activeTab(model);
  const holder = tab && holderOf(tab, model.me);
  if (holder?.kind !== 'other') return step(model, { kind: 'rename', uri, title: name });
  const to = name === '' ? 'after its folder' : `to ${nameText(name)}`;
  const question = `${holder.name} holds this terminal. Rename it ${to}?`;
  const yes = { kind: 'rename', uri, title: name, over: holder.id } as const;
  return step({ ...model, dialog: { kind: 'confirm', question, yes } });
}

/** Opens a terminal with a name, in the folder of the one in front, if no other terminal has the name. */
export function createNamed(model: Model, viewState: ViewState, name: string): Step {
  const problem = nameProblem(model, name, undefined, machineInFront(model).machine);
  if (problem !== undefined) return step(withToast(model, problem, viewState.now, 'bad'));
  const cwd = viewState.terminal(model.active ?? '')?.cwd;
  return step(model, {
    kind: 'create',
    name,
    ...(cwd === undefined ? {} : { cwd }),
    ...machineInFront(model),
  });
}

/** The names of another machine are those of its host. */
function nameProblem(
  { tabs }: Model,
  name: string,
  own: TerminalInfo | undefined,
  machine = own && machineOf(own),
): string | undefined {
  if (name.trim() === '') return 'the name is empty';
  if (name.length > MAX_NAME) return `the name is ${name.length} characters long; at most ${MAX_NAME} fit`;
  const isTaken = tabs.some((tab) => tab.title === name && tab !== own && machineOf(tab) === machine);
  return isTaken ? `there is a terminal called ${name} already` : undefined;
}
