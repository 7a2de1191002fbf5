/**
 * The key of a command as texts show it: from the keymap in use, and preferably one that the outer terminal does not take
 * itself.
 */

import type { CommandId } from '../../../client/commands/commands.ts';
import { IDLE, type InputContext } from '../../../client/commands/conditions.ts';
import { keyLabel } from '../../../client/commands/key-labels.ts';
import type { KeyTable } from '../../../client/commands/key-table.ts';
import { bindingsFor } from '../../../client/commands/keymap.ts';
import { bestKey } from '../../keys/help/hints.ts';
import type { Model } from '../model.ts';

/** Returns the label, `Ctrl+K`; undefined when no key is bound to the command. */
export function keyOf(
  { keymap, appearance }: Pick<Model, 'keymap' | 'appearance'>,
  table: KeyTable,
  command: CommandId,
  input: InputContext = IDLE,
): string | undefined {
  const key = bestKey(keymap, table, command, input, appearance.keptKeys);
  return key === undefined ? undefined : keyLabel(key);
}

/** Returns `Enter closes the tab`; undefined when no key is bound to the command, so that the text leaves it out. */
export function keyHint(
  model: Pick<Model, 'keymap' | 'appearance'>,
  table: KeyTable,
  command: CommandId,
  does: string,
  input: InputContext = IDLE,
): string | undefined {
  const key = keyOf(model, table, command, input);
  return key === undefined ? undefined : `${key} ${does}`;
}

/** Returns the best key that always works, and those bound for this context, `Enter or y`; empty when there is none. */
export function keysOf(
  model: Pick<Model, 'keymap' | 'appearance'>,
  table: KeyTable,
  command: CommandId,
  input: InputContext,
): string {
  const keys = bindingsFor(model.keymap, table, command, input).filter(({ when }) => when !== undefined);
  const all = [keyOf(model, table, command), ...keys.map(({ key }) => keyLabel(key))];
  return [...new Set(all)].filter((key) => key !== undefined).join(' or ');
}

/** Returns the names of the keys that only questions have, `y`; not those of every dialog, such as Enter. */
export function questionKeys(
  { keymap }: Pick<Model, 'keymap'>,
  command: 'dialog.accept' | 'dialog.cancel',
): readonly string[] {
  const bound = bindingsFor(keymap, 'dialog', command, { ...IDLE, asks: 'yesOrNo' });
  return bound.filter(({ when }) => when !== undefined).map(({ key }) => key);
}

/** Joins the parts of a text that are neither undefined nor empty. */
export function joinedHints(separator: string, ...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(` ${separator} `);
}
