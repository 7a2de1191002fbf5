/** Reads the sequences that finished output mostly consists of, and tells what they do to its rows. */

import { CharFinder, codes } from '../../../protocol/sequences/char-finder.ts';
import { parametersEnd } from '../../../screen/skim/lines.ts';

export type KnownSequence = {
  /**
   * `silent`: neither prints nor moves the cursor (colours, some modes, titles, links, ASCII character set, keypad mode).
   * `row`: moves or edits within the row. `terminator`: the end of a string that began elsewhere.
   */
  readonly kind: 'silent' | 'row' | 'terminator';
  readonly end: number;
};

/** Modes without effect on rows. */
const SILENT_MODES: readonly string[] = ['1', '12', '25', '1004', '2004', '2026'];
/** Final letters of moves and edits within the row: with at most one number. */
const IN_ROW = 'CDGKPX@';
/** A picture by iTerm2. */
const PICTURE = '1337;File=';
/** Control characters, of which BEL and ESC end a title or link. */
const CONTROLS = new CharFinder([...codes(0x00, 0x1f), ...codes(0x7f, 0x9f)]);

/** Returns the sequence that begins at an ESC; undefined for any other one. */
export function knownSequence(text: string, at: number): KnownSequence | undefined {
  switch (text[at + 1]) {
    case '[':
      return knownCsi(text, at);
    case ']':
      return knownOsc(text, at);
    case '(':
      return text[at + 2] === 'B' ? { kind: 'silent', end: at + 3 } : undefined;
    case '=':
    case '>':
      return { kind: 'silent', end: at + 2 };
    case '\\':
      return { kind: 'terminator', end: at + 2 };
    default:
      return undefined;
  }
}

function knownCsi(text: string, at: number): KnownSequence | undefined {
  const final = parametersEnd(text, at);
  const letter = text[final] ?? '';
  if (letter === 'm') return { kind: 'silent', end: final + 1 };
  if (letter === '?' && final === at + 2) return knownMode(text, final + 1);
  const isInRow = letter !== '' && IN_ROW.includes(letter) && isNumber(text, at + 2, final);
  return isInRow ? { kind: 'row', end: final + 1 } : undefined;
}

function knownMode(text: string, from: number): KnownSequence | undefined {
  const mode = SILENT_MODES.find(
    (each) => text.startsWith(`${each}h`, from) || text.startsWith(`${each}l`, from),
  );
  return mode === undefined ? undefined : { kind: 'silent', end: from + mode.length + 1 };
}

function knownOsc(text: string, at: number): KnownSequence | undefined {
  // The box of a picture has several rows.
  if (text.startsWith(PICTURE, at + 2)) return undefined;
  const stop = CONTROLS.find(text, at + 2);
  if (text[stop] === '\x07') return { kind: 'silent', end: stop + 1 };
  return text.startsWith('\x1b\\', stop) ? { kind: 'silent', end: stop + 2 } : undefined;
}

function isNumber(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (text.charCodeAt(at) > 0x39) return false;
  return true;
}
