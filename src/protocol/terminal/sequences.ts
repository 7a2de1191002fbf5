/** Escape sequences as spans of text: where the next one starts and where one ends, nothing of their meaning. */

/** A "sequence" longer than this counts as text, or one that never ends would reach over everything. */
export const MAX_SEQUENCE = 16_384;

/** Escape, and the 8-bit introducers emulators obey: DCS, SOS, CSI, OSC, PM, APC. */
const INTRODUCER = /[\x1b\x90\x98\x9b\x9d\x9e\x9f]/g;

/** Where the next one starts, or where there is none before it: `end`. */
export function nextSequence(text: string, from: number, end = text.length): number {
  const searched = end < text.length ? text.slice(0, end) : text;
  INTRODUCER.lastIndex = from;
  return INTRODUCER.exec(searched)?.index ?? end;
}

type State = 'escape' | 'csi' | 'osc' | 'string';

/** What the character after ESC, or an 8-bit introducer alone, begins. */
const BEGINS = new Map<number, State>([
  [0x5b, 'csi'],
  [0x5d, 'osc'],
  [0x50, 'string'],
  [0x58, 'string'],
  [0x5e, 'string'],
  [0x5f, 'string'],
]);

const ESC = 0x1b;
const CAN = 0x18;
const SUB = 0x1a;
const BEL = 0x07;
const ST = 0x9c;

/** Just after the sequence that starts at `start`; undefined while it is unfinished. */
export function sequenceEnd(text: string, start: number): number | undefined {
  const limit = Math.min(text.length, start + MAX_SEQUENCE);
  let state = text.charCodeAt(start) === ESC ? 'escape' : (eightBit(text.charCodeAt(start)) ?? 'escape');
  for (let index = start + 1; index < limit; index += 1) {
    const code = text.charCodeAt(index);
    if (code === CAN || code === SUB) return index + 1;
    if (code === ESC || eightBit(code) !== undefined) return afterEscape(text, index, state);
    const next = step(state, code);
    if (next === undefined) return index + 1;
    state = next;
  }
  return limit === text.length ? undefined : start + 1;
}

/** An introducer ends what was open; as `ESC \` it belongs to the string it terminates. */
function afterEscape(text: string, index: number, state: State): number | undefined {
  if (state === 'escape' || state === 'csi' || text.charCodeAt(index) !== ESC) return index;
  if (index + 1 === text.length) return undefined;
  return text[index + 1] === '\\' ? index + 2 : index;
}

/** The state after one more character; undefined if that one was the last. */
function step(state: State, code: number): State | undefined {
  switch (state) {
    case 'escape':
      return BEGINS.get(code) ?? (isInside(code, 0x2f) ? 'escape' : undefined);
    case 'csi':
      return isInside(code, 0x3f) ? 'csi' : undefined;
    case 'osc':
      return code === BEL || code === ST ? undefined : 'osc';
    case 'string':
      return code === ST ? undefined : 'string';
  }
}

/** Control characters are obeyed in the middle of a sequence, which then goes on. */
function isInside(code: number, last: number): boolean {
  return code <= last || code === 0x7f;
}

function eightBit(code: number): State | undefined {
  return code >= 0x90 && code <= 0x9f ? BEGINS.get(code - 0x40) : undefined;
}
