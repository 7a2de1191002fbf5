/** Keys of a browser by the names that key bindings use. */

import { defaultBindings } from '../../../client/commands/default-bindings.ts';
import { keyName, noModifiers } from '../../../client/commands/key-name.ts';
import { keymapOf } from '../../../client/commands/keymap.ts';

/** The keys of the page are those of the window, as they are without a configuration. */
export const KEYMAP = keymapOf(
  defaultBindings({ preset: 'default', ctrlE: 'smart', ctrlK: 'smart', lockKey: 'ctrl+k', keepF4: false }),
);

const NAMES: Readonly<Record<string, string>> = {
  ' ': 'space',
  Escape: 'escape',
  Enter: 'enter',
  Tab: 'tab',
  Backspace: 'backspace',
  Delete: 'delete',
  Insert: 'insert',
  Home: 'home',
  End: 'end',
  PageUp: 'pageup',
  PageDown: 'pagedown',
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/** What a key event tells of its key. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'shiftKey'> & {
  readonly getModifierState?: (name: string) => boolean;
};

/** Returns the name of a key, `ctrl+w`; undefined for modifiers alone and keys without a name. */
export function nameOfKey(event: KeyPress): string | undefined {
  const { key, ctrlKey, altKey, shiftKey } = event;
  const isCharacter = [...key].length === 1 && key !== ' ';
  const name = Object.hasOwn(NAMES, key)
    ? NAMES[key]
    : /^F\d{1,2}$/.test(key)
      ? key.toLowerCase()
      : undefined;
  if (name === undefined && !isCharacter) return undefined;
  // AltGr is Ctrl+Alt to some systems, and types a character.
  const isTyped = isCharacter && event.getModifierState?.('AltGraph') === true;
  const isLetter = isCharacter && key.toLowerCase() !== key.toUpperCase();
  return keyName(name ?? key, {
    ...noModifiers,
    ctrl: ctrlKey && !isTyped,
    alt: altKey && !isTyped,
    // A sign that needs Shift has it in itself.
    shift: shiftKey && (!isCharacter || isLetter),
  });
}
