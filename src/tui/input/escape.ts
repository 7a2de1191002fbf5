/** Reads one token that begins with ESC: its length and its meaning. */

import {
  keyName,
  type Modifiers,
  modifiersOf,
  noModifiers,
  parseKeyName,
} from '../../client/commands/key-name.ts';
import { parseSequence, type Sequence } from './control-sequence.ts';
import { keyOfCode, keypadText, letterKeys, linuxFunctionKeys, rxvtArrows, tildeKeys } from './key-tables.ts';
import { mouseOfCsi, mouseOfX10 } from './mouse.ts';
import { characterLength, rawText } from './raw-text.ts';
import { type Report, reportOfApc, reportOfCsi, reportOfDcs, reportOfOsc } from './report.ts';
import type { KeyToken, Token } from './token.ts';

/** Bytes after which a control sequence is emitted as an unknown key; the longest real report has about 60. */
export const csiLimit = 128;
/** Bytes after which a string (OSC, DCS, APC) is emitted in pieces of this size, each as a report of kind `other`. */
export const stringLimit = 4096;

export type Reading =
  | { readonly kind: 'token'; readonly token: Token; readonly length: number }
  | { readonly kind: 'incomplete' }
  /** `CSI 200~`: the bytes after it belong to a paste. */
  | { readonly kind: 'pasteBegins'; readonly length: number }
  /** A string exceeded its limit: its pieces are dropped until it ends. */
  | { readonly kind: 'stringTail'; readonly length: number };

const incomplete: Reading = { kind: 'incomplete' };
const escapeKey: KeyToken = { kind: 'key', name: 'escape', raw: '\x1b' };

/** Reads the token at `at`, where `input` has an ESC. */
export function readEscape(input: string, at: number): Reading {
  const next = input[at + 1];
  if (next === undefined) return incomplete;
  if (next === '[') return readCsi(input, at);
  if (next === 'O') return readSs3(input, at);
  if (next === '\x1b') return readDoubleEscape(input, at);
  const opened = readString(input, at, next);
  return opened ?? readAlt(input, at);
}

/** Reads Alt with a character, with a control code, or with the introducer of a sequence that did not follow. */
export function readAlt(input: string, at: number): Reading {
  const length = characterLength(input, at + 1);
  if (length === 0) return incomplete;
  if (length < 0) return found(escapeKey);
  return found(altKey(input.slice(at + 1, at + 1 + length)));
}

/** Reads ESC ESC. rxvt and PuTTY send it before a sequence for Alt; otherwise the first ESC is the Escape key. */
function readDoubleEscape(input: string, at: number): Reading {
  const third = input[at + 2];
  if (third === undefined) return incomplete;
  if (third !== '[' && third !== 'O') return found(escapeKey);
  const inner = readEscape(input, at + 1);
  if (inner.kind === 'incomplete') return incomplete;
  if (inner.kind !== 'token' || inner.length <= 2) return found(escapeKey);
  if (inner.token.kind !== 'key' || inner.token.name === 'unknown') return found(escapeKey);
  const { key, modifiers } = parseKeyName(inner.token.name);
  return found(named(key, { ...modifiers, alt: true }, `\x1b${inner.token.raw}`));
}

function readSs3(input: string, at: number): Reading {
  const parameters = /[0-9;]{0,8}/y;
  parameters.lastIndex = at + 2;
  const digits = parameters.exec(input)?.[0] ?? '';
  const final = input[at + 2 + digits.length];
  if (final === undefined) return incomplete;
  if (!/[@-~]/.test(final)) return readAlt(input, at);
  return found(keyOfSs3(digits, final, input.slice(at, at + 3 + digits.length)));
}

