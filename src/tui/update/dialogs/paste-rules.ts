/** Rules for pastes: into a dialog's field, the line of RUN, or the program in front. */

import { isBrowsing, isPassThrough } from '../../../client/commands/key-table.ts';
import { edit } from '../../../screen/editor/edit.ts';
import type { PasteToken } from '../../input/token.ts';
import { blocksAsked, passesThrough } from '../../model/derived/input-context.ts';
import type { Dialog, Model } from '../../model/model.ts';
import { activeView, andThen, type Step, step, withToast, withView } from '../../model/step.ts';
import type { ViewState } from '../../model/view-state.ts';
import { setMode } from '../line/mode-switches.ts';
import { runsElsewhere, sendPaste } from '../terminals/send.ts';
import { dialogPaste } from './dialog-rules.ts';

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
  if (token.continued === true) return pastedOn(model, viewState, token);
  const { text, more = false } = token;
  if (blocksAsked(model) !== undefined) return pasted({ ...model, dialog: undefined }, viewState, token);
  if (model.dialog !== undefined) return fieldPaste(model, viewState, model.dialog, token);
  const front = activeView(model);
  if (front === undefined) return step({ ...model, pasting: undefined });
  const { uri, view } = front;
  const toProgram =
    isPassThrough(view.mode) || passesThrough(view.editor, viewState.terminal(uri)) || runsElsewhere(model);
  if (!toProgram && view.mode === 'run') return linePaste(model, uri, token);
  if (!toProgram) return step({ ...model, pasting: undefined });
  if (more) return sendPaste(model, viewState, text, { more: true });
  return view.mode === 'lock'
    ? sendPaste(model, viewState, text)
    : askBeforeLongPaste(model, viewState, text);
}

/** The next piece of a paste goes where the first one went. Where that is gone, or was nowhere, it is dropped. */
function pastedOn(model: Model, viewState: ViewState, token: PasteToken): Step {
  const { text, more = false } = token;
  const { pasting: begun, dialog } = model;
  const over: Model = more || begun === undefined ? model : { ...model, pasting: undefined };
  if (begun === undefined) return step(over);
  if (begun.to === 'field')
    return dialog?.kind === begun.of ? fieldPaste(over, viewState, dialog, token) : step(over);
  if (begun.uri !== model.active) return step(over);
  return begun.to === 'line'
    ? linePaste(model, begun.uri, token)
    : sendPaste(model, viewState, text, { ...(more && { more }), continued: true });
}

function fieldPaste(model: Model, viewState: ViewState, { kind }: Dialog, token: PasteToken): Step {
  const done = dialogPaste(model, viewState, token.text);
  const isBegun = token.more === true && token.continued !== true;
  return isBegun ? { ...done, model: { ...done.model, pasting: { to: 'field', of: kind } } } : done;
}

function linePaste(model: Model, uri: string, token: PasteToken): Step {
  const { text, more = false } = token;
  const view = model.views[uri];
  if (view === undefined) return step(model);
  const pasting = more ? ({ to: 'line', uri } as const) : undefined;
  const next = pasting === undefined && model.pasting === undefined ? model : { ...model, pasting };
  return step(withView(next, uri, { editor: edit(view.editor, { type: 'paste', text, more }) }));
}

/** Asks before many lines are sent to a program that did not ask for bracketed paste: it runs them one by one. */
function askBeforeLongPaste(model: Model, viewState: ViewState, text: string): Step {
  const lines = text.split(/\r\n|\r|\n/).length;
  const { confirmPaste, pasteWarnLines } = model.settings;
  const bracketed = viewState.terminal(model.active ?? '')?.modes.bracketedPaste ?? false;
  if (!confirmPaste || bracketed || lines < pasteWarnLines) return sendPaste(model, viewState, text);
  const question = `Send ${lines} lines? The program takes them as typed, line by line.`;
  const uri = model.active ?? '';
  return step({ ...model, dialog: { kind: 'confirm', question, yes: { kind: 'paste', uri, text } } });
}
