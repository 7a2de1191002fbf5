/** Finds the start and end of escape sequences in a text, without their meaning. */

import { CharFinder } from './char-finder.ts';
import { ESC, GROUND, INTRODUCERS, isIntroducer, isString, nextState, payloadEnd } from './states.ts';

/** Limit: characters of a sequence. A longer one counts as text, otherwise one that never ends would cover the whole text. */
export const MAX_SEQUENCE = 16_384;

const introducers = new CharFinder(INTRODUCERS);

/** Returns the start of the next sequence, or `end` when there is none before it. */
export function nextSequence(text: string, from: number, end = text.length): number {
  return introducers.find(text, from, end);
}

/** Returns the index after the sequence that starts at `start`; undefined when it is unfinished. */
export function sequenceEnd(text: string, start: number): number | undefined {
  const limit = Math.min(text.length, start + MAX_SEQUENCE);
  let state = nextState(GROUND, text.charCodeAt(start));
  for (let at = start + 1; at < limit; at += 1) {
    at = payloadEnd(state, text, at, limit);
    if (at === limit) break;
    const code = text.charCodeAt(at);
    if (isIntroducer(code)) return atIntroducer(text, at, isString(state));
    state = nextState(state, code);
    if (state === GROUND) return at + 1;
  }
  return limit === text.length ? undefined : start + 1;
}

/** Returns the end of a sequence at an introducer, which ends it; `ESC \` belongs to the string that it terminates. */
function atIntroducer(text: string, at: number, inString: boolean): number | undefined {
  if (!inString || text.charCodeAt(at) !== ESC) return at;
  if (at + 1 === text.length) return undefined;
  return text[at + 1] === '\\' ? at + 2 : at;
}
