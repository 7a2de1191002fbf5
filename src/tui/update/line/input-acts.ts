/** Commands of RUN: submitting the line, interrupting, ending input, history. */

import { NO_LINES, pastWords } from '../../../client/history-lines.ts';
import { lookFor } from '../../../client/history-search.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../../protocol/cotty/cotty-meta.ts';
import { edit } from '../../../screen/editor/edit.ts';
import { EMPTY_EDITOR, editorText } from '../../../screen/editor/editor-state.ts';
import { walked, withArgument, withFoundArgument, withOlder } from '../../../screen/editor/recall.ts';
import { clearedAt } from '../../blocks/block/block-view.ts';
import { speakerOf } from '../../model/derived/history-page.ts';
import { ownCommands, runColumns } from '../../model/derived/run-line.ts';
import type { Message } from '../../model/message.ts';
import type { Model } from '../../model/model.ts';
import { activeTab, activeView, type Step, step, withView } from '../../model/step.ts';
import type { ViewState } from '../../model/view-state.ts';
import { close } from '../terminals/closing.ts';
import { followAgain, send } from '../terminals/send.ts';
import { editing, suggestionFound } from './edit-acts.ts';
import { dropIntoShell, fillLine, submit } from './run-line.ts';

export const INPUT_ACTS = {
  'input.submit': enter,
  'input.newline': editing('input.newline'),
  'input.interrupt': interrupt,
  'input.eof': (model: Model, viewState: ViewState) => send(model, viewState, '\x04'),
  'input.suspendJob': (model: Model, viewState: ViewState) => send(model, viewState, '\x1a'),
  'input.quitJob': (model: Model, viewState: ViewState) => send(model, viewState, '\x1c'),
  'input.clearScreen': clearScreen,
  'input.dropIntoShell': dropIntoShell,
  'input.historyPrevious': (model: Model, viewState: ViewState) => historyMove(model, viewState, 'up'),
  'input.historyNext': (model: Model, viewState: ViewState) => historyMove(model, viewState, 'down'),
  'input.historySearch': searchPast,
  'input.lastArgument': insertLastArgument,
  'input.editLine': editLine,
};

function enter(model: Model, viewState: ViewState): Step {
  const tab = activeTab(model);
  if (tab?.lifecycle.status === 'exited') return close(model, viewState);
  return offered(model) ?? submit(followAgain(model), viewState);
}

/** Fills an empty line with the command that the death of a host interrupted; it is not run again without another Enter. */
function offered(model: Model): Step | undefined {
  const front = activeView(model);
  const tab = model.tabs.find((each) => each.resource === front?.uri);
  const { interrupted } = cottyMeta<TerminalMeta>(tab?._meta);
  if (front === undefined || interrupted === undefined || editorText(front.view.editor) !== '')
    return undefined;
  return step(fillLine(model, interrupted.commandLine));
}

/** Opens the line in an external editor; the edited line comes back and is not submitted. */
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
function interrupt(model: Model, viewState: ViewState): Step {
  const front = activeView(model);
  if (front === undefined) return step(model);
  if (editorText(front.view.editor) === '') return send(model, viewState, '\x03');
  return step(withView(model, front.uri, { editor: edit(front.view.editor, { type: 'clear' }) }));
}

/** Ctrl+L: the shell clears its screen; the blocks stay, one scroll up. */
function clearScreen(model: Model, viewState: ViewState): Step {
  const front = activeView(model);
  if (front === undefined) return step(model);
  const { uri, view } = front;
  const cleared = withView(model, uri, { blocks: clearedAt(view.blocks, viewState.now) });
  return send(cleared, viewState, '\x0c');
}

/** Alt+.: inserts the last argument of the last command; pressed again, that of the command before it. */
function insertLastArgument(model: Model, viewState: ViewState): Step {
  const front = activeView(model);
  if (front === undefined) return step(model);
  const { uri, view } = front;
  const put = withArgument(view.editor, ownCommands(viewState.terminal(uri)));
  if (put !== undefined && 'editor' in put) return step(withView(model, uri, put));
  if (put === undefined || model.historyOff) return step(model);
  return step(model, { kind: 'askPast', uri, ask: { for: 'argument', index: put.ask } });
}

// RUN's history: Up and Down through this terminal's commands and those the host knows, and the answers of
// the host.

/**
 * Walks through commands that begin with what is typed: those of this terminal, whoever typed them, then those of its folder,
 * then all others. The first come at once; the host is asked for the rest.
 */
function historyMove(model: Model, viewState: ViewState, by: 'up' | 'down'): Step {
  const front = activeView(model);
  if (front === undefined) return step(model);
  const { uri, view } = front;
  const { editor, ask } = walked(view.editor, by, {
    own: ownCommands(viewState.terminal(uri)),
    asks: !model.historyOff,
    columns: runColumns(model, viewState),
  });
  const next = withView(model, uri, { editor });
  return ask === undefined ? step(next) : step(next, { kind: 'askPast', uri, ask: { for: 'walk', ...ask } });
}

/** Takes the host's answer; `result` is undefined when the host has none to give. */
export function historyFound(
  model: Model,
  viewState: ViewState,
  { uri, ask, result }: Extract<Message, { kind: 'past' }>,
): Step {
  const view = model.views[uri];
  const known = result === undefined ? { ...model, historyOff: true } : model;
  if (view === undefined) return step(known);
  const lines = result?.lines ?? [];
  switch (ask.for) {
    case 'walk': {
      const entries = lines.map(({ line }) => line);
      return step(
        withView(known, uri, { editor: withOlder(view.editor, ask, entries, result?.more ?? false) }),
      );
    }
    case 'argument': {
      const editor = withFoundArgument(
        view.editor,
        ask.index,
        lines.map(({ line }) => line),
      );
      return step(withView(known, uri, { editor }));
    }
    case 'suggestion':
      return suggestionFound(known, viewState, uri, ask.prefix, lines[0]?.line);
    case 'search': {
      const { dialog } = known;
      if (dialog?.kind !== 'history' || editorText(dialog.editor) !== ask.words) return step(known);
      return step({ ...known, dialog: { ...dialog, found: { ...dialog.found, past: lines } } });
    }
  }
}

/** Opens the history search with the text of the line. */
function searchPast(model: Model, viewState: ViewState): Step {
  const text = editorText(activeView(model)?.view.editor ?? EMPTY_EDITOR);
  const editor = edit(EMPTY_EDITOR, { type: 'set', text });
  const uri = model.active ?? '';
  const dialog = { kind: 'history', uri, editor, selected: 0, found: NO_LINES, preview: undefined } as const;
  return searchedHistory({ ...model, dialog }, viewState);
}

/** Looks for what the field says, by words and filters. */
export function searchedHistory(model: Model, viewState: ViewState): Step {
  const { dialog, active } = model;
  if (dialog?.kind !== 'history') return step(model);
  const text = editorText(dialog.editor);
  const speaker = speakerOf(model, viewState);
  const search = lookFor(dialog.found.search, text, 'newest', speaker);
  const words = pastWords(text, speaker);
  const next: Model = { ...model, dialog: { ...dialog, found: { ...dialog.found, search } } };
  if (words === undefined || active === undefined || model.historyOff) return step(next);
  return step(next, { kind: 'askPast', uri: active, ask: { for: 'search', words: text } });
}
