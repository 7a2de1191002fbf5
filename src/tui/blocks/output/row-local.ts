/**
 * Row-local output: each row depends only on its own characters and on the colours before it. A piece of such an
 * output can be rendered alone. All other output (cursor up, scroll regions, full screen) must be rendered whole.
 */

import { CharFinder, codes } from '../../../protocol/sequences/char-finder.ts';
import { parametersEnd } from '../../../screen/skim/lines.ts';
import { knownSequence } from './known-sequence.ts';

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
export function lineStartBefore(output: string, from: number, to: number): number | undefined {
  const at = output.lastIndexOf(LINE_END, to - LINE_END.length);
  return at < from ? undefined : at + LINE_END.length;
}

/** Index after the next line end from `from` on, or the end of the output. */
export function lineStartAfter(output: string, from: number): number {
  const at = output.indexOf(LINE_END, from);
  return at < 0 ? output.length : at + LINE_END.length;
}

export function countLines(output: string, end: number): number {
  let count = 0;
  for (let at = output.indexOf('\n'); at >= 0 && at < end; at = output.indexOf('\n', at + 1)) count++;
  return count;
}
