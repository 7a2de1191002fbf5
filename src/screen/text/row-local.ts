/**
 * Recognises output that can be rendered in pieces. In row-local output each row depends only on its own characters and on the
 * colours before it; all other output (cursor up, scroll regions, full screen) must be rendered whole. The lines of simple text
 * are read without any emulator.
 */

import { CharFinder, codes } from '../../protocol/sequences/char-finder.ts';
import { parametersEnd } from '../skim/lines.ts';
import { withoutBlankEnd } from './blank-end.ts';

const CR = 0x0d;
const BACKSPACE = 0x08;
const ESC = 0x1b;

/** Characters that matter here; vertical tabs, form feeds, shifts to another character set and C1 are not row-local. */
const CONTROLS = new CharFinder([BACKSPACE, CR, ESC, 0x0b, 0x0c, 0x0e, 0x0f, ...codes(0x80, 0x9f)]);

/**
 * Whether an output is row-local. Erasing in the row is, unless the cursor also moves back: from the first column on, it
 * makes a wrapped row a line of its own, so line feeds would miscount lines.
 */
export function isRowLocal(output: string): boolean {
  let erases = false;
  let movesBack = false;
  for (let at = CONTROLS.find(output, 0); at < output.length; ) {
    const step = stepAt(output, at);
    if (step === undefined) return false;
    erases ||= step.erases;
    movesBack ||= step.movesBack;
    at = CONTROLS.find(output, step.end);
  }
  return !erases || !movesBack;
}

type Step = { readonly end: number; readonly erases: boolean; readonly movesBack: boolean };

/** Reads a control character or sequence; undefined for one that is not row-local. */
function stepAt(output: string, at: number): Step | undefined {
  const code = output.charCodeAt(at);
  if (code === BACKSPACE) return { end: at + 1, erases: false, movesBack: true };
  if (code === CR) return returns(output, at);
  const sequence = code === ESC ? knownSequence(output, at) : undefined;
  if (sequence === undefined) return undefined;
  const { kind, end } = sequence;
  const final = kind === 'row' ? output[end - 1] : undefined;
  const erasesWhole = final === 'K' && output[end - 2] === '2' && output[end - 3] === '[';
  return { end, erases: final === 'K', movesBack: final === 'G' || final === 'D' || erasesWhole };
}

/** Reads carriage returns: before a line feed they do not move back in what was printed. */
function returns(output: string, at: number): Step {
  let end = at + 1;
  while (output.charCodeAt(end) === CR) end += 1;
  return { end, erases: false, movesBack: output[end] !== '\n' };
}

/** Characters per piece of row-local output: even if each row has only two cells, all rows fit in 20,000 rows. */
export const PIECE = 32 * 1024;

/**
 * Returns the pieces in which row-local output can be rendered one after the other, each with the colours in effect before
 * it. A piece but the last ends at the start of a line, whose row belongs to the next piece.
 */
export function* rowLocalPieces(
  output: string,
): Iterable<{ readonly text: string; readonly isLast: boolean }> {
  for (let from = 0; from < output.length; ) {
    const to = pieceEnd(output, from);
    yield { text: colorsBefore(output, from) + output.slice(from, to), isLast: to === output.length };
    from = to;
  }
}

function pieceEnd(output: string, from: number): number {
  if (output.length - from <= PIECE) return output.length;
  return lineStartBefore(output, from, from + PIECE) ?? lineStartAfter(output, from + PIECE);
}

/** Ends each line as a terminal's driver does. */
export function withCarriageReturns(output: string): string {
  return output.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n');
}

/** Returns the sequences that set the colours in effect at `end`. */
export function colorsBefore(output: string, end: number): string {
  const reset = Math.max(output.lastIndexOf('\x1b[0m', end - 1), output.lastIndexOf('\x1b[m', end - 1));
  const text = output.slice(Math.max(0, reset), end);
  let colors = '';
  for (let at = text.indexOf('\x1b'); at >= 0; at = text.indexOf('\x1b', at + 1)) {
    const final = parametersEnd(text, at);
    if (text[final] === 'm' && final > at + 1) colors += text.slice(at, final + 1);
  }
  return colors;
}

