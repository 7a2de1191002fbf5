/**
 * The states of a terminal's parser inside an escape sequence, as a table: state and character give the next state.
 *
 * The table is that of xterm.js, so that the place where a sequence ends here is the place where it ends on the screen. It
 * differs in one: letters beyond ASCII stay inside of every control string, as in other emulators, also where xterm.js
 * gives up (after `DCS` or in an APC).
 */

import { CharFinder, codes } from './char-finder.ts';

export type State = number;

/** Outside of any sequence. */
export const GROUND = 0;
export const ESCAPE = 1;
const ESCAPE_INTERMEDIATE = 2;
const CSI_ENTRY = 3;
const CSI_PARAMETER = 4;
const CSI_INTERMEDIATE = 5;
const CSI_IGNORE = 6;
/** SOS, PM and APC. */
const OTHER_STRING = 7;
const OSC = 8;
const DCS_ENTRY = 9;
const DCS_PARAMETER = 10;
const DCS_IGNORE = 11;
const DCS_INTERMEDIATE = 12;
const DCS_TEXT = 13;

const BEL = 0x07;
const CAN = 0x18;
const SUB = 0x1a;
export const ESC = 0x1b;
/** Stands for all printable characters beyond ASCII. */
const OTHER = 0xa0;

/** Control characters that do not end a sequence. */
const INNER_CONTROLS = [...codes(0x00, 0x17), 0x19, ...codes(0x1c, 0x1f)];
const C1 = codes(0x80, 0x9f);

type Rule = readonly [of: number, codes: readonly number[], next: number];

/** The transitions from one state. A character without a rule ends the sequence; the rules for all states come first. */
const RULES: readonly Rule[] = [
  ...[ESCAPE, ESCAPE_INTERMEDIATE, CSI_ENTRY, CSI_PARAMETER, CSI_INTERMEDIATE, CSI_IGNORE].map(
    (state): Rule => [state, [...INNER_CONTROLS, 0x7f], state],
  ),
  ...[OTHER_STRING, OSC, DCS_ENTRY, DCS_PARAMETER, DCS_IGNORE, DCS_INTERMEDIATE, DCS_TEXT].map(
    (state): Rule => [state, [...INNER_CONTROLS, 0x7f, OTHER], state],
  ),
  [ESCAPE, codes(0x20, 0x2f), ESCAPE_INTERMEDIATE],
  [ESCAPE, [0x5b], CSI_ENTRY],
  [ESCAPE, [0x5d], OSC],
  [ESCAPE, [0x50], DCS_ENTRY],
  [ESCAPE, [0x58, 0x5e, 0x5f], OTHER_STRING],
  [ESCAPE_INTERMEDIATE, codes(0x20, 0x2f), ESCAPE_INTERMEDIATE],
  [CSI_ENTRY, codes(0x20, 0x2f), CSI_INTERMEDIATE],
  [CSI_ENTRY, codes(0x30, 0x3f), CSI_PARAMETER],
  [CSI_PARAMETER, codes(0x20, 0x2f), CSI_INTERMEDIATE],
  [CSI_PARAMETER, codes(0x30, 0x3b), CSI_PARAMETER],
  [CSI_PARAMETER, codes(0x3c, 0x3f), CSI_IGNORE],
  [CSI_INTERMEDIATE, codes(0x20, 0x2f), CSI_INTERMEDIATE],
  [CSI_INTERMEDIATE, codes(0x30, 0x3f), CSI_IGNORE],
  [CSI_IGNORE, [...codes(0x20, 0x3f), OTHER], CSI_IGNORE],
  [OTHER_STRING, codes(0x20, 0x7e), OTHER_STRING],
  [OSC, codes(0x20, 0x7e), OSC],
  [OSC, [BEL], GROUND],
  [DCS_ENTRY, codes(0x20, 0x2f), DCS_INTERMEDIATE],
  [DCS_ENTRY, codes(0x30, 0x3f), DCS_PARAMETER],
  [DCS_ENTRY, codes(0x40, 0x7e), DCS_TEXT],
  [DCS_PARAMETER, codes(0x20, 0x2f), DCS_INTERMEDIATE],
  [DCS_PARAMETER, codes(0x30, 0x3b), DCS_PARAMETER],
  [DCS_PARAMETER, codes(0x3c, 0x3f), DCS_IGNORE],
  [DCS_PARAMETER, codes(0x40, 0x7e), DCS_TEXT],
  [DCS_INTERMEDIATE, codes(0x20, 0x2f), DCS_INTERMEDIATE],
  [DCS_INTERMEDIATE, codes(0x30, 0x3f), DCS_IGNORE],
  [DCS_INTERMEDIATE, codes(0x40, 0x7e), DCS_TEXT],
  [DCS_IGNORE, codes(0x20, 0x7e), DCS_IGNORE],
  [DCS_TEXT, codes(0x20, 0x7e), DCS_TEXT],
];

