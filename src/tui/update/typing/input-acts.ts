/** RUN's own commands: sending the line, interrupting, ending input, history. */

import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../../protocol/cotty/cotty-meta.ts';
import { clearedAt } from '../../blocks/block/block-view.ts';
import { edit } from '../../editor/edit.ts';
import { EMPTY_EDITOR, editorText } from '../../editor/editor-state.ts';
import type { Model } from '../../model/model.ts';
import { activeTab, activeView, type Look, type Step, step, withView } from '../../model/step.ts';
import { close } from '../tabs/tabs.ts';
import { editing } from './edit-acts.ts';
import { inEditor } from './fill-editor.ts';
import { followAgain } from './scroll-acts.ts';
import { dropIntoShell, send, submit } from './typing.ts';

export const INPUT_ACTS = {
  'input.submit': enter,
  'input.newline': editing('input.newline'),
  'input.interrupt': interrupt,
  'input.eof': endOfInput,
  'input.suspendJob': (model: Model, look: Look) => send(model, look, '\x1a'),
  'input.quitJob': (model: Model, look: Look) => send(model, look, '\x1c'),
  'input.clearScreen': clearScreen,
  'input.dropIntoShell': dropIntoShell,
  'input.historyPrevious': (model: Model, look: Look) => historyMove(model, look, 'input.historyPrevious'),
  'input.historyNext': (model: Model, look: Look) => historyMove(model, look, 'input.historyNext'),
  'input.historySearch': (model: Model) =>
    step({ ...model, dialog: { kind: 'history', editor: EMPTY_EDITOR, selected: 0 } }),
};

function enter(model: Model, look: Look): Step {
  const tab = activeTab(model);
  if (tab?.lifecycle.status === 'exited') return close(model, look);
  return offered(model) ?? submit(followAgain(model), look);
}

/** A command that a dead host interrupted is put into the empty line first: nothing ever runs again by itself. */
function offered(model: Model): Step | undefined {
  const front = activeView(model);
  const tab = model.tabs.find((each) => each.resource === front?.uri);
  const { interrupted } = cottyMeta<TerminalMeta>(tab?._meta);
  if (front === undefined || interrupted === undefined || editorText(front.view.editor) !== '')
    return undefined;
  return step(inEditor(model, interrupted.commandLine));
}

/** Ctrl+C: what a shell does with a half-written line, or an interrupt to what runs. */
function interrupt(model: Model, look: Look): Step {
  const front = activeView(model);
  if (front === undefined) return step(model);
  if (editorText(front.view.editor) === '') return send(model, look, '\x03');
  return step(withView(model, front.uri, { editor: edit(front.view.editor, { type: 'clear' }) }));
}

/** Ctrl+D at an idle prompt ends the shell: an accident should not do that to a shell that others share. */
function endOfInput(model: Model, look: Look): Step {
  const front = activeView(model);
  if (front === undefined) return step(model);
  if (look.facts(front.uri)?.running !== undefined) return send(model, look, '\x04');
  const question = 'End this shell? Its terminal closes.';
  return step({ ...model, dialog: { kind: 'confirm', question, yes: { kind: 'eof' } } });
}

/** The shell clears its screen; the blocks stay, one scroll up. */
function clearScreen(model: Model, look: Look): Step {
  const front = activeView(model);
  if (front === undefined) return step(model);
  const { uri, view } = front;
  const cleared = withView(model, uri, { blocks: clearedAt(view.blocks, look.now) });
  return send(cleared, look, '\x0c');
}

/** Commands that ran here before, whoever typed them; the list is read when the walk through it begins. */
function historyMove(model: Model, look: Look, id: 'input.historyPrevious' | 'input.historyNext'): Step {
  const front = activeView(model);
  if (front === undefined) return step(model);
  const { editor } = front.view;
  if (editor.history.position !== undefined) return editing(id)(model);
  const entries = (look.facts(front.uri)?.blocks ?? []).slice(-HISTORY).map(({ commandLine }) => commandLine);
  return editing(id)(withView(model, front.uri, { editor: edit(editor, { type: 'history', entries }) }));
}

/** Commands that Up walks through; Ctrl+R finds older ones. */
const HISTORY = 500;
