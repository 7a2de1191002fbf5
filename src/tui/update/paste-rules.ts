/** Rules for pastes: into a dialog's field, the line of RUN, or the program in front. */

import { isBrowsing, isPassThrough } from '../../client/commands/key-table.ts';
import { edit } from '../../screen/editor/edit.ts';
import type { PasteToken } from '../input/token.ts';
import { blocksAsked, passesThrough } from '../model/derived/input-context.ts';
import type { Model } from '../model/model.ts';
import { activeView, andThen, type Step, step, withToast, withView } from '../model/step.ts';
import type { ViewState } from '../model/view-state.ts';
import { dialogPaste } from './dialog-rules.ts';
import { setMode } from './mode-switches.ts';
import { runsElsewhere, sendPaste } from './send.ts';

export const PASTE_ACTS = { 'select.paste': pasteCopied };

/** Most characters of a copied text that can be pasted again. */
export const MOST_COPIED = 1024 * 1024;

/** Pastes the text that was copied last in this window. Leaves BROWSE and SELECT first. */
function pasteCopied(model: Model, viewState: ViewState): Step {
  const { copied } = model;
  if (copied === undefined)
    return step(withToast(model, 'nothing was copied in this window that could be pasted', viewState.now));
  const mode = activeView(model)?.view.mode ?? 'run';
  const there = isBrowsing(mode) ? setMode(model, 'run') : step(model);
  return andThen(there, (next) => pasted(next, viewState, { kind: 'paste', text: copied, raw: '' }));
}

export function pasted(model: Model, viewState: ViewState, token: PasteToken): Step {
  const { text, more = false, continued = false } = token;
  if (blocksAsked(model) !== undefined) return pasted({ ...model, dialog: undefined }, viewState, token);
  if (model.dialog !== undefined) return dialogPaste(model, viewState, text);
  const front = activeView(model);
  if (front === undefined) return step(model);
  const { uri, view } = front;
  const begun = continued ? model.pasting : undefined;
  // The paste began in another terminal: its remaining pieces are dropped, no other program gets them.
  if (begun !== undefined && begun.uri !== uri) return step(model);
  const toProgram =
    begun !== undefined ||
    isPassThrough(view.mode) ||
    passesThrough(view.editor, viewState.terminal(uri)) ||
    runsElsewhere(model);
  if (!toProgram && view.mode === 'run') {
    return step(withView(model, uri, { editor: edit(view.editor, { type: 'paste', text, more }) }));
  }
  if (!toProgram) return step(model);
  if (more || continued) return sendPaste(model, viewState, text, { more, continued });
  return view.mode === 'lock'
    ? sendPaste(model, viewState, text)
    : askBeforeLongPaste(model, viewState, text);
}

/** Asks before many lines are sent to a program that did not ask for bracketed paste: it runs them one by one. */
function askBeforeLongPaste(model: Model, viewState: ViewState, text: string): Step {
  const lines = text.split(/\r\n|\r|\n/).length;
  const { confirmPaste, pasteWarnLines } = model.settings;
  const bracketed = viewState.terminal(model.active ?? '')?.modes.bracketedPaste ?? false;
  if (!confirmPaste || bracketed || lines < pasteWarnLines) return sendPaste(model, viewState, text);
  const question = `Send ${lines} lines? The program takes them as typed, line by line.`;
  return step({ ...model, dialog: { kind: 'confirm', question, yes: { kind: 'paste', text } } });
}
