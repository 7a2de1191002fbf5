/** What goes to the terminal — keys, lines and pastes, past the question of who holds it. */

import { submittedLine, typedLine } from '../../../protocol/terminal/shell-line.ts';
import { edit } from '../../editor/edit.ts';
import { type EditorState, editorText } from '../../editor/editor-state.ts';
import { encodePaste } from '../../input/encode-paste.ts';
import { holderOf, refusedAtOwner } from '../../model/derived/holder.ts';
import type { Model } from '../../model/model.ts';
import {
  activeTab,
  activeView,
  andThen,
  type Effect,
  type Look,
  type Step,
  step,
  withToast,
  withView,
} from '../../model/step.ts';
import { inEditor } from './fill-editor.ts';
import { followAgain } from './scroll-acts.ts';

/** The terminal in front runs at another client: no key is for it, and none waits in an editor to be sent. */
export function runsElsewhere(model: Model): boolean {
  const tab = activeTab(model);
  return tab !== undefined && holderOf(tab, model.me).kind === 'owner';
}

/** Sends bytes to the terminal in front; asks first when somebody else holds it. */
export function send(model: Model, look: Look, data: string): Step {
  const tab = activeTab(model);
  if (tab === undefined) return step(model);
  const { resource: uri, title, lifecycle } = tab;
  if (lifecycle.status === 'exited') {
    return step(withToast(model, `${title} has exited; its shell takes no input`, look.now, 'bad'));
  }
  const input: Effect = { kind: 'input', uri, data };
  const dirty = look.facts(uri)?.running === undefined;
  const sent = withView(model, uri, {
    ...(dirty ? { shellLineDirty: true } : {}),
    ...(data === '\x03' || data === '\x1c' ? { stoppedAt: look.now } : {}),
  });
  const holder = holderOf(tab, model.me);
  switch (holder.kind) {
    case 'me':
      return step(sent, input);
    case 'owner':
      return step(withToast(model, refusedAtOwner(holder, 'type'), look.now, 'bad'));
    case 'gone':
      return step(sent, { kind: 'claim', uri, takeOverFrom: holder.id }, { kind: 'fit', uri }, input);
    case 'other':
      return step({
        ...model,
        dialog: {
          kind: 'takeOver',
          holderId: holder.id,
          holderName: holder.name,
          kept: data,
          fromEditor: false,
        },
      });
  }
}

/** Enter in RUN: the line goes to the shell and the editor is empty again. */
export function submit(model: Model, look: Look): Step {
  const front = activeView(model);
  if (front === undefined) return step(model);
  const { uri, view } = front;
  const text = editorText(view.editor);
  const facts = look.facts(uri);
  const bracketedPaste = facts?.modes.bracketedPaste ?? false;
  const sent = send(model, look, submittedLine(text, { bracketedPaste, dirty: view.shellLineDirty }));
  // Asked for the terminal instead of having sent: the line stays until it has really gone.
  const { dialog } = sent.model;
  if (dialog?.kind === 'takeOver') return step({ ...sent.model, dialog: { ...dialog, fromEditor: true } });
  if (sent.effects.length === 0) return sent;
  const cleared = withView(sent.model, uri, { editor: sentEditor(view.editor), shellLineDirty: false });
  return { model: cleared, effects: sent.effects };
}

function sentEditor(editor: EditorState): EditorState {
  return edit(editor, { type: 'submit', remember: true });
}

/** Tab in RUN: the half-written line goes on in the shell's own editor, which knows how to complete it. */
export function dropIntoShell(model: Model, look: Look): Step {
  const front = activeView(model);
  if (front === undefined) return step(model);
  const { uri, view } = front;
  const bracketedPaste = look.facts(uri)?.modes.bracketedPaste ?? false;
  const typed = typedLine(editorText(view.editor), { bracketedPaste, dirty: view.shellLineDirty });
  const sent = send(model, look, `${typed}\t`);
  if (sent.effects.length === 0) return sent;
  return andThen(sent, (next) =>
    step(withView(next, uri, { editor: sentEditor(view.editor), mode: 'raw', droppedIn: true })),
  );
}

/** A long paste comes in pieces, which are one paste to the program. */
export type PastePiece = { readonly more?: boolean; readonly continued?: boolean };

/** Pasted text for the program in front: wrapped when it asked, the end mark inside always taken out. */
export function pasteToProgram(model: Model, look: Look, text: string, piece: PastePiece = {}): Step {
  const front = activeView(model);
  if (front === undefined) return step(model);
  const bracketed = look.facts(front.uri)?.modes.bracketedPaste ?? false;
  return send(model, look, encodePaste(text, { bracketed, ...piece }));
}

/** Runs a command line again, as if typed and sent. */
export function rerunLine(model: Model, look: Look, commandLine: string): Step {
  const front = activeView(model);
  if (front !== undefined && look.facts(front.uri)?.running !== undefined) {
    return step(withToast(model, 'a command is running: run it again when that is done', look.now, 'bad'));
  }
  return submit(followAgain(inEditor(model, commandLine)), look);
}
