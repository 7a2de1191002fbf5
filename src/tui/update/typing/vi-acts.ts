/** The keys of vi in RUN's line. */

import { onCharacter, VI_INSERT, type ViAct, viEscape, viKey } from '../../editor/vi.ts';
import type { KeyToken } from '../../input/token.ts';
import type { CommandId } from '../../keys/commands/commands.ts';
import { hasViKeys } from '../../model/derived/input-context.ts';
import type { Model } from '../../model/model.ts';
import { activeView, type Step, withView } from '../../model/step.ts';

const COMMANDS: Readonly<Record<ViAct, CommandId>> = {
  older: 'input.historyPrevious',
  newer: 'input.historyNext',
  search: 'input.historySearch',
  editor: 'input.editLine',
  commands: 'palette.open',
};

/** Keys without a text that mean a motion. */
const NAMED: Readonly<Record<string, string>> = { backspace: 'h', space: 'l' };

/** A key that was taken: the model after it, and the command it stands for. */
export type ViTaken = { readonly model: Model; readonly command: CommandId | undefined };

/** Returns undefined for keys that are bound as they are without vi. */
export function viTakes(model: Model, key: KeyToken): ViTaken | undefined {
  const front = activeView(model);
  if (front === undefined || !hasViKeys(model)) return undefined;
  const { vi, editor } = front.view;
  if (key.name === 'escape') {
    return { model: withView(model, front.uri, viEscape(vi, editor)), command: undefined };
  }
  const character = vi.mode === 'normal' ? (NAMED[key.name] ?? key.text) : undefined;
  if (character === undefined) return undefined;
  const { act, ...next } = viKey(vi, editor, character);
  return { model: withView(model, front.uri, next), command: act && COMMANDS[act] };
}

/** After a command of RUN: a line that is new begins with inserting; in normal mode the cursor is on a character. */
export function viSettled(before: Model, done: Step): Step {
  const front = activeView(done.model);
  if (front === undefined || front.view.vi.mode === 'insert' || !hasViKeys(done.model)) return done;
  const { editor } = front.view;
  const isNew = editor.graphemes.length === 0 && activeView(before)?.view.editor.graphemes.length !== 0;
  const change = isNew
    ? { vi: { ...front.view.vi, mode: VI_INSERT.mode, pending: '' } }
    : { editor: onCharacter(editor) };
  return { ...done, model: withView(done.model, front.uri, change) };
}
