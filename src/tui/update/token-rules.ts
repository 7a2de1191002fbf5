/** What the outer terminal sent — keys, pastes, mouse, focus and answers, each to its own rule. */

import { edit } from '../editor/edit.ts';
import type { PasteToken, Token } from '../input/token.ts';
import { passesThrough } from '../model/derived/input-context.ts';
import type { Model } from '../model/model.ts';
import { sawReport } from '../model/outer-look.ts';
import { activeView, type Look, type Step, step, withView } from '../model/step.ts';
import { learn } from '../outer/capabilities.ts';
import { dialogPaste } from './dialog-rules.ts';
import { keyPressed } from './key-rules.ts';
import { mouseUsed } from './mouse-rules.ts';
import { fitFront, markSeen } from './tabs/tabs.ts';
import { pasteToProgram, runsElsewhere, send } from './typing/typing.ts';

export function tokenRead(model: Model, look: Look, token: Token): Step {
  switch (token.kind) {
    case 'key':
      return keyPressed(model, look, token);
    case 'paste':
      return pasted(model, look, token);
    case 'mouse':
      return mouseUsed(model, look, token);
    case 'focus':
      return focusMoved(model, look, token.gained);
    case 'report':
      return sawReport(model, learn(model.outer, token.report));
  }
}

function pasted(model: Model, look: Look, token: PasteToken): Step {
  const { text, more = false, continued = false } = token;
  if (model.dialog !== undefined) return dialogPaste(model, look, text);
  const front = activeView(model);
  if (front === undefined) return step(model);
  const { uri, view } = front;
  const toProgram =
    view.mode === 'raw' ||
    view.mode === 'lock' ||
    passesThrough(view.editor, look.facts(uri)) ||
    runsElsewhere(model);
  if (!toProgram && view.mode === 'run') {
    return step(withView(model, uri, { editor: edit(view.editor, { type: 'paste', text, more }) }));
  }
  if (!toProgram) return step(model);
  if (more || continued) return pasteToProgram(model, look, text, { more, continued });
  return askBeforeLongPaste(model, look, text);
}

/** Many lines sent to a program that did not ask for bracketed paste run one by one: ask first. */
function askBeforeLongPaste(model: Model, look: Look, text: string): Step {
  const lines = text.split(/\r\n|\r|\n/).length;
  const { confirmPaste, pasteWarnLines } = model.settings;
  const bracketed = look.facts(model.active ?? '')?.modes.bracketedPaste ?? false;
  if (!confirmPaste || bracketed || lines < pasteWarnLines) return pasteToProgram(model, look, text);
  const question = `Send ${lines} lines? The program takes them as typed, line by line.`;
  return step({ ...model, dialog: { kind: 'confirm', question, yes: { kind: 'paste', text } } });
}

/** Programs that asked hear of focus; a window that comes back has seen what its tab had to tell. */
function focusMoved(model: Model, look: Look, gained: boolean): Step {
  const seen = gained ? markSeen({ ...model, focused: true }, model.active) : { ...model, focused: false };
  const front = activeView(seen);
  const wanted = front !== undefined && (look.facts(front.uri)?.modes.focusEvents ?? false);
  const keysGoThere = front?.view.mode === 'raw' || front?.view.mode === 'lock';
  if (!wanted || !keysGoThere || runsElsewhere(seen) || seen.dialog !== undefined)
    return gained ? fitFront(seen) : step(seen);
  return send(seen, look, gained ? '\x1b[I' : '\x1b[O');
}
