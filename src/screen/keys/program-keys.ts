/** Encodes a key in the protocol that a program has asked for: kitty's, modifyOtherKeys, or the legacy bytes. */

import { controlCode, type HeldKeys, type KeyModes, keyBytes, xtermNumber } from './key-bytes.ts';
import {
  ALT,
  CTRL,
  codeOfKey,
  isKeypad,
  isLoneModifier,
  type KeyStroke,
  LOCKS,
  pressedCode,
  SHIFT,
} from './key-stroke.ts';

/** The modes of a program that decide about its keys, with those of the newer protocols. */
export type ProgramKeyModes = KeyModes & {
  /** Flags of the kitty protocol; unless they are 0, modifyOtherKeys does not count. */
  readonly kittyKeyboard: number;
  readonly modifyOtherKeys: 0 | 1 | 2;
};

/** Returns the bytes of a key in a newer protocol; undefined for one that has its legacy bytes. */
export function newerKeyBytes(
  stroke: KeyStroke,
  { kittyKeyboard, modifyOtherKeys, ...modes }: ProgramKeyModes,
): string | undefined {
  if (kittyKeyboard !== 0) return kittyBytes(stroke, kittyKeyboard, modes);
  return modifyOtherKeys === 0 ? undefined : otherKeyBytes(stroke, modifyOtherKeys);
}

/** Returns the bytes of a key that is pressed by its name; undefined for keys that have none. */
export function pressedKeyBytes(key: string, held: HeldKeys, modes: ProgramKeyModes): string | undefined {
  const legacy = keyBytes(key, held, modes);
  return legacy === undefined ? undefined : (newerKeyBytes(namedStroke(key, held), modes) ?? legacy);
}

const SUPER = 8;

/** Returns the stroke of a named key. A capital letter is pressed with Shift; of other signs the keyboard is unknown. */
function namedStroke(key: string, { ctrl, alt, shift, super: command }: HeldKeys): KeyStroke {
  const isLetter = /^\p{L}$/u.test(key);
  const plain = isLetter ? key.toLowerCase() : key;
  const isShifted = shift || plain !== key;
  const upper = isLetter && isShifted ? plain.toUpperCase() : '';
  const character = key === 'space' ? ' ' : [...key].length === 1 ? key : '';
  return {
    key: plain,
    code: codeOfKey(plain),
    shifted: upper === '' ? undefined : upper.codePointAt(0),
    base: undefined,
    held: (isShifted ? SHIFT : 0) | (alt ? ALT : 0) | (ctrl ? CTRL : 0) | (command ? SUPER : 0),
    event: 'press',
    text: ctrl || alt || command ? '' : upper || character,
  };
}

// Encodes a key as xterm does for a program that has set modifyOtherKeys: `CSI 27 ; modifiers ; character ~`.

/** Returns undefined for keys that have their legacy bytes at this level: 1 changes only keys that have none of their own. */
function otherKeyBytes(stroke: KeyStroke, level: 1 | 2): string | undefined {
  const held = stroke.held & (SHIFT | ALT | CTRL);
  const { code } = stroke;
  const isCharacter = code > 0 && (code < 57344 || code > 63743);
  if (!isCharacter || held === 0 || stroke.text !== '') return undefined;
  if (level === 1 && hasOwnBytes(stroke.key, held)) return undefined;
  return `\x1b[27;${held + 1};${pressedCode(stroke)}~`;
}

function hasOwnBytes(key: string, held: number): boolean {
  if (key === 'enter') return false;
  if (key === 'tab') return held === SHIFT;
  if (key === 'escape' || key === 'backspace') return true;
  return (held & CTRL) === 0 || controlCode(key) !== undefined;
}

// The kitty keyboard protocol.

const DISAMBIGUATE = 1;
const EVENTS = 2;
const ALTERNATES = 4;
const ALL_KEYS = 8;
const TEXT = 16;

/** Keys that keep their legacy bytes until a program asks for all keys: if it crashes, one can still type `reset` and Enter. */
const plainBytes: Readonly<Record<string, string>> = { enter: '\r', tab: '\t', backspace: '\x7f' };

