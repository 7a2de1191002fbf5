/**
 * Converts key names as users write them (`C-k`, `^K`, `Esc`, `Shift+J`) to token names, and token names to labels.
 */

import { keyName, type Modifiers, noModifiers, parseKeyName } from './key-name.ts';

const MODIFIERS: Readonly<Record<string, keyof Modifiers>> = {
  ctrl: 'ctrl',
  control: 'ctrl',
  c: 'ctrl',
  alt: 'alt',
  option: 'alt',
  m: 'alt',
  shift: 'shift',
  s: 'shift',
  super: 'super',
  cmd: 'super',
  hyper: 'hyper',
  meta: 'meta',
};

const SPELLINGS: Readonly<Record<string, string>> = {
  esc: 'escape',
  return: 'enter',
  cr: 'enter',
  pgup: 'pageup',
  pgdn: 'pagedown',
  pgdown: 'pagedown',
  del: 'delete',
  ins: 'insert',
  bs: 'backspace',
  ' ': 'space',
  plus: '+',
  hash: '#',
};

const NAMED: ReadonlySet<string> = new Set([
  ...[
    'escape',
    'enter',
    'tab',
    'backspace',
    'space',
    'delete',
    'insert',
    'home',
    'end',
    'pageup',
    'pagedown',
  ],
  ...['up', 'down', 'left', 'right', 'begin', 'menu', 'pause', 'printscreen'],
  ...Array.from({ length: 24 }, (_, n) => `f${n + 1}`),
]);

const LABELS: Readonly<Record<string, string>> = { escape: 'Esc', pageup: 'PageUp', pagedown: 'PageDown' };

/** Returns the token name of a key, or of two keys one after the other; undefined when there is no such key. */
export function readKey(written: string): string | undefined {
  if (written.trim().includes(' ')) {
    const keys = written.split(' ').map(readKey);
    return keys.includes(undefined) ? undefined : keys.join(' ');
  }
  const parts = splitKey(written);
  const key = mainKey(parts.pop() ?? '');
  if (key === undefined) return undefined;
  const modifiers = { ...noModifiers };
  for (const part of parts) {
    const modifier = own(MODIFIERS, part.toLowerCase());
    if (modifier === undefined) return undefined;
    modifiers[modifier] = true;
  }
  // Users and our own labels write `Ctrl+K` and `Alt+K` for chords with the plain letter.
  return keyName(parts.length > 0 ? key.toLowerCase() : key, modifiers);
}

/** Returns the label of a key for users: `Ctrl+K`, `PageUp`, `J`; of two keys one after the other, `Ctrl+X Ctrl+E`. */
export function keyLabel(name: string): string {
  if (name.includes(' ')) return name.split(' ').map(keyLabel).join(' ');
  const { key, modifiers } = parseKeyName(name);
  const held = Object.entries(modifiers).flatMap(([word, on]) => (on ? [capital(word)] : []));
  if (held.length === 0) return LABELS[key] ?? (isOneCharacter(key) ? key : capital(key));
  // Labels of chords have capitals, so a real capital needs `Shift` in its label.
  if (/^\p{Lu}$/u.test(key)) held.push('Shift');
  return [...held, LABELS[key] ?? capital(key)].join('+');
}

/** Whether the key types a character. Bound in RUN without a condition, it could no longer be typed. */
export function isPrintable(name: string): boolean {
  return name === 'space' || isOneCharacter(name);
}

/** Splits a written key at `+` (or `-`, as in `C-k`). The last part may itself be `+` or `-`. */
function splitKey(written: string): string[] {
  const caret = /^\^(.)$/u.exec(written);
  if (caret?.[1] !== undefined) return ['ctrl', caret[1]];
  const [, prefix = '', key = written] = /^((?:\p{L}+[+-])*)(.+)$/su.exec(written) ?? [];
  return [...prefix.split(/[+-]/u).filter((part) => part !== ''), key];
}

function mainKey(written: string): string | undefined {
  const lower = written.toLowerCase();
  const named = own(SPELLINGS, lower) ?? lower;
  if (NAMED.has(named)) return named;
  const character = own(SPELLINGS, lower) ?? written;
  return isOneCharacter(character) ? character : undefined;
}

/** Looks up a word among a table's own entries only: `constructor` is none. */
function own<Value>(table: Readonly<Record<string, Value>>, word: string): Value | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function isOneCharacter(key: string): boolean {
  return [...key].length === 1 && !/[\p{Cc}\p{Z}]/u.test(key);
}
