/** The unfinished end of a write: the start of an escape sequence or surrogate pair whose rest has not arrived yet. */
import type { Core } from './emulator-core.ts';

/** Limit: 64 Ki characters. Only the start of a longer string is kept: the start decides how the rest is parsed. */
const UNFINISHED_LIMIT = 64 * 1024;

/** Characters that begin a sequence in any parser state: ESC and the 8-bit introducers. */
const BEGINS = /[\x1b\x90\x98\x9b\x9d\x9e\x9f]/;
/** Control characters that take effect inside a control sequence. Replaying the start of the sequence must not repeat them. */
const ACTS_AT_ONCE = /[\x00-\x17\x19\x1c-\x1f]/g;
/** xterm's parser states: 0 is ground, 1–6 are inside ESC and CSI sequences, the rest inside strings. */
const GROUND = 0;
const LAST_CONTROL_STATE = 6;

/** Returns the unfinished text after `data` was written; `before` is the unfinished text before it. */
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
