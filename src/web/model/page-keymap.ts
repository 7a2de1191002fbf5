/** The keys of the page: those of the window that a browser lets pages have, and a few of its own. */

import { COMMANDS, type CommandId } from '../../client/commands/commands.ts';
import { IDLE, type InputContext } from '../../client/commands/conditions.ts';
import { bindingsBehind } from '../../client/commands/default-bindings.ts';
import { keyLabel } from '../../client/commands/key-labels.ts';
import { keyName, parseKeyName } from '../../client/commands/key-name.ts';
import {
  type Binding,
  bindingFor,
  bindingsFor,
  type Keymap,
  keymapOf,
} from '../../client/commands/keymap.ts';

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

/** The keys of the window as they are without a configuration. RUN's line and BROWSE have them whole. */
export const USUAL_KEYMAP: Keymap = keymapOf(
  bindingsBehind([], {
    preset: 'default',
    ctrlE: 'smart',
    ctrlK: 'smart',
    lockKey: 'ctrl+alt+l',
    keepF4: false,
  }),
);

/** Returns the keys of the commands that the page has, at a prompt (`run`) and while keys go to a program (`raw`). */
export function pageKeymap(has: (command: CommandId) => boolean): Keymap {
  const bindings = [...USUAL_KEYMAP.bindings, ...OWN].filter(
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

/** What a key event tells of its key. */
export type Pressed = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey' | 'getModifierState'
>;

/** Returns the name of a pressed key, `ctrl+w`; undefined for modifiers alone and keys without a name. */
export function pressedKey(event: Pressed): string | undefined {
  const main = mainKey(event);
  if (main === undefined) return undefined;
  const isCharacter = [...main].length === 1;
  const isLetter = isCharacter && main.toLowerCase() !== main.toUpperCase();
  // AltGr is Ctrl+Alt to some systems, and types a character.
  const isTyped = isCharacter && event.getModifierState('AltGraph');
  return keyName(main, {
    ctrl: event.ctrlKey && !isTyped,
    alt: event.altKey && !isTyped,
    // A sign that needs Shift has it in itself.
    shift: event.shiftKey && (!isCharacter || isLetter),
    meta: event.metaKey,
    super: false,
    hyper: false,
  });
}

/** Returns the command of a key on a page over the terminal. */
export function pageCommand(
  event: Pressed & Pick<KeyboardEvent, 'isComposing'>,
  page: NonNullable<InputContext['page']>,
): CommandId | undefined {
  const key = event.metaKey || event.isComposing ? undefined : pressedKey(event);
  return key === undefined ? undefined : bindingFor(USUAL_KEYMAP, 'page', key, { ...IDLE, page })?.command;
}

/** Returns what a command of such a page does, and its key: `The next change (n)`. */
export function helpOf(id: CommandId): string {
  const [binding] = bindingsFor(USUAL_KEYMAP, 'page', id);
  return binding === undefined ? COMMANDS[id].help : `${COMMANDS[id].help} (${keyLabel(binding.key)})`;
}

/** Names that a browser has for keys, without their arrows. */
const NAMED: ReadonlySet<string> = new Set([
  ...['escape', 'enter', 'tab', 'backspace', 'delete', 'insert', 'home', 'end', 'pageup', 'pagedown'],
  ...['up', 'down', 'left', 'right'],
]);

function mainKey({ key, code, altKey }: Pressed): string | undefined {
  if (key === ' ') return 'space';
  const name = key.toLowerCase().replace(/^arrow/, '');
  if ([...key].length > 1) return NAMED.has(name) || /^f\d+$/.test(name) ? name : undefined;
  // With Alt, keyboards of a Mac type other characters.
  const [, meant] = /^(?:Key|Digit)(.)$/.exec(code) ?? [];
  return altKey && meant !== undefined && key > '~' ? meant.toLowerCase() : key;
}
