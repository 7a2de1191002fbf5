/** The keymap: finds the command of a key in a key table, and the keys of a command. */

import type { BindingExtras } from './command.ts';
import type { CommandId } from './commands.ts';
import { holds, type InputContext } from './conditions.ts';
import type { KeyTable } from './key-table.ts';

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
  /** The bindings of two keys one after the other, by the first of them and its key table. */
  readonly chords: ReadonlyMap<string, readonly Binding[]>;
  /** The prefix key of the tmux preset; it waits for the next key without limit. */
  readonly prefix: string | undefined;
};

export function keymapOf(bindings: readonly Binding[], prefix?: string): Keymap {
  const byKey = new Map<string, Binding[]>();
  const chords = new Map<string, Binding[]>();
  for (const binding of bindings) {
    const [first = '', second] = binding.key.split(' ', 2);
    if (second !== undefined) push(chords, keyId({ table: binding.table, key: first }), binding);
    push(byKey, keyId(binding), binding);
  }
  return { bindings, byKey, chords, prefix };
}

function push(map: Map<string, Binding[]>, id: string, binding: Binding): void {
  const known = map.get(id);
  if (known) known.push(binding);
  else map.set(id, [binding]);
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

/** Returns the bindings of two keys that begin with this key and hold now, `ctrl+x ctrl+e`. */
export function chordsOf(
  keymap: Keymap,
  table: KeyTable,
  key: string,
  input: InputContext,
): readonly Binding[] {
  return keymap.chords.get(keyId({ table, key }))?.filter((binding) => holds(binding.when, input)) ?? [];
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

/** Returns the commands that have keys in a key table, in the order of their first keys. */
export function commandsIn({ bindings }: Keymap, table: KeyTable): readonly CommandId[] {
  return [...new Set(bindings.filter((each) => each.table === table).map(({ command }) => command))];
}

/** Identifies a key in its key table. */
export function keyId({ table, key }: Pick<Binding, 'table' | 'key'>): string {
  return `${table} ${key}`;
}
