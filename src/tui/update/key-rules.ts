/** Rules for keys: in each mode a key is a command, text for an editor, or input for the program. */

import { edit } from '../editor/edit.ts';
import type { KeyToken } from '../input/token.ts';
import { bindingFor } from '../keys/bindings/keymap.ts';
import { pressReserved } from '../keys/bindings/reserved.ts';
import { inputContext, passesThrough } from '../model/derived/input-context.ts';
import type { Model } from '../model/model.ts';
import type { Readings } from '../model/readings.ts';
import { activeView, type Step, step, withView } from '../model/step.ts';
import { runCommand } from './command-table.ts';
import { dialogKey } from './dialog-rules.ts';
import { returnTo } from './typing/mode-switches.ts';
import { followAgain, runsElsewhere, sendKey } from './typing/send.ts';

export function keyPressed(model: Model, readings: Readings, key: KeyToken): Step {
  if (key.released) return step(model);
  if (model.connection !== 'ready' && key.name === 'ctrl+c') return leaveLost(model);
  if (model.dialog !== undefined) return dialogKey(model, readings, key);
  const front = activeView(model);
  if (front === undefined) return bound(model, readings, key, 'run');
  const { mode } = front.view;
  const press = pressReserved(
    model.reserved,
    { table: mode, key: key.name, now: readings.now, input: inputContext(model, readings) },
    model.keymap,
  );
  const next = press.state === model.reserved ? model : { ...model, reserved: press.state };
  switch (press.outcome.kind) {
    case 'command':
      return runCommand(next, readings, press.outcome.binding.command, press.outcome.binding.argument);
    case 'literal':
      return sendKey(returnTo(next, readings, press.outcome.mode), readings, key);
    case 'ordinary':
      if (mode === 'raw' || mode === 'lock') return sendKey(next, readings, key);
      return bound(next, readings, key, mode);
  }
}

/** Quits on Ctrl+C while the host is away: no program could take it. */
function leaveLost(model: Model): Step {
  return step({ ...model, quit: { code: 1, farewell: 'the host could not be reached any more' } });
}

/** RUN and BROWSE: runs the command of a bound key; in RUN another key types or goes to the running program. */
function bound(model: Model, readings: Readings, key: KeyToken, mode: 'run' | 'browse'): Step {
  const front = activeView(model);
  const terminal = front && readings.terminal(front.uri);
  const passing =
    mode === 'run' &&
    front !== undefined &&
    (passesThrough(front.view.editor, terminal) || runsElsewhere(model));
  const binding = bindingFor(model.keymap, mode, key.name, inputContext(model, readings));
  const typed = binding === undefined || /^(input|edit)\./.test(binding.command);
  if (passing && typed) return sendKey(model, readings, key);
  if (binding !== undefined) return runCommand(model, readings, binding.command, binding.argument);
  if (mode === 'run' && front !== undefined && key.text !== undefined) {
    const editor = edit(front.view.editor, { type: 'insert', text: key.text });
    return step(withView(followAgain(model), front.uri, { editor }));
  }
  return step(model);
}
