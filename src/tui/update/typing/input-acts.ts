/** Commands of RUN: submitting the line, interrupting, ending input, history. */

import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../../protocol/cotty/cotty-meta.ts';
import { clearedAt } from '../../blocks/block/block-view.ts';
import { edit } from '../../editor/edit.ts';
import { editorText } from '../../editor/editor-state.ts';
import type { Model } from '../../model/model.ts';
import type { Readings } from '../../model/readings.ts';
import { activeTab, activeView, type Step, step, withView } from '../../model/step.ts';
import { close } from '../tabs/closing.ts';
import { editing } from './edit-acts.ts';
import { insertLastArgument } from './last-argument.ts';
import { historyMove, searchPast } from './past-acts.ts';
import { dropIntoShell, fillLine, submit } from './run-line.ts';
import { followAgain, send } from './send.ts';

export const INPUT_ACTS = {
  'input.submit': enter,
  'input.newline': editing('input.newline'),
  'input.interrupt': interrupt,
  'input.eof': endOfInput,
  'input.suspendJob': (model: Model, readings: Readings) => send(model, readings, '\x1a'),
  'input.quitJob': (model: Model, readings: Readings) => send(model, readings, '\x1c'),
  'input.clearScreen': clearScreen,
  'input.dropIntoShell': dropIntoShell,
  'input.historyPrevious': (model: Model, readings: Readings) => historyMove(model, readings, 'up'),
  'input.historyNext': (model: Model, readings: Readings) => historyMove(model, readings, 'down'),
  'input.historySearch': searchPast,
  'input.lastArgument': insertLastArgument,
  'input.editLine': editLine,
};

function enter(model: Model, readings: Readings): Step {
  const tab = activeTab(model);
  if (tab?.lifecycle.status === 'exited') return close(model, readings);
  return offered(model) ?? submit(followAgain(model), readings);
}

/** Puts a shell command that a dead host interrupted into the empty line first: nothing runs again by itself. */
function offered(model: Model): Step | undefined {
  const front = activeView(model);
  const tab = model.tabs.find((each) => each.resource === front?.uri);
  const { interrupted } = cottyMeta<TerminalMeta>(tab?._meta);
  if (front === undefined || interrupted === undefined || editorText(front.view.editor) !== '')
    return undefined;
  return step(fillLine(model, interrupted.commandLine));
}

/** Gives the line to an editor; it comes back as the editor leaves it, and is not run by that. */
function editLine(model: Model): Step {
  const front = activeView(model);
  if (front === undefined) return step(model);
  return step(model, { kind: 'editLine', uri: front.uri, text: editorText(front.view.editor) });
}

/** Takes a line back from the editor. */
export function lineEdited(model: Model, uri: string, text: string): Step {
  const view = model.views[uri];
  if (view === undefined) return step(model);
  return step(withView(model, uri, { editor: edit(view.editor, { type: 'set', text }) }));
}

/** Ctrl+C: clears a half-written line as a shell does, or interrupts the running program. */
function interrupt(model: Model, readings: Readings): Step {
  const front = activeView(model);
  if (front === undefined) return step(model);
  if (editorText(front.view.editor) === '') return send(model, readings, '\x03');
  return step(withView(model, front.uri, { editor: edit(front.view.editor, { type: 'clear' }) }));
}

/** Ctrl+D: asks at an idle prompt, since an accident should not end a shell that others share. */
function endOfInput(model: Model, readings: Readings): Step {
  const front = activeView(model);
  if (front === undefined) return step(model);
  if (readings.terminal(front.uri)?.running !== undefined) return send(model, readings, '\x04');
  const question = 'End this shell? Its terminal closes.';
  return step({ ...model, dialog: { kind: 'confirm', question, yes: { kind: 'eof' } } });
}

/** Ctrl+L: the shell clears its screen; the blocks stay, one scroll up. */
function clearScreen(model: Model, readings: Readings): Step {
  const front = activeView(model);
  if (front === undefined) return step(model);
  const { uri, view } = front;
  const cleared = withView(model, uri, { blocks: clearedAt(view.blocks, readings.now) });
  return send(cleared, readings, '\x0c');
}
