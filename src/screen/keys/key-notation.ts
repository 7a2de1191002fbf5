/** Keys as scripts and agents write them: text, escapes (`\x03`, `\n`, `\e`, `\u00e9`) and names (`<C-c>`, `<Up>`, `<lt>`). */

import type { HeldKeys } from './key-bytes.ts';
import { type ProgramKeyModes, pressedKeyBytes } from './program-keys.ts';

type Stroke =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'key'; readonly key: string; readonly held: HeldKeys };

export type Keys =
  | {
      readonly ok: true;
      /** Whether the bytes depend on the program's modes: those of keys do, text does not. */
      readonly needsModes: boolean;
      readonly bytes: (modes: ProgramKeyModes) => string;
    }
  | { readonly ok: false; readonly error: string };

export const ordinaryModes: ProgramKeyModes = {
  applicationCursorKeys: false,
  applicationKeypad: false,
  kittyKeyboard: 0,
  modifyOtherKeys: 0,
};

/** Returns the modes of a program from a report of its screen; some hosts omit them. */
export function keyModesOf({
  applicationCursorKeys = false,
  kittyKeyboard = 0,
  modifyOtherKeys = 0,
}: Partial<ProgramKeyModes>): ProgramKeyModes {
  return { ...ordinaryModes, applicationCursorKeys, kittyKeyboard, modifyOtherKeys };
}

/** An escape, or text that looks like the name of a key; any other `<` is a literal `<`. */
const SPECIAL =
  /\\(?:x(?<hex>[0-9a-fA-F]{2})|u(?:(?<four>[0-9a-fA-F]{4})|\{(?<code>[0-9a-fA-F]{1,6})\})|0(?<octal>[0-7]{0,2})|(?<letter>[abefnrtv\\])|(?<broken>[xu]))|<(?<name>(?:[CMASD]-){1,5}[^\s>]{1,20}|(?:[CMASD]-){1,5}>|[A-Za-z][A-Za-z0-9]{1,20})>/gu;

const LETTERS: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
};

const NAMES: Readonly<Record<string, string>> = {
  cr: 'enter',
  return: 'enter',
  esc: 'escape',
  bs: 'backspace',
  del: 'delete',
  ins: 'insert',
  pgup: 'pageup',
  pgdn: 'pagedown',
  pgdown: 'pagedown',
  lt: '<',
  gt: '>',
  bslash: '\\',
};

const KEYS: ReadonlySet<string> = new Set([
  ...['enter', 'tab', 'escape', 'backspace', 'space', 'delete', 'insert'],
  ...['up', 'down', 'left', 'right', 'home', 'end', 'pageup', 'pagedown'],
  ...['<', '>', '\\'],
  ...Array.from({ length: 12 }, (_, n) => `f${n + 1}`),
]);

export function parseKeys(notation: string): Keys {
  const strokes: Stroke[] = [];
  let from = 0;
  for (const match of notation.matchAll(SPECIAL)) {
    if (match.index > from) strokes.push({ kind: 'text', text: notation.slice(from, match.index) });
    from = match.index + match[0].length;
    const { name, broken } = match.groups ?? {};
    if (broken !== undefined) return refused(notation.slice(match.index, from + 4), 'write \\x1b or \\u00e9');
    const stroke = name === undefined ? escaped(match.groups ?? {}) : named(name);
    if (stroke === undefined) return refused(match[0], 'a literal < is written <lt>');
    strokes.push(stroke);
  }
  if (from < notation.length) strokes.push({ kind: 'text', text: notation.slice(from) });
  return {
    ok: true,
    needsModes: strokes.some(({ kind }) => kind === 'key'),
    bytes: (modes) => strokes.map((stroke) => bytesOf(stroke, modes) ?? '').join(''),
  };
}

function refused(what: string, advice: string): Keys {
  return { ok: false, error: `there is no key "${what}"; ${advice}` };
}

function escaped(groups: Readonly<Record<string, string | undefined>>): Stroke | undefined {
  const { letter, octal } = groups;
  const letterText = letter === undefined ? undefined : LETTERS[letter];
  if (letterText !== undefined) return { kind: 'text', text: letterText };
  const hex = groups['hex'] ?? groups['four'] ?? groups['code'];
  const code = hex === undefined ? Number.parseInt(`0${octal ?? ''}`, 8) : Number.parseInt(hex, 16);
  return code > 0x10ffff ? undefined : { kind: 'text', text: String.fromCodePoint(code) };
}

function named(name: string): Stroke | undefined {
  const [, prefix = '', written = ''] = /^((?:[CMASD]-)*)(.+)$/su.exec(name) ?? [];
  const held: HeldKeys = {
    ctrl: prefix.includes('C'),
    alt: prefix.includes('M') || prefix.includes('A'),
    shift: prefix.includes('S'),
    super: prefix.includes('D'),
  };
  const lower = written.toLowerCase();
  const named = NAMES[lower] ?? lower;
  const isKey = KEYS.has(named);
  if (!isKey && [...written].length !== 1) return undefined;
  // With Ctrl the case of a letter has no effect; without it, Shift makes the letter upper case.
  const letter = held.ctrl ? lower : held.shift ? written.toUpperCase() : written;
  const stroke: Stroke = { kind: 'key', key: isKey ? named : letter, held };
  return bytesOf(stroke, ordinaryModes) === undefined ? undefined : stroke;
}

function bytesOf(stroke: Stroke, modes: ProgramKeyModes): string | undefined {
  return stroke.kind === 'text' ? stroke.text : pressedKeyBytes(stroke.key, stroke.held, modes);
}
