/** The keymap: mode and key to command, and back from command to keys. */

import type { Binding } from '../binding.ts';
import { bindingsOf } from '../binding.ts';
import type { CommandId } from '../command-ids.ts';
import { holds, type InputContext } from '../conditions.ts';
import type { Mode } from '../mode.ts';
import { BROWSE_ROWS } from './browse-bindings.ts';
import { DIALOG_ROWS } from './dialog-bindings.ts';
import { PAGE_ROWS } from './page-bindings.ts';
import { RUN_ROWS } from './run-bindings.ts';
import { type SwitchChoices, switchBindings } from './switch-bindings.ts';

export type Keymap = {
  /** In the order of the tables: the first key of a command is the one shown. */
  readonly bindings: readonly Binding[];
  readonly byKey: ReadonlyMap<string, readonly Binding[]>;
};

/** The bindings before the person's own lines. A preset's key replaces what the tables say of it. */
export function defaultBindings(choices: SwitchChoices): Binding[] {
  const switches = switchBindings(choices);
  const taken = new Set(switches.map(slot));
  const tables = [
    ...bindingsOf('run', RUN_ROWS),
    ...bindingsOf('browse', BROWSE_ROWS),
    ...bindingsOf('page', PAGE_ROWS),
    ...bindingsOf('dialog', DIALOG_ROWS),
  ];
  return [...switches, ...tables.filter((binding) => !taken.has(slot(binding)))];
}

export function keymapOf(bindings: readonly Binding[]): Keymap {
  const byKey = new Map<string, Binding[]>();
  for (const binding of bindings) {
    const there = byKey.get(slot(binding));
    if (there) there.push(binding);
    else byKey.set(slot(binding), [binding]);
  }
  return { bindings, byKey };
}

/** What a key does right now; undefined: nothing is bound, so the key types itself or passes through. */
export function bindingFor(
  keymap: Keymap,
  mode: Mode,
  key: string,
  input: InputContext,
): Binding | undefined {
  return keymap.byKey.get(slot({ mode, key }))?.find((binding) => holds(binding.when, input));
}

/** The bindings of a command in a mode, best first; with an input, only those that would do it right now. */
export function bindingsFor(keymap: Keymap, mode: Mode, command: CommandId, input?: InputContext): Binding[] {
  return keymap.bindings.filter(
    (binding) =>
      binding.mode === mode &&
      binding.command === command &&
      (input === undefined || bindingFor(keymap, mode, binding.key, input) === binding),
  );
}

function slot({ mode, key }: Pick<Binding, 'mode' | 'key'>): string {
  return `${mode} ${key}`;
}
