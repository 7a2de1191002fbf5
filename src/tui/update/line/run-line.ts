/** RUN's line: filling it, submitting it, and handing it to the shell half-written. */

import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../../protocol/cotty/cotty-meta.ts';
import { submittedLine, typedLine } from '../../../protocol/terminal/shell-line.ts';
import { edit } from '../../../screen/editor/edit.ts';
import { type EditorState, editorText } from '../../../screen/editor/editor-state.ts';
import type { Model } from '../../model/model.ts';
import { activeTab, activeView, andThen, type Step, step, withToast, withView } from '../../model/step.ts';
import type { ViewState } from '../../model/view-state.ts';
import { followAgain, send } from '../terminals/send.ts';
import { setMode } from './mode-switches.ts';

/** Puts a command line into RUN's line, to be changed or submitted. */
export function fillLine(model: Model, text: string): Model {
  const front = activeView(model);
  if (front === undefined) return model;
  const editor = edit(front.view.editor, { type: 'set', text });
  return withView(setMode(model, 'run').model, front.uri, { editor });
}

/** Sends the line to the shell and empties the editor. */
export function submit(model: Model, viewState: ViewState): Step {
  const front = activeView(model);
  if (front === undefined) return step(model);
  const { uri, view } = front;
  const text = editorText(view.editor);
  const bracketedPaste = viewState.terminal(uri)?.modes.bracketedPaste ?? false;
  const delivered = cottyMeta<TerminalMeta>(activeTab(model)?._meta).takesLines === true;
  const line = { bracketedPaste, dirty: view.shellLineDirty, delivered };
  const sent = send(model, viewState, submittedLine(text, line));
  // A dialog asks whether to take the terminal over, and nothing was sent yet: the line stays until it is sent.
  const { dialog } = sent.model;
  if (dialog?.kind === 'takeOver') return step({ ...sent.model, dialog: { ...dialog, fromEditor: true } });
  if (sent.effects.length === 0) return sent;
  const cleared = withView(sent.model, uri, { editor: submitted(view.editor), shellLineDirty: false });
  return { model: cleared, effects: sent.effects };
}

/** Tab in RUN: moves the half-written line into the shell's own editor, which can complete it. */
export function dropIntoShell(model: Model, viewState: ViewState): Step {
  const front = activeView(model);
  if (front === undefined) return step(model);
  const { uri, view } = front;
  const bracketedPaste = viewState.terminal(uri)?.modes.bracketedPaste ?? false;
  const typed = typedLine(editorText(view.editor), { bracketedPaste, dirty: view.shellLineDirty });
  const sent = send(model, viewState, `${typed}\t`);
  if (sent.effects.length === 0) return sent;
  return andThen(sent, (next) =>
    step(
      withView(next, uri, {
        editor: submitted(view.editor),
        mode: 'raw',
        droppedIn: true,
        shellPrompt: view.shellLineDirty ? undefined : viewState.terminal(uri)?.cursorRow().before,
        deleting: false,
        shellExpects: undefined,
        givenUp: undefined,
      }),
    ),
  );
}

/** Runs a command line again, as if typed and submitted. */
export function rerunLine(model: Model, viewState: ViewState, commandLine: string): Step {
  const front = activeView(model);
  if (front !== undefined && viewState.terminal(front.uri)?.running !== undefined) {
    const refused = 'a command is running: try again when it has ended';
    return step(withToast(model, refused, viewState.now, 'bad'));
  }
  return submit(followAgain(fillLine(model, commandLine)), viewState);
}

/** Empties the editor and adds its text to the history. */
export function submitted(editor: EditorState): EditorState {
  return edit(editor, { type: 'submit', remember: true });
}
