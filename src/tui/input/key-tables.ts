/** Keys by the number or letter in an escape sequence: xterm, rxvt, Linux console, kitty. */

/** Keys by the final letter of `CSI 1;m X` and of `ESC O X`. */
export const letterKeys: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  E: 'begin',
  F: 'end',
  H: 'home',
  P: 'f1',
  Q: 'f2',
  R: 'f3',
  S: 'f4',
};

/** Keys by the number before `~`. rxvt ends the same numbers with `$`, `^` and `@` for shift, ctrl and both. */
export const tildeKeys: Readonly<Record<number, string>> = {
  1: 'home',
  2: 'insert',
  3: 'delete',
  4: 'end',
  5: 'pageup',
  6: 'pagedown',
  7: 'home',
  8: 'end',
  11: 'f1',
  12: 'f2',
  13: 'f3',
  14: 'f4',
  15: 'f5',
  17: 'f6',
  18: 'f7',
  19: 'f8',
  20: 'f9',
  21: 'f10',
  23: 'f11',
  24: 'f12',
  25: 'f13',
  26: 'f14',
  28: 'f15',
  29: 'f16',
  31: 'f17',
  32: 'f18',
  33: 'f19',
  34: 'f20',
  ...Object.fromEntries(Array.from({ length: 15 }, (_, n) => [n + 42, `f${n + 21}`])),
};

/** Arrows with a modifier in rxvt, by small letter: shift after CSI, ctrl after SS3. */
export const rxvtArrows: Readonly<Record<string, string>> = { a: 'up', b: 'down', c: 'right', d: 'left' };

/** Function keys of the Linux console, by the letter of `CSI [ X`. */
export const linuxFunctionKeys: Readonly<Record<string, string>> = {
  A: 'f1',
  B: 'f2',
  C: 'f3',
  D: 'f4',
  E: 'f5',
};

/** Text of keypad keys in application mode, by the letter of `ESC O X`. */
export const keypadText: Readonly<Record<string, string>> = {
  X: '=',
  j: '*',
  k: '+',
  l: ',',
  m: '-',
  n: '.',
  o: '/',
  p: '0',
  q: '1',
  r: '2',
  s: '3',
  t: '4',
  u: '5',
  v: '6',
  w: '7',
  x: '8',
  y: '9',
};

/**
 * Keys by the number of `CSI number u` that is not a character (kitty keyboard protocol, functional key
 * definitions).
 */
const kittyNamed: Readonly<Record<number, string>> = {
  9: 'tab',
  13: 'enter',
  27: 'escape',
  32: 'space',
  127: 'backspace',
  57358: 'capslock',
  57359: 'scrolllock',
  57360: 'numlock',
  57361: 'printscreen',
  57362: 'pause',
  57363: 'menu',
  57414: 'enter',
  57417: 'left',
  57418: 'right',
  57419: 'up',
  57420: 'down',
  57421: 'pageup',
  57422: 'pagedown',
  57423: 'home',
  57424: 'end',
  57425: 'insert',
  57426: 'delete',
  57427: 'begin',
};

const kittyKeypad = '0123456789./*-+';

/** Returns the key of a kitty or modifyOtherKeys number; `unknown` for media keys and lone modifiers. */
export function keyOfCode(code: number): string {
  const named = kittyNamed[code];
  if (named !== undefined) return named;
  if (code >= 57376 && code <= 57398) return `f${code - 57376 + 13}`;
  if (code >= 57399 && code <= 57413) return kittyKeypad[code - 57399] ?? 'unknown';
  if (code === 57415) return '=';
  if (code === 57416) return ',';
  if (code < 0x20 || isPrivateUse(code) || !isCharacter(code)) return 'unknown';
  return String.fromCodePoint(code);
}

function isPrivateUse(code: number): boolean {
  return code >= 0xe000 && code <= 0xf8ff;
}

function isCharacter(code: number): boolean {
  return code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) && !(code >= 0x7f && code < 0xa0);
}
