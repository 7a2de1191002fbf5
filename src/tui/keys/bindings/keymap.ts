/** The keymap: finds the command of a key in a key table, and the keys of a command. */

import type { Binding } from '../binding.ts';
import { bindingsOf } from '../binding.ts';
import type { CommandId } from '../command-ids.ts';
import { holds, type InputContext } from '../conditions.ts';
import type { KeyTable } from '../key-table.ts';
import { BROWSE_ROWS } from './browse-bindings.ts';
import { DIALOG_ROWS } from './dialog-bindings.ts';
import { PAGE_ROWS } from './page-bindings.ts';
import { PANE_BINDINGS } from './pane-bindings.ts';
import { RUN_ROWS } from './run-bindings.ts';
import { SELECT_ROWS } from './select-bindings.ts';
import { type SwitchChoices, switchBindings } from './switch-bindings.ts';

export type Keymap = {
  /** All bindings in the order of the key tables. Hints show the first key of a command. */
  readonly bindings: readonly Binding[];
  readonly byKey: ReadonlyMap<string, readonly Binding[]>;
  /** The first keys of two that are bound together, with their key tables. */
  readonly firstOfTwo: ReadonlySet<string>;
};

/** Returns the bindings without the user's own key lines. The preset's key replaces its binding in the tables. */
export function defaultBindings(choices: SwitchChoices): Binding[] {
  const switches = switchBindings(choices);
  const taken = new Set(switches.map(keyId));
  const tables = [
    // Where there are panes, their keys go before those of the line.
    ...PANE_BINDINGS,
    ...bindingsOf('run', RUN_ROWS),
    ...bindingsOf('browse', BROWSE_ROWS),
    ...bindingsOf('select', SELECT_ROWS),
    ...bindingsOf('page', PAGE_ROWS),
    ...bindingsOf('dialog', DIALOG_ROWS),
  ];
  return [...switches, ...tables.filter((binding) => !taken.has(keyId(binding)))];
}

export function keymapOf(bindings: readonly Binding[]): Keymap {
  const byKey = new Map<string, Binding[]>();
  const firstOfTwo = new Set<string>();
  for (const binding of bindings) {
    const [first = '', second] = binding.key.split(' ', 2);
    if (second !== undefined) firstOfTwo.add(keyId({ table: binding.table, key: first }));
    const sameKey = byKey.get(keyId(binding));
    if (sameKey) sameKey.push(binding);
    else byKey.set(keyId(binding), [binding]);
  }
  return { bindings, byKey, firstOfTwo };
}

/** Returns the binding of a key that holds now, or undefined: the key then types itself or passes through. */
export function bindingFor(
  keymap: Keymap,
  table: KeyTable,
  key: string,
  input: InputContext,
): Binding | undefined {
  return keymap.byKey.get(keyId({ table, key }))?.find((binding) => holds(binding.when, input));
}

/** Whether a key is the first of two that are bound together, `ctrl+x ctrl+e`. */
export function beginsChord(keymap: Keymap, table: KeyTable, key: string): boolean {
  return keymap.firstOfTwo.has(keyId({ table, key }));
}

/** Returns the bindings of a command in a key table, best first; with `input`, only those that hold now. */
export function bindingsFor(
  keymap: Keymap,
  table: KeyTable,
  command: CommandId,
  input?: InputContext,
): Binding[] {
  return keymap.bindings.filter(
    (binding) =>
      binding.table === table &&
      binding.command === command &&
      (input === undefined || bindingFor(keymap, table, binding.key, input) === binding),
  );
}

function keyId({ table, key }: Pick<Binding, 'table' | 'key'>): string {
  return `${table} ${key}`;
}
