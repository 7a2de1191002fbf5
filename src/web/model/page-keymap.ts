/** The keys of the page: those of the window that a browser lets pages have, and a few of its own. */

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

/** While a command runs the page has no line for it: what one needs meanwhile has keys in `raw`, too. */
const OWN: readonly Binding[] = [
  ...(['run', 'raw'] as const).flatMap((table): Binding[] => [
    { table, key: 'ctrl+shift+p', command: 'palette.open' },
    { table, key: 'ctrl+shift+f', command: 'block.search' },
  ]),
  { table: 'raw', key: 'ctrl+o', command: 'claim.handBack', when: 'asked' },
  { table: 'raw', key: 'ctrl+x', command: 'claim.decline', when: 'asked' },
  ...Array.from(
    { length: 9 },
    (_, n): Binding => ({ table: 'raw', key: `alt+${n + 1}`, command: 'tab.select', argument: n + 1 }),
  ),
];

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

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey'>;

/** Returns the name of a pressed key. */
export function pressedKey(event: Pressed): string {
  const { ctrlKey: ctrl, altKey: alt, shiftKey: shift, metaKey: meta } = event;
  return keyName(mainKey(event), { ctrl, alt, shift, meta, super: false, hyper: false });
}

function mainKey({ key, code, altKey }: Pressed): string {
  if (key === ' ') return 'space';
  if (key.length > 1) return key.toLowerCase().replace(/^arrow/, '');
  // With Alt, keyboards of a Mac type other characters.
  const [, meant] = /^(?:Key|Digit)(.)$/.exec(code) ?? [];
  return altKey && meant !== undefined && key > '~' ? meant.toLowerCase() : key;
}
