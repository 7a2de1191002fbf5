/**
 * A key event as the newer keyboard protocols report it: its number, the modifiers, and whether it is pressed, repeated or
 * released.
 */

export type KeyStroke = {
  /** The key without modifiers: `a`, `enter`, `up`, `f13`; `unknown` for a key that has only a number. */
  readonly key: string;
  /** Number of the key in the kitty protocol: its character without Shift. 0 for keys that it numbers as xterm does. */
  readonly code: number;
  /** The character with Shift, and that of the same key on a US keyboard, if the outer terminal reports them. */
  readonly shifted: number | undefined;
  readonly base: number | undefined;
  /** Bits: shift 1, alt 2, ctrl 4, super 8, hyper 16, meta 32, caps lock 64, num lock 128. */
  readonly held: number;
  readonly event: 'press' | 'repeat' | 'release';
  /** Text that the key types; empty with Ctrl, Alt and the like. */
  readonly text: string;
};

export const SHIFT = 1;
export const ALT = 2;
export const CTRL = 4;
/** Caps lock and num lock. */
export const LOCKS = 64 + 128;

const numbers: Readonly<Record<string, number>> = {
  escape: 27,
  enter: 13,
  tab: 9,
  backspace: 127,
  space: 32,
  capslock: 57358,
  scrolllock: 57359,
  numlock: 57360,
  printscreen: 57361,
  pause: 57362,
  menu: 57363,
};

/** Returns the number of a key of the main block; 0 for keys that have xterm's numbers, and for unknown ones. */
export function codeOfKey(key: string): number {
  const named = numbers[key];
  if (named !== undefined) return named;
  const [character = '', ...more] = key;
  if (character !== '' && more.length === 0) return character.codePointAt(0) ?? 0;
  const functionKey = key.startsWith('f') ? Number(key.slice(1)) : Number.NaN;
  return functionKey > 12 ? 57376 + functionKey - 13 : 0;
}

const KEYPAD_FIRST = 57399;
const KEYPAD_LAST = 57427;

export function isKeypad({ code }: KeyStroke): boolean {
  return code >= KEYPAD_FIRST && code <= KEYPAD_LAST;
}

/** Whether the key is Shift, Ctrl, Caps Lock or the like, pressed by itself. */
export function isLoneModifier({ code }: Pick<KeyStroke, 'code'>): boolean {
  return (code >= 57441 && code <= 57454) || (code >= 57358 && code <= 57360);
}

/** Returns the character a key was pressed as: with Shift the shifted one. */
export function pressedCode({ code, shifted, held }: KeyStroke): number {
  if ((held & SHIFT) === 0 || code === 0) return code;
  if (shifted !== undefined) return shifted;
  const [upper = '', ...more] = String.fromCodePoint(code).toUpperCase();
  return more.length > 0 ? code : (upper.codePointAt(0) ?? code);
}