/** Decodes `ESC O X`. Old xterms put only the modifier before the letter: `ESC O 5 P`. */
function keyOfSs3(digits: string, final: string, raw: string): KeyToken {
  if (digits !== '')
    return keyOfCsi(parseSequence(`${digits.includes(';') ? '' : '1;'}${digits}${final}`), raw);
  const text = keypadText[final];
  if (text !== undefined) return { kind: 'key', name: text, text, raw };
  if (final === 'M') return { kind: 'key', name: 'enter', raw };
  const key = letterKeys[final];
  if (key !== undefined) return named(key, noModifiers, raw);
  const arrow = rxvtArrows[final];
  return arrow === undefined ? unknownKey(raw) : named(arrow, { ...noModifiers, ctrl: true }, raw);
}

function readCsi(input: string, at: number): Reading {
  const third = input[at + 2];
  if (third === undefined) return incomplete;
  if (third === '[') return readLinuxFunctionKey(input, at);
  // The three bytes after CSI M can be any bytes, so only their number ends the sequence.
  if (third === 'M') return input.length < at + 6 ? incomplete : found(mouseOfX10(input.slice(at, at + 6)));
  const end = endOfCsi(input, at + 2);
  if (end === undefined) return incomplete;
  const raw = input.slice(at, end.at);
  if (end.broken) return raw.length === 2 ? readAlt(input, at) : found(unknownKey(raw));
  if (raw === '\x1b[200~') return { kind: 'pasteBegins', length: raw.length };
  return found(tokenOfCsi(raw));
}

function readLinuxFunctionKey(input: string, at: number): Reading {
  const letter = input[at + 3];
  if (letter === undefined) return incomplete;
  const key = linuxFunctionKeys[letter];
  const raw = input.slice(at, at + 4);
  return key === undefined ? readAlt(input, at) : found(named(key, noModifiers, raw));
}

function tokenOfCsi(raw: string): Token {
  if (raw === '\x1b[I' || raw === '\x1b[O') return { kind: 'focus', gained: raw === '\x1b[I', raw };
  // The end mark of a paste that was already closed: an empty paste, so that nothing is typed into a program.
  if (raw === '\x1b[201~') return { kind: 'paste', text: '', raw };
  const sequence = parseSequence(raw.slice(2));
  const report = reportOfCsi(sequence);
  if (report !== undefined) return { kind: 'report', report, raw };
  return mouseOfCsi(sequence, raw) ?? keyOfCsi(sequence, raw);
}

/** Finds the end of a sequence. `broken` means an invalid byte in it, which is left for the next token. */
function endOfCsi(
  input: string,
  from: number,
): { readonly at: number; readonly broken: boolean } | undefined {
  for (let at = from; at < input.length; at += 1) {
    const code = input.charCodeAt(at);
    if (code < 0x20 || code > 0x7e) return { at, broken: true };
    if (code >= 0x40 || isRxvtShift(input, from, at)) return { at: at + 1, broken: false };
    if (at - from >= csiLimit) return { at, broken: true };
  }
  return undefined;
}

/** Whether `$` ends rxvt's `CSI 3 $`. Elsewhere `$` is an intermediate, in reports with a `?` or two numbers. */
function isRxvtShift(input: string, from: number, at: number): boolean {
  if (input[at] !== '$') return false;
  const digits = input.slice(from, at);
  return /^\d{1,2}$/.test(digits) && tildeKeys[Number(digits)] !== undefined;
}

/**
 * Reads a string that terminals use for reports. Other bytes after `ESC ]`, `ESC P` and `ESC _` mean Alt with that
 * key, typed fast. Returns undefined when it is not a string.
 */
function readString(input: string, at: number, opener: string): Reading | undefined {
  const first = firstOfString[opener];
  if (first === undefined) return undefined;
  const third = input[at + 2];
  if (third === undefined) return incomplete;
  if (!first.test(third)) return undefined;
  const end = endOfString(input, at + 2);
  if (end.from - at >= stringLimit) return overlong;
  if (end.how === 'open') return incomplete;
  const body = input.slice(at + 2, end.from);
  const report: Report = end.how === 'ended' ? reportOfString(opener, body) : { kind: 'other' };
  return found({ kind: 'report', report, raw: input.slice(at, end.to) });
}

const overlong: Reading = { kind: 'stringTail', length: stringLimit };
const firstOfString: Readonly<Record<string, RegExp>> = { ']': /[0-9]/, P: /[0-9>!]/, _: /G/ };

