/** Rules for pastes: into a dialog's field, RUN's line, or the program in front. */

import { edit } from '../editor/edit.ts';
import type { PasteToken } from '../input/token.ts';
import { isPassThrough } from '../keys/key-table.ts';
import { blocksAsked, passesThrough } from '../model/derived/input-context.ts';
import type { Model } from '../model/model.ts';
import type { Readings } from '../model/readings.ts';
import { activeView, type Step, step, withView } from '../model/step.ts';
import { dialogPaste } from './dialog-rules.ts';
import { runsElsewhere, sendPaste } from './send.ts';

export function pasted(model: Model, readings: Readings, token: PasteToken): Step {
  const { text, more = false, continued = false } = token;
  if (blocksAsked(model) !== undefined) return pasted({ ...model, dialog: undefined }, readings, token);
  if (model.dialog !== undefined) return dialogPaste(model, readings, text);
  const front = activeView(model);
  if (front === undefined) return step(model);
  const { uri, view } = front;
  const begun = continued ? model.pasting : undefined;
  // Its terminal has gone or another one came to the front: what is left of it is for no other program.
  if (begun !== undefined && begun.uri !== uri) return step(model);
  const toProgram =
    begun !== undefined ||
    isPassThrough(view.mode) ||
    passesThrough(view.editor, readings.terminal(uri)) ||
    runsElsewhere(model);
  if (!toProgram && view.mode === 'run') {
    return step(withView(model, uri, { editor: edit(view.editor, { type: 'paste', text, more }) }));
  }
  if (!toProgram) return step(model);
  if (more || continued) return sendPaste(model, readings, text, { more, continued });
  return view.mode === 'lock' ? sendPaste(model, readings, text) : askBeforeLongPaste(model, readings, text);
}

/** Asks before many lines are sent to a program that did not ask for bracketed paste: it runs them one by one. */
function askBeforeLongPaste(model: Model, readings: Readings, text: string): Step {
  const lines = text.split(/\r\n|\r|\n/).length;
  const { confirmPaste, pasteWarnLines } = model.settings;
  const bracketed = readings.terminal(model.active ?? '')?.modes.bracketedPaste ?? false;
  if (!confirmPaste || bracketed || lines < pasteWarnLines) return sendPaste(model, readings, text);
  const question = `Send ${lines} lines? The program takes them as typed, line by line.`;
  return step({ ...model, dialog: { kind: 'confirm', question, yes: { kind: 'paste', text } } });
}