const LINE_END = '\r\n';

/** Index after the last line end within `output[from, to)`, or undefined. */
function lineStartBefore(output: string, from: number, to: number): number | undefined {
  const at = output.lastIndexOf(LINE_END, to - LINE_END.length);
  return at < from ? undefined : at + LINE_END.length;
}

/** Index after the next line end from `from` on, or the end of the output. */
function lineStartAfter(output: string, from: number): number {
  const at = output.indexOf(LINE_END, from);
  return at < 0 ? output.length : at + LINE_END.length;
}

export function countLines(output: string, end: number): number {
  let count = 0;
  for (let at = output.indexOf('\n'); at >= 0 && at < end; at = output.indexOf('\n', at + 1)) count++;
  return count;
}

/** Parses the sequences that finished output mostly consists of, and what they do to its rows. */
type KnownSequence = {
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
/** An image by iTerm2. */
const IMAGE = '1337;File=';
/** Control characters. BEL and ESC end a title or link. */
const SEQUENCE_ENDS = new CharFinder([...codes(0x00, 0x1f), ...codes(0x7f, 0x9f)]);

/** Returns the sequence that begins at an ESC; undefined for any other one. */
function knownSequence(text: string, at: number): KnownSequence | undefined {
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
  // The box of an image has several rows.
  if (text.startsWith(IMAGE, at + 2)) return undefined;
  const stop = SEQUENCE_ENDS.find(text, at + 2);
  if (text[stop] === '\x07') return { kind: 'silent', end: stop + 1 };
  return text.startsWith('\x1b\\', stop) ? { kind: 'silent', end: stop + 2 } : undefined;
}

function isNumber(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (text.charCodeAt(at) > 0x39) return false;
  return true;
}

// Reads the lines of simple output without rendering it, so that search can go through ten thousand blocks.

/** All control characters but CR and LF. */
const TEXT_CONTROLS = new CharFinder([
  ...codes(0x00, 0x09),
  0x0b,
  0x0c,
  ...codes(0x0e, 0x1f),
  ...codes(0x7f, 0x9f),
]);

/**
 * Returns the lines without trailing blanks and blank lines at the end; undefined when the output must be rendered: when
 * a control character or a sequence in it could move the cursor.
 */
export function linesOfSimpleText(output: string): readonly string[] | undefined {
  const text = withoutSilent(output);
  if (text === undefined || !hasSimpleLines(text)) return undefined;
  return withoutBlankEnd(text.split('\n').map(withoutEnd));
}

/** Removes what neither prints nor moves the cursor. Returns undefined when there is something else. */
function withoutSilent(output: string): string | undefined {
  let text = '';
  let from = 0;
  for (let at = TEXT_CONTROLS.find(output, 0); at < output.length; at = TEXT_CONTROLS.find(output, from)) {
    text += output.slice(from, at);
    const end = silentEnd(output, at);
    if (end === undefined) return undefined;
    from = end;
  }
  return text + output.slice(from);
}

function silentEnd(output: string, at: number): number | undefined {
  const code = output.charCodeAt(at);
  // Zero and bell.
  if (code === 0x00 || code === 0x07) return at + 1;
  const sequence = code === 0x1b ? knownSequence(output, at) : undefined;
  return sequence?.kind === 'silent' ? sequence.end : undefined;
}

/** Whether there is a CR before each line feed, and none elsewhere. */
function hasSimpleLines(text: string): boolean {
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    if (text[at - 1] !== '\r') return false;
  }
  for (let at = text.indexOf('\r'); at >= 0; at = text.indexOf('\r', at + 1)) {
    if (text[at + 1] !== '\r' && text[at + 1] !== '\n') return false;
  }
  return true;
}

/** Removes the carriage returns, and the blanks before them. */
function withoutEnd(line: string): string {
  let end = line.length;
  while (line[end - 1] === '\r') end -= 1;
  while (line[end - 1] === ' ') end -= 1;
  return line.slice(0, end);
}