function reportOfString(opener: string, body: string): Report {
  if (opener === ']') return reportOfOsc(body);
  return opener === 'P' ? reportOfDcs(body) : reportOfApc(body);
}

type StringEnd = {
  readonly how: 'ended' | 'broken' | 'open';
  /** Index of the end of the body; in an open string, as far as it is known. */
  readonly from: number;
  /** Index after the terminator. */
  readonly to: number;
};

/** Finds the end of a string: BEL or ESC \. Another control code breaks the string off and is read again. */
export function endOfString(input: string, from: number): StringEnd {
  for (let at = from; at < input.length; at += 1) {
    const code = input.charCodeAt(at);
    if (code >= 0x20) continue;
    if (code === 0x07) return { how: 'ended', from: at, to: at + 1 };
    if (code !== 0x1b) return { how: 'broken', from: at, to: at };
    if (at + 1 >= input.length) return { how: 'open', from: at, to: at };
    const ends = input[at + 1] === '\\';
    return ends ? { how: 'ended', from: at, to: at + 2 } : { how: 'broken', from: at, to: at };
  }
  return { how: 'open', from: input.length, to: input.length };
}

function found(token: Token): Reading {
  return { kind: 'token', token, length: token.raw.length };
}

// Decodes keys sent as control sequences: xterm, rxvt, Linux console, modifyOtherKeys, kitty.

/** Kitty's event type, a sub-parameter of the modifiers: 1 press, 2 repeat, 3 release. */
const releaseEvent = 3;

function keyOfCsi(sequence: Sequence, raw: string): KeyToken {
  if (sequence.marker !== '' || sequence.intermediate !== '') return unknownKey(raw);
  const { final, numbers } = sequence;
  if (final === 'u') return kittyKey(sequence, raw);
  if (final === '~') return tildeKey(sequence, raw);
  if (final === 'Z') return named('tab', { ...modifiersAt(sequence, 1), shift: true }, raw);
  const letter = letterKeys[final];
  if (letter !== undefined) return withEvent(sequence, named(letter, modifiersAt(sequence, 1), raw));
  const arrow = rxvtArrows[final];
  if (arrow !== undefined) return named(arrow, { ...noModifiers, shift: true }, raw);
  const suffixed = numbers.length === 1 ? rxvtKey(numbers[0] ?? 0, final) : undefined;
  return suffixed === undefined ? unknownKey(raw) : named(suffixed.key, suffixed.modifiers, raw);
}

export function unknownKey(raw: string): KeyToken {
  return { kind: 'key', name: 'unknown', raw };
}

function named(key: string, modifiers: Modifiers, raw: string): KeyToken {
  return { kind: 'key', name: keyName(key, modifiers), raw };
}

/** Decodes `CSI code:shifted:base ; modifiers:event ; text u`. */
function kittyKey(sequence: Sequence, raw: string): KeyToken {
  const [code, shifted] = sequence.parameters[0] ?? [];
  const modifiers = modifiersAt(sequence, 1);
  const typed = (sequence.parameters[2] ?? []).filter((point) => point !== undefined);
  return withEvent(sequence, characterKey({ code: code ?? 0, shifted, typed, modifiers }, raw));
}

/** Decodes `CSI number ~`. `CSI 27 ; modifiers ; code ~` is modifyOtherKeys; other numbers are keys of the table. */
function tildeKey(sequence: Sequence, raw: string): KeyToken {
  const number = sequence.numbers[0] ?? 0;
  if (number === 27 && sequence.numbers.length === 3) {
    const code = sequence.numbers[2] ?? 0;
    // The code is already the shifted character; Enter, Tab and similar keys have none.
    const shifted = code > 0x20 && isPrintable(code) ? code : undefined;
    return characterKey({ code, shifted, typed: [], modifiers: modifiersAt(sequence, 1) }, raw);
  }
  const key = tildeKeys[number];
  return key === undefined ? unknownKey(raw) : withEvent(sequence, named(key, modifiersAt(sequence, 1), raw));
}

