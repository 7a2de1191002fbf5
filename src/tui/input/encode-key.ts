/** Encodes a key into the bytes that a program expects in its current modes. */

import { type Modifiers, parseKeyName } from '../../client/commands/key-name.ts';
import { type KeyModes, keyBytes } from '../../screen/keys/key-bytes.ts';
import { codeOfKey, isLoneModifier, type KeyStroke, LOCKS, SHIFT } from '../../screen/keys/key-stroke.ts';
import { newerKeyBytes, type ProgramKeyModes } from '../../screen/keys/program-keys.ts';
import { parseSequence, type Sequence } from './control-sequence.ts';
import { flush, startOfInput, tokenise } from './key-input.ts';
import { keyOfCode, keypadText } from './key-tables.ts';
import { rawText } from './raw-text.ts';
import type { KeyToken, Token } from './token.ts';

/** Returns undefined for keys without a legacy encoding. */
export function encodeKey(name: string, modes: KeyModes): string | undefined {
  const { key, modifiers } = parseKeyName(name);
  return keyBytes(key, modifiers, modes);
}

/** Returns the bytes to send for a key that goes to the program, in the protocol that the program has asked for. */
export function keyForProgram(token: KeyToken, modes: ProgramKeyModes): string {
  return newerBytes(token, modes) ?? (token.released ? '' : legacyBytes(token, modes));
}

/** Returns undefined for keys that are sent with their legacy bytes. */
function newerBytes(token: KeyToken, modes: ProgramKeyModes): string | undefined {
  // Only the program can decide the meaning, so it gets the bytes unchanged, under every protocol.
  if (isEscapePrefixed(token.raw)) return undefined;
  const { kittyKeyboard, modifyOtherKeys } = modes;
  if (kittyKeyboard === 0) {
    if (modifyOtherKeys === 0 || token.released) return undefined;
    // The outer terminal was set to the same mode: its own encoding tells more about the key than any other.
    if (isOtherKeys(token.raw)) return token.raw;
  }
  const stroke = strokeOf(token);
  return isUnknown(stroke) ? undefined : newerKeyBytes(stroke, modes);
}

/** Whether a key came in the encoding of modifyOtherKeys. */
function isOtherKeys(raw: string): boolean {
  return /^\x1b\[27;\d+;\d+~$/.test(raw);
}

/** Whether a key has neither a name nor a number: then its bytes are passed on unchanged. */
function isUnknown({ key, code }: KeyStroke): boolean {
  return key === 'unknown' && code === 0;
}

/**
 * Returns the key's own bytes, unless the outer terminal used an encoding that only cotty asked for (kitty,
 * modifyOtherKeys) or that depends on the outer terminal's modes (arrows, keypad). F1 to F4 are then `SS3 P` to `SS3 S`.
 */
function legacyBytes({ raw, name, text }: KeyToken, modes: ProgramKeyModes): string {
  // In application mode the keypad sends other bytes than the same keys elsewhere, so its bytes go through unchanged.
  if (modes.applicationKeypad && isKeypadOfXterm(raw)) return raw;
  if (!needsEncoding(raw) && !(modes.modifyOtherKeys !== 0 && KITTY_F3.test(raw))) return rawText(raw);
  const legacy = text ?? encodeKey(name, modes);
  return legacy ?? (isRequestedEncoding(raw) ? '' : rawText(raw));
}

function needsEncoding(raw: string): boolean {
  return isRequestedEncoding(raw) || isKeypadOfXterm(raw) || /^\x1b[[O][A-DFHPQS]$/.test(raw);
}

/**
 * F3 in kitty's encoding. Other terminals use the same number for their own F3, so it is read as kitty's only while a program has
 * set modifyOtherKeys, for which the outer terminal gets kitty's flags.
 */
const KITTY_F3 = /^\x1b\[13(?:;\d+)?~$/;

/** Whether the key came as kitty or modifyOtherKeys, which cotty requested from the outer terminal. */
function isRequestedEncoding(raw: string): boolean {
  return /^\x1b\[(?:[0-9:;]+u|27;\d+;\d+~|[0-9]+;[0-9]+:[0-9]+[A-~])$/.test(raw);
}

/** Decodes a key of the outer terminal into all that its bytes tell, for a program with a newer keyboard protocol. */
function strokeOf(token: KeyToken): KeyStroke {
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
function isKeypadOfXterm(raw: string): boolean {
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

/** Decodes a key with xterm's numbers, a character or a control code; everything except the locks is in its name. */
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

/** Returns the code point of the lower-case letter; the same one if there is none, or if it has more than one character. */
function lowerOf(code: number): number {
  if (code < 65 || code > 0x10ffff) return code;
  const [lower = '', ...more] = String.fromCodePoint(code).toLowerCase();
  return more.length > 0 ? code : (lower.codePointAt(0) ?? code);
}

// Keys that came as ESC and the bytes of another key: Alt with that key, or Escape and that key in one
// read.

/**
 * Whether a key came as ESC and the bytes of another key. Only the receiver of the key can decide what that means. A terminal
 * with a newer keyboard protocol has a sequence of its own for Alt.
 */
export function isEscapePrefixed(raw: string): boolean {
  if (raw.length < 2 || !raw.startsWith('\x1b')) return false;
  const beginsSequence = raw.charAt(1) === '[' || raw.charAt(1) === 'O';
  return raw.length === 2 || !beginsSequence;
}

/** Splits a key for which `isEscapePrefixed` holds into Escape and the key after it. */
export function escapeAndKey({ raw }: KeyToken): readonly Token[] {
  return ['\x1b', raw.slice(1)].flatMap((bytes) => {
    const { state, tokens } = tokenise(startOfInput, bytes);
    return [...tokens, ...flush(state).tokens];
  });
}
