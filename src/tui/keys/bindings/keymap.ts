/** The keymap: finds the command of a key in a key table, and the keys of a command. */

import type { BindingExtras } from '../commands/command.ts';
import type { CommandId } from '../commands/commands.ts';
import { holds, type InputContext } from '../conditions.ts';
import type { KeyTable } from '../key-table.ts';

/** A binding: this key in this key table runs this command, perhaps only under a condition. */
export type Binding = BindingExtras & {
  readonly table: KeyTable;
  /** Name of the key, as `keyName` writes it. */
  readonly key: string;
  readonly command: CommandId;
};

export type Keymap = {
  /** All bindings in the order of the key tables. Hints show the first key of a command. */
  readonly bindings: readonly Binding[];
  readonly byKey: ReadonlyMap<string, readonly Binding[]>;
  /** The first keys of two that are bound together, with their key tables. */
  readonly firstOfTwo: ReadonlySet<string>;
};

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

/** Identifies a key in its key table. */
export function keyId({ table, key }: Pick<Binding, 'table' | 'key'>): string {
  return `${table} ${key}`;
}
