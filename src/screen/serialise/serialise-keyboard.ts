/** Writes the keyboard protocols as sequences: the kitty flags of one screen, and modifyOtherKeys. */
import type { KeyboardState } from '../emulator/emulator-keyboard.ts';

/** Builds a stack of flags on a screen that has none. */
export function stackSequences(stack: readonly number[]): string {
  return stack.map((flags, at) => (at === 0 ? `\x1b[=${flags}u` : `\x1b[>${flags}u`)).join('');
}

export function otherKeysSequence({ modifyOtherKeys }: KeyboardState): string {
  return modifyOtherKeys === 0 ? '' : `\x1b[>4;${modifyOtherKeys}m`;
}
