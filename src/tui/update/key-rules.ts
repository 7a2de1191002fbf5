/** A key in the mode it was pressed in — a command, text for an editor, or bytes for the program. */

import { edit } from '../editor/edit.ts';
import { keyForProgram } from '../input/encode-key.ts';
import type { KeyToken } from '../input/token.ts';
import { bindingFor } from '../keys/bindings/keymap.ts';
import { pressReserved } from '../keys/bindings/reserved.ts';
import { inputContext, passesThrough } from '../model/derived/input-context.ts';
import type { Model } from '../model/model.ts';
import { activeView, type Look, type Step, step, withView } from '../model/step.ts';
import { runCommand } from './command-table.ts';
import { dialogKey } from './dialog-rules.ts';
import { returnTo } from './typing/mode-switches.ts';
import { followAgain } from './typing/scroll-acts.ts';
import { runsElsewhere, send } from './typing/typing.ts';

export function keyPressed(model: Model, look: Look, key: KeyToken): Step {
  if (key.released) return step(model);
  if (model.connection !== 'ready' && key.name === 'ctrl+c') return leaveLost(model);
  if (model.dialog !== undefined) return dialogKey(model, look, key);
  const front = activeView(model);
  if (front === undefined) return bound(model, look, key, 'run');
  const { mode } = front.view;
  const press = pressReserved(model.reserved, { mode, key: key.name, now: look.now }, model.keymap);
  const next = press.state === model.reserved ? model : { ...model, reserved: press.state };
  switch (press.outcome.kind) {
    case 'command':
      return runCommand(next, look, press.outcome.binding.command, press.outcome.binding.argument);
    case 'literal': {
      return sendKey(returnTo(next, look, press.outcome.mode), look, key);
    }
    case 'ordinary':
      if (mode === 'raw' || mode === 'lock') return sendKey(next, look, key);
      return bound(next, look, key, mode);
  }
}

/** Nothing can be sent while the host is away, so Ctrl+C is free to mean what it means everywhere. */
function leaveLost(model: Model): Step {
  return step({ ...model, quit: { code: 1, farewell: 'the host could not be reached any more' } });
}

/** RUN and BROWSE: a bound key is a command; in RUN any other types, or goes to the running program. */
function bound(model: Model, look: Look, key: KeyToken, mode: 'run' | 'browse'): Step {
  const front = activeView(model);
  const facts = front && look.facts(front.uri);
  const passing =
    mode === 'run' &&
    front !== undefined &&
    (passesThrough(front.view.editor, facts) || runsElsewhere(model));
  const binding = bindingFor(model.keymap, mode, key.name, inputContext(model, look));
  const typed = binding === undefined || /^(input|edit)\./.test(binding.command);
  if (passing && typed) return sendKey(model, look, key);
  if (binding !== undefined) return runCommand(model, look, binding.command, binding.argument);
  if (mode === 'run' && front !== undefined && key.text !== undefined) {
    const editor = edit(front.view.editor, { type: 'insert', text: key.text });
    return step(withView(followAgain(model), front.uri, { editor }));
  }
  return step(model);
}

/** The key's own bytes, respelled where the outer terminal was in another mode than the program's. */
function sendKey(model: Model, look: Look, key: KeyToken): Step {
  const modes = look.facts(model.active ?? '')?.modes ?? {
    applicationCursorKeys: false,
    applicationKeypad: false,
  };
  const bytes = keyForProgram(key, modes);
  return bytes === '' ? step(model) : send(followAgain(model), look, bytes);
}
