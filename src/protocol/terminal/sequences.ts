/** Finds the start and end of escape sequences in a text, without their meaning. */

/** Limit: characters of a sequence. A longer one counts as text, otherwise one that never ends would cover the whole text. */
export const MAX_SEQUENCE = 16_384;

/** ESC, and the 8-bit introducers that emulators interpret: DCS, SOS, CSI, OSC, PM, APC. */
const INTRODUCER = /[\x1b\x90\x98\x9b\x9d\x9e\x9f]/g;

/** Returns the start of the next sequence, or `end` when there is none before it. */
export function nextSequence(text: string, from: number, end = text.length): number {
  const searched = end < text.length ? text.slice(0, end) : text;
  INTRODUCER.lastIndex = from;
  return INTRODUCER.exec(searched)?.index ?? end;
}

type State = 'escape' | 'csi' | 'osc' | 'string';

/** The state that begins with a character after ESC; the 8-bit introducers are 0x40 above these codes. */
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

/** Returns the index after the sequence that starts at `start`; undefined when it is unfinished. */
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

/** Returns the end of a sequence at an introducer. The introducer ends it; `ESC \` belongs to the string it terminates. */
function afterEscape(text: string, index: number, state: State): number | undefined {
  if (state === 'escape' || state === 'csi' || text.charCodeAt(index) !== ESC) return index;
  if (index + 1 === text.length) return undefined;
  return text[index + 1] === '\\' ? index + 2 : index;
}

/** Returns the state after one more character; undefined if that character was the last. */
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

/** Whether a character is inside a sequence. Control characters take effect there, and the sequence continues. */
function isInside(code: number, last: number): boolean {
  return code <= last || code === 0x7f;
}

function eightBit(code: number): State | undefined {
  return code >= 0x90 && code <= 0x9f ? BEGINS.get(code - 0x40) : undefined;
}