/** Returns the bytes; empty where the flags ask for none. `flags` are not 0. */
function kittyBytes(stroke: KeyStroke, flags: number, modes: KeyModes): string {
  const released = stroke.event === 'release';
  if (released && (flags & EVENTS) === 0) return '';
  if ((flags & ALL_KEYS) === 0) {
    if (isLoneModifier(stroke)) return '';
    if (stroke.text !== '' && !released) return stroke.text;
  }
  const key = (flags & DISAMBIGUATE) === 0 ? mainKey(stroke) : stroke;
  const simple = simpleBytes(key, flags, modes);
  return simple ?? escaped(key, flags);
}

/** Returns the bytes of keys that need no escape code under these flags; undefined for those that do. */
function simpleBytes(stroke: KeyStroke, flags: number, modes: KeyModes): string | undefined {
  if ((flags & ALL_KEYS) !== 0) return undefined;
  const { key, held, event } = stroke;
  if ((held & ~LOCKS) === 0 && !isKeypad(stroke)) {
    const plain = plainBytes[key];
    if (plain !== undefined) return event === 'release' ? '' : plain;
  }
  if ((flags & DISAMBIGUATE) !== 0) return undefined;
  if ((flags & EVENTS) !== 0 && (event !== 'press' || stroke.code === 0)) return undefined;
  if (alternatesOf(stroke, flags) !== '') return undefined;
  return keyBytes(legacyKey(stroke), heldKeys(held), modes);
}

/** Returns the legacy key, in which a shifted character stands for itself. */
function legacyKey({ key, shifted, held }: KeyStroke): string {
  return shifted !== undefined && (held & SHIFT) !== 0 && (held & CTRL) === 0
    ? String.fromCodePoint(shifted)
    : key;
}

function heldKeys(held: number): HeldKeys {
  return {
    shift: (held & SHIFT) !== 0,
    alt: (held & ALT) !== 0,
    ctrl: (held & CTRL) !== 0,
    // Super, Hyper and Meta have no bytes without an escape code.
    super: (held & ~LOCKS) > (SHIFT | ALT | CTRL),
  };
}

/** Returns the key of the main block that corresponds to a key of the keypad. */
function mainKey(stroke: KeyStroke): KeyStroke {
  return isKeypad(stroke) ? { ...stroke, code: codeOfKey(stroke.key) } : stroke;
}

/** Writes `CSI number:alternates ; modifiers:event ; text final`, without empty fields. */
function escaped(stroke: KeyStroke, flags: number): string {
  const form = stroke.code === 0 ? xtermNumber(stroke.key) : { number: stroke.code, final: 'u' };
  if (form === undefined) return '';
  const { number, final } = form;
  const typed = (flags & TEXT) !== 0 && stroke.event !== 'release' ? codePoints(stroke.text) : '';
  const state = stateField(stroke, flags);
  const key = `${number}${alternatesOf(stroke, flags)}`;
  if (typed !== '') return `\x1b[${key};${state};${typed}${final}`;
  if (state !== '') return `\x1b[${key};${state}${final}`;
  return `\x1b[${key === '1' ? '' : key}${final}`;
}

const eventNumbers = { press: 1, repeat: 2, release: 3 } as const;

function stateField({ held, event, code }: KeyStroke, flags: number): string {
  // The state of the locks is reported for keys that type nothing, and for characters only if the program asked for all keys.
  const told = isCharacter(code) && (flags & ALL_KEYS) === 0 ? held & ~LOCKS : held;
  if ((flags & EVENTS) !== 0 && event !== 'press') return `${told + 1}:${eventNumbers[event]}`;
  return told === 0 ? '' : String(told + 1);
}

/** Returns `:shifted:base` for characters, as far as they are known and the flags ask for them. */
function alternatesOf({ code, shifted, base, held }: KeyStroke, flags: number): string {
  if ((flags & ALTERNATES) === 0 || !isCharacter(code)) return '';
  const upper = shifted !== undefined && (held & SHIFT) !== 0 ? String(shifted) : '';
  const place = base === undefined || base === code ? '' : `:${base}`;
  return upper === '' && place === '' ? '' : `:${upper}${place}`;
}

/** Whether a number is that of a character: not of Escape and its like, nor of a key in the private use area. */
function isCharacter(code: number): boolean {
  return code >= 32 && code !== 127 && (code < 57344 || code > 63743);
}

function codePoints(text: string): string {
  return Array.from(text, (character) => character.codePointAt(0)).join(':');
}
