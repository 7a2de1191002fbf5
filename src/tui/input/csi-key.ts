/** Decodes keys sent as control sequences: xterm, rxvt, Linux console, modifyOtherKeys, kitty. */

import type { Sequence } from './control-sequence.ts';
import { keyName, type Modifiers, modifiersOf, noModifiers } from './key-name.ts';
import { keyOfCode, letterKeys, rxvtArrows, tildeKeys } from './key-tables.ts';
import type { KeyToken } from './token.ts';

/** Kitty's event type, a sub-parameter of the modifiers: 1 press, 2 repeat, 3 release. */
const releaseEvent = 3;

export function keyOfCsi(sequence: Sequence, raw: string): KeyToken {
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

export function named(key: string, modifiers: Modifiers, raw: string): KeyToken {
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
