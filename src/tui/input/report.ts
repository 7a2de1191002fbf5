/** Reports: answers of the outer terminal to cotty's own requests. They are never typed into a program. */

import { parseColorSpec } from '../../screen/report/color-spec.ts';
import type { Sequence } from './control-sequence.ts';

export type Rgb = { readonly red: number; readonly green: number; readonly blue: number };

export type Report =
  | { readonly kind: 'primaryAttributes'; readonly attributes: readonly number[] }
  | { readonly kind: 'secondaryAttributes'; readonly attributes: readonly number[] }
  | { readonly kind: 'version'; readonly text: string }
  | { readonly kind: 'mode'; readonly mode: number; readonly setting: ModeSetting }
  | { readonly kind: 'color'; readonly slot: 'foreground' | 'background' | 'cursor'; readonly color: Rgb }
  | { readonly kind: 'keyboardFlags'; readonly flags: number }
  | { readonly kind: 'cursor'; readonly row: number; readonly column: number }
  | { readonly kind: 'cellSize'; readonly width: number; readonly height: number }
  | { readonly kind: 'colorScheme'; readonly scheme: 'dark' | 'light' }
  /** The answer to a query for program status (OSC 7501); a later revision may add fields. */
  | { readonly kind: 'programStatus' }
  /** The answer to a query in kitty graphics. */
  | { readonly kind: 'graphics'; readonly ok: boolean }
  | { readonly kind: 'other' };

/** The five answers of DECRPM. Permanent settings cannot be changed. */
export type ModeSetting = 'unknown' | 'set' | 'reset' | 'permanentlySet' | 'permanentlyReset';

const settings: readonly ModeSetting[] = ['unknown', 'set', 'reset', 'permanentlySet', 'permanentlyReset'];
const colorSlots: Readonly<Record<string, 'foreground' | 'background' | 'cursor'>> = {
  10: 'foreground',
  11: 'background',
  12: 'cursor',
};

/** Returns undefined when the sequence is not a report but a key. */
export function reportOfCsi(sequence: Sequence): Report | undefined {
  const { marker, intermediate, final, numbers } = sequence;
  const first = numbers[0] ?? 0;
  const second = numbers[1] ?? 0;
  switch (marker + intermediate + final) {
    case '?c':
      return { kind: 'primaryAttributes', attributes: numbers };
    case '>c':
      return { kind: 'secondaryAttributes', attributes: numbers };
    case '?$y':
      return { kind: 'mode', mode: first, setting: settings[second] ?? 'unknown' };
    case '?u':
      return { kind: 'keyboardFlags', flags: first };
    case '?R':
      return { kind: 'cursor', row: first, column: second };
    case 'R':
      return cursorReport(numbers);
    case '?n':
      return first === 997
        ? { kind: 'colorScheme', scheme: second === 2 ? 'light' : 'dark' }
        : { kind: 'other' };
    case 't':
      return first === 6 ? { kind: 'cellSize', height: second, width: numbers[2] ?? 0 } : { kind: 'other' };
    case '$y':
    case 'n':
      return { kind: 'other' };
    default:
      return undefined;
  }
}

export function reportOfOsc(body: string): Report {
  const [number = '', ...rest] = body.split(';');
  if (number === '7501') return rest[0]?.startsWith('?') ? { kind: 'programStatus' } : { kind: 'other' };
  const slot = colorSlots[number];
  const color = slot === undefined ? undefined : rgbOf(rest.join(';'));
  return slot === undefined || color === undefined ? { kind: 'other' } : { kind: 'color', slot, color };
}

export function reportOfDcs(body: string): Report {
  return body.startsWith('>|') ? { kind: 'version', text: body.slice(2) } : { kind: 'other' };
}

/** `body` is the text between APC and its end. */
export function reportOfApc(body: string): Report {
  if (!body.startsWith('G')) return { kind: 'other' };
  return { kind: 'graphics', ok: body.endsWith(';OK') };
}

/**
 * Decodes a cursor report. `CSI 1;m R` is also F3 with modifiers in xterm. cotty never asks for the cursor in row
 * 1, so a small second number in row 1 means the key.
 */
function cursorReport(numbers: readonly number[]): Report | undefined {
  const [row, column] = numbers;
  if (numbers.length !== 2 || row === undefined || column === undefined) return undefined;
  return row === 1 && column >= 2 && column <= 64 ? undefined : { kind: 'cursor', row, column };
}

function rgbOf(spec: string): Rgb | undefined {
  const value = parseColorSpec(spec);
  if (value === undefined) return undefined;
  return { red: value >> 16, green: (value >> 8) & 255, blue: value & 255 };
}
