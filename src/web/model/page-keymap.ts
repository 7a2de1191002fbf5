/** The keys of the page: those of the window that a browser lets pages have, and two of its own. */

import type { CommandId } from '../../client/commands/commands.ts';
import { defaultBindings } from '../../client/commands/default-bindings.ts';
import { keyName, parseKeyName } from '../../client/commands/key-name.ts';
import { type Binding, type Keymap, keymapOf } from '../../client/commands/keymap.ts';

/** Keys that browsers keep for their windows and tabs, whatever a page does. */
const BROWSERS: ReadonlySet<string> = new Set([
  'ctrl+tab',
  'ctrl+shift+tab',
  'ctrl+pageup',
  'ctrl+pagedown',
  'ctrl+shift+pageup',
  'ctrl+shift+pagedown',
  'f12',
]);

const OWN: readonly Binding[] = (['run', 'raw'] as const).flatMap((table) => [
  { table, key: 'ctrl+shift+p', command: 'palette.open' },
  { table, key: 'ctrl+shift+f', command: 'block.search' },
]);

/** Returns the keys of the commands that the page has, at a prompt (`run`) and while keys go to a program (`raw`). */
export function pageKeymap(has: (command: CommandId) => boolean): Keymap {
  const usual = defaultBindings({
    preset: 'default',
    ctrlE: 'smart',
    ctrlK: 'smart',
    lockKey: 'ctrl+alt+l',
    keepF4: false,
  });
  const bindings = [...usual, ...OWN].filter(
    ({ table, key, command }) =>
      (table === 'run' || table === 'raw') && has(command) && !BROWSERS.has(key) && isChordOfOne(key),
  );
  return keymapOf(bindings);
}

/** Keys that type a character, or edit, are for the field that has the focus. */
function isChordOfOne(name: string): boolean {
  const { key, modifiers } = parseKeyName(name);
  return !name.includes(' ') && (modifiers.ctrl || modifiers.alt || /^f\d+$/.test(key));
}

/** Names of the browser that are other names here. */
const KEYS: Readonly<Record<string, string>> = { ' ': 'space' };

/** Returns the name of a pressed key. */
export function pressedKey({
  key,
  ctrlKey: ctrl,
  altKey: alt,
  shiftKey: shift,
  metaKey: meta,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey'>): string {
  const name = KEYS[key] ?? (key.length > 1 ? key.toLowerCase().replace(/^arrow/, '') : key);
  return keyName(name, { ctrl, alt, shift, meta, super: false, hyper: false });
}
