/** Reads a key of the outer terminal as a stroke: all that its bytes tell, for a program that wants to know it. */

import { codeOfKey, isLoneModifier, type KeyStroke, LOCKS, SHIFT } from '../../../screen/keys/key-stroke.ts';
import { parseSequence, type Sequence } from '../control-sequence.ts';
import { type Modifiers, parseKeyName } from '../key-name.ts';
import { keyOfCode, keypadText } from '../key-tables.ts';
import type { KeyToken } from '../token.ts';

export function strokeOf(token: KeyToken): KeyStroke {
  const { raw } = token;
  if (isKeypadOfXterm(raw)) return keypadStroke(token, raw.charAt(2));
  const sequence = raw.startsWith('\x1b[') ? parseSequence(raw.slice(2)) : undefined;
  if (sequence !== undefined && isKitty(sequence)) return kittyStroke(token, sequence);
  return namedStroke(token, sequence);
}

/** Whether a key is a modifier alone, which no command is bound to. */
export function isModifierAlone({ name, raw }: KeyToken): boolean {
  if (!raw.endsWith('u') || !(name === 'unknown' || name.endsWith('lock'))) return false;
  const sequence = parseSequence(raw.slice(2));
  return isKitty(sequence) && isLoneModifier({ code: sequence.numbers[0] ?? 0 });
}

/** Whether the bytes are those of a keypad key in application mode. */
export function isKeypadOfXterm(raw: string): boolean {
  return raw.length === 3 && raw.startsWith('\x1bO') && 'jklmnopqrstuvwxyMX'.includes(raw.charAt(2));
}

function isKitty({ final, marker, numbers }: Sequence): boolean {
  return final === 'u' && marker === '' && numbers.length > 0;
}

/** `CSI code:shifted:base ; modifiers:event ; text u`. */
function kittyStroke(token: KeyToken, sequence: Sequence): KeyStroke {
  const [sent = 0, shifted, base] = sequence.parameters[0] ?? [];
  const held = heldIn(sequence);
  const lower = lowerOf(sent);
  // Some terminals send the shifted character itself, as xterm does for `CSI 65;2u`.
  const isUpper = lower !== sent && (held & SHIFT) !== 0;
  const text = textOf(sequence, token);
  const code = isUpper ? lower : sent;
  return {
    key: keyOfCode(code),
    code,
    shifted: isUpper ? sent : shifted,
    base,
    held,
    event: eventOf(sequence, token),
    text,
  };
}

function textOf(sequence: Sequence, token: KeyToken): string {
  if (token.released) return '';
  const typed = (sequence.parameters[2] ?? []).filter((point) => point !== undefined && point >= 32);
  return token.text ?? (token.name === 'unknown' ? '' : String.fromCodePoint(...typed.filter(isPoint)));
}

function isPoint(point: number | undefined): point is number {
  return point !== undefined && point <= 0x10ffff;
}

/** A key with xterm's own numbers, a character, or a control code: its name tells all but the locks. */
function namedStroke(token: KeyToken, sequence: Sequence | undefined): KeyStroke {
  const { key: named, modifiers } = parseKeyName(token.name);
  const code = codeOfKey(named);
  const lower = named.length <= 2 ? lowerOf(code) : code;
  const isUpper = lower !== code;
  const locks = sequence === undefined ? 0 : heldIn(sequence) & LOCKS;
  return {
    key: isUpper ? String.fromCodePoint(lower) : named,
    code: lower,
    shifted: isUpper ? code : undefined,
    base: undefined,
    held: bitsOf(modifiers) | locks | (isUpper ? SHIFT : 0),
    event: sequence === undefined ? 'press' : eventOf(sequence, token),
    text: token.released ? '' : (token.text ?? ''),
  };
}

const keypadKeys = '0123456789./*-+\r=,';
const KEYPAD_ZERO = 57399;

function keypadStroke(token: KeyToken, letter: string): KeyStroke {
  const text = keypadText[letter] ?? '';
  const code = KEYPAD_ZERO + keypadKeys.indexOf(text === '' ? '\r' : text);
  const rest = { shifted: undefined, base: undefined, held: 0, event: 'press' } as const;
  return { key: token.name, code, text, ...rest };
}

function heldIn({ numbers }: Sequence): number {
  return Math.max((numbers[1] ?? 1) - 1, 0) & 0xff;
}

function eventOf({ parameters }: Sequence, token: KeyToken): KeyStroke['event'] {
  if (token.released) return 'release';
  return parameters[1]?.[1] === 2 ? 'repeat' : 'press';
}

function bitsOf(held: Modifiers): number {
  return (
    (held.shift ? 1 : 0) +
    (held.alt ? 2 : 0) +
    (held.ctrl ? 4 : 0) +
    (held.super ? 8 : 0) +
    (held.hyper ? 16 : 0) +
    (held.meta ? 32 : 0)
  );
}

/** Returns the number of the small letter of a character; itself where there is none, or more than one character. */
function lowerOf(code: number): number {
  if (code < 65 || code > 0x10ffff) return code;
  const [lower = '', ...more] = String.fromCodePoint(code).toLowerCase();
  return more.length > 0 ? code : (lower.codePointAt(0) ?? code);
}
