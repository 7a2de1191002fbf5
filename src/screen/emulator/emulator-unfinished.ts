/** What a write left half said — the start of an escape sequence or of a surrogate pair whose rest is yet to come. */
import type { Core } from './emulator-core.ts';

/** Limit: 64 KiB. A longer unfinished string is kept by its head, which is what decides how the rest is taken. */
const UNFINISHED_LIMIT = 64 * 1024;

/** Characters that begin a sequence whatever came before: ESC and its 8-bit forms. */
const BEGINS = /[\x1b\x90\x98\x9b\x9d\x9e\x9f]/;
/** Inside a control sequence these act at once; repeating the sequence's start must not repeat them. */
const ACTS_AT_ONCE = /[\x00-\x17\x19\x1c-\x1f]/g;
/** xterm's parser states: 0 is ground, 1–6 lie within ESC and CSI sequences, the rest within strings. */
const GROUND = 0;
const LAST_CONTROL_STATE = 6;

/** The unfinished text after `data`, given the one before it. */
export function unfinished(core: Core, before: string, data: string): string {
  const state = core._inputHandler._parser.currentState;
  if (state === GROUND) return core._inputHandler._stringDecoder._interim === 0 ? '' : data.slice(-1);
  const begins = lastBeginning(data);
  const text =
    begins < 0 ? (before + data).slice(0, UNFINISHED_LIMIT) : data.slice(begins, begins + UNFINISHED_LIMIT);
  return state <= LAST_CONTROL_STATE ? text.replace(ACTS_AT_ONCE, '') : text;
}

function lastBeginning(data: string): number {
  for (let at = data.length - 1; at >= 0; at--) {
    if (BEGINS.test(data.charAt(at))) return at;
  }
  return -1;
}