type Character = {
  readonly code: number;
  readonly shifted: number | undefined;
  readonly typed: readonly number[];
  readonly modifiers: Modifiers;
};

function characterKey({ code, shifted, typed, modifiers }: Character, raw: string): KeyToken {
  const key = keyOfCode(code);
  if (key === 'unknown') return unknownKey(raw);
  const text = typedText(key, shifted, typed, modifiers);
  // A shifted key that types text is named after that text, as in a legacy terminal: `A`, `!`.
  if (text !== undefined) {
    return { kind: 'key', name: text === ' ' ? keyName('space', modifiers) : text, text, raw };
  }
  const alternate =
    modifiers.shift && !modifiers.ctrl && shifted !== undefined ? keyOfCode(shifted) : 'unknown';
  if (alternate === 'unknown') return named(key, modifiers, raw);
  return named(alternate, { ...modifiers, shift: false }, raw);
}

function typedText(
  key: string,
  shifted: number | undefined,
  typed: readonly number[],
  modifiers: Modifiers,
): string | undefined {
  if (modifiers.ctrl || modifiers.alt || modifiers.super || modifiers.hyper || modifiers.meta)
    return undefined;
  if (typed.length > 0 && typed.every(isPrintable)) return String.fromCodePoint(...typed);
  if (key === 'space') return ' ';
  if ([...key].length !== 1) return undefined;
  if (!modifiers.shift) return key;
  if (shifted !== undefined && isPrintable(shifted)) return String.fromCodePoint(shifted);
  const upper = key.toUpperCase();
  return upper !== key && [...upper].length === 1 ? upper : undefined;
}

function isPrintable(code: number): boolean {
  return code >= 0x20 && code !== 0x7f && keyOfCode(code) !== 'unknown';
}

function withEvent(sequence: Sequence, token: KeyToken): KeyToken {
  return sequence.parameters[1]?.[1] === releaseEvent ? { ...token, released: true } : token;
}

function modifiersAt(sequence: Sequence, index: number): Modifiers {
  const parameter = sequence.numbers[index];
  return parameter === undefined ? noModifiers : modifiersOf(parameter);
}

function rxvtKey(number: number, final: string): { key: string; modifiers: Modifiers } | undefined {
  const key = tildeKeys[number];
  if (key === undefined || !'$^@'.includes(final)) return undefined;
  return { key, modifiers: { ...noModifiers, shift: final !== '^', ctrl: final !== '$' } };
}

// Decodes a key sent as one character: text, a control code, or either of them after an ESC (Alt).

const controlNames: Readonly<Record<number, string>> = {
  0: 'ctrl+space',
  9: 'tab',
  13: 'enter',
  27: 'escape',
  28: 'ctrl+\\',
  29: 'ctrl+]',
  30: 'ctrl+^',
  31: 'ctrl+_',
  127: 'backspace',
};

/** Decodes the bytes of one whole character. 0x08 is `ctrl+h` and 0x0a is `ctrl+j`, as in a kitty terminal. */
export function plainKey(character: string): KeyToken {
  const name = controlName(character.charCodeAt(0));
  if (name !== undefined) return { kind: 'key', name, raw: character };
  const text = rawText(character);
  return { kind: 'key', name: text === ' ' ? 'space' : text, text, raw: character };
}

function altKey(character: string): KeyToken {
  const plain = plainKey(character);
  const control = plain.name.startsWith('ctrl+') && plain.text === undefined;
  const name = control
    ? keyName(plain.name.slice('ctrl+'.length), { ...noModifiers, ctrl: true, alt: true })
    : keyName(plain.name, { ...noModifiers, alt: true });
  return { kind: 'key', name, raw: `\x1b${character}` };
}

function controlName(code: number): string | undefined {
  const special = controlNames[code];
  if (special !== undefined) return special;
  return code >= 0x01 && code <= 0x1a ? `ctrl+${String.fromCharCode(code + 0x60)}` : undefined;
}