/** The 8-bit characters that begin a sequence in every state, as ESC does. */
const EIGHT_BIT: ReadonlyMap<number, State> = new Map([
  [0x90, DCS_ENTRY],
  [0x98, OTHER_STRING],
  [0x9b, CSI_ENTRY],
  [0x9d, OSC],
  [0x9e, OTHER_STRING],
  [0x9f, OTHER_STRING],
]);

const NEXT = table();

function table(): Uint8Array {
  const next = new Uint8Array((DCS_TEXT + 1) << 8).fill(GROUND);
  for (let state = GROUND; state <= DCS_TEXT; state += 1) {
    next[(state << 8) | ESC] = ESCAPE;
    for (const [code, begun] of EIGHT_BIT) next[(state << 8) | code] = begun;
  }
  for (const [of, all, then] of RULES) for (const code of all) next[(of << 8) | code] = then;
  return next;
}

/** Returns the state after one more character (a UTF-16 unit). */
export function nextState(state: State, code: number): State {
  return NEXT[(state << 8) | Math.min(code, OTHER)] ?? GROUND;
}

/** Characters that begin a sequence: ESC, and the 8-bit introducers DCS, SOS, CSI, OSC, PM, APC. */
export const INTRODUCERS: readonly number[] = [ESC, ...EIGHT_BIT.keys()];

/** Whether a character begins a sequence in every state. */
export function isIntroducer(code: number): boolean {
  return code === ESC || EIGHT_BIT.has(code);
}

/** Whether a sequence in this state is a control string, which only a terminator ends: OSC, DCS, SOS, PM or APC. */
export function isString(state: State): boolean {
  return state >= OTHER_STRING;
}

/** Whether a sequence in this state is a CSI sequence. */
export function isCsi(state: State): boolean {
  return state >= CSI_ENTRY && state <= CSI_IGNORE;
}

/** Whether a control character takes effect inside of a sequence, which then continues. */
export function isInnerControl(code: number): boolean {
  return code < 0x20 && code !== CAN && code !== SUB && code !== ESC;
}

/** All that can end the text of a control string; everything else is payload. */
const ENDS_PAYLOAD = new CharFinder([BEL, CAN, SUB, ESC, ...C1]);

/** Returns the first index from `from` on at which something other than payload is possible in this state. */
export function payloadEnd(state: State, text: string, from: number, end: number): number {
  return state === OSC || state === DCS_TEXT || state === OTHER_STRING
    ? ENDS_PAYLOAD.find(text, from, end)
    : from;
}

/** Returns the state after a text that holds no new introducer in its plain parts: the first end of the sequence counts. */
export function stateAfter(state: State, text: string, from: number): State {
  let now = state;
  for (let at = from; at < text.length && now !== GROUND; at += 1) {
    at = payloadEnd(now, text, at, text.length);
    if (at < text.length) now = nextState(now, text.charCodeAt(at));
  }
  return now;
}
