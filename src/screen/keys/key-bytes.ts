/** Encodes a key as the bytes that a program expects in its current modes, in the legacy xterm encoding that every program knows. */

export type KeyModes = { readonly applicationCursorKeys: boolean; readonly applicationKeypad: boolean };

export type HeldKeys = {
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  readonly super: boolean;
};

const cursorLetters: Readonly<Record<string, string>> = {
  up: 'A',
  down: 'B',
  right: 'C',
  left: 'D',
  begin: 'E',
  end: 'F',
  home: 'H',
};
const functionLetters: Readonly<Record<string, string>> = { f1: 'P', f2: 'Q', f3: 'R', f4: 'S' };
const tildeNumbers: Readonly<Record<string, number>> = {
  insert: 2,
  delete: 3,
  pageup: 5,
  pagedown: 6,
  f5: 15,
  f6: 17,
  f7: 18,
  f8: 19,
  f9: 20,
  f10: 21,
  f11: 23,
  f12: 24,
  // These keys have the numbers of a VT220, with its gaps, as in xterm.
  f13: 25,
  f14: 26,
  f15: 28,
  f16: 29,
  f17: 31,
  f18: 32,
  f19: 33,
  f20: 34,
  // Beyond the keys of a VT220 xterm counts on: F21 is 42, F35 is 56.
  ...Object.fromEntries(Array.from({ length: 15 }, (_, n) => [`f${n + 21}`, n + 42])),
};
const plainBytes: Readonly<Record<string, string>> = {
  enter: '\r',
  tab: '\t',
  escape: '\x1b',
  backspace: '\x7f',
  space: ' ',
};

/**
 * Returns number and final letter of a key without its modifiers, as newer protocols write it; undefined for keys that
 * have none. F3 has a number of its own there: `CSI R` is a report of the cursor.
 */
export function xtermNumber(key: string): { readonly number: number; readonly final: string } | undefined {
  if (key === 'f3') return { number: 13, final: '~' };
  const letter = cursorLetters[key] ?? functionLetters[key];
  if (letter !== undefined) return { number: 1, final: letter };
  const number = tildeNumbers[key];
  return number === undefined ? undefined : { number, final: '~' };
}

/** Returns undefined for keys that have no legacy encoding. */
export function keyBytes(key: string, held: HeldKeys, modes: KeyModes): string | undefined {
  return namedBytes(key, held, modes) ?? characterBytes(key, held);
}

function namedBytes(key: string, held: HeldKeys, modes: KeyModes): string | undefined {
  const parameter = parameterOf(held);
  const cursor = cursorLetters[key];
  if (cursor !== undefined) {
    if (parameter > 1) return `\x1b[1;${parameter}${cursor}`;
    return `\x1b${modes.applicationCursorKeys ? 'O' : '['}${cursor}`;
  }
  const letter = functionLetters[key];
  if (letter !== undefined) return parameter > 1 ? `\x1b[1;${parameter}${letter}` : `\x1bO${letter}`;
  const number = tildeNumbers[key];
  if (number !== undefined) return parameter > 1 ? `\x1b[${number};${parameter}~` : `\x1b[${number}~`;
  return key === 'tab' && held.shift ? `${held.alt ? '\x1b' : ''}\x1b[Z` : undefined;
}

function parameterOf(held: HeldKeys): number {
  return 1 + (held.shift ? 1 : 0) + (held.alt ? 2 : 0) + (held.ctrl ? 4 : 0);
}

function characterBytes(key: string, { ctrl, alt, super: command }: HeldKeys): string | undefined {
  if (command) return undefined;
  const plain = plainBytes[key] ?? ([...key].length === 1 ? key : undefined);
  // Keys without a control code keep their plain byte, as in other terminals (ctrl+enter is CR).
  const typed = ctrl ? (controlCode(key) ?? plain) : plain;
  return typed === undefined ? undefined : `${alt ? '\x1b' : ''}${typed}`;
}

/** Returns the control code that Ctrl makes of a key; undefined for keys without one. */
export function controlCode(key: string): string | undefined {
  if (key === 'space' || key === '@' || key === '2') return '\x00';
  if (key === 'backspace') return '\x08';
  if (key === '?') return '\x7f';
  if (key === '/') return '\x1f';
  if (/^[a-z[\\\]^_]$/.test(key)) return String.fromCharCode(key.toUpperCase().charCodeAt(0) & 0x1f);
  return undefined;
}
