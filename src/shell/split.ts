/**
 * Splits pty output into an ordered list of text, shell-integration sequences and queries.
 *
 * All other sequences stay in the text unchanged: colours, titles, links, images, bells. The result does not depend on where the
 * stream is cut into chunks. No sequence here begins with an 8-bit C1 control: in UTF-8 these bytes are parts of letters.
 */

import { ESCAPE, GROUND, type State, stateAfter } from '../protocol/sequences/states.ts';
import type { Segment } from './segment.ts';
import { nextOther, readSequence } from './sequence.ts';

export type SplitState = {
  /** Beginning of a sequence that may be one of ours, from its ESC; `sequence.ts` defines the limits. */
  readonly held: string;
  /** Number of held characters that are known not to end it, so that they are not read again with each piece. */
  readonly searched: number;
  /** True when `release` has already passed on the held ESC. */
  readonly released: boolean;
  /**
   * State in which the text passed on so far leaves the emulator. A killed program may stop in the middle of a colour or
   * a title. The ESC of the next mark would end that sequence, but the mark is removed, and the emulator would read the
   * prompt as the rest of the sequence.
   */
  readonly pending: State;
  /** True when the last thing in the stream was a removed sequence. */
  readonly removed: boolean;
};

export const splitStart: SplitState = {
  held: '',
  searched: 0,
  released: false,
  pending: GROUND,
  removed: false,
};

export type SplitResult = { readonly state: SplitState; readonly segments: readonly Segment[] };

/** CAN, written in place of a removed sequence whose ESC would have ended an unfinished one. It shows nothing. */
const CANCEL = '\x18';

/** Characters that may join the one before them to a cluster; in no terminal do they join one before a sequence. */
const JOINING =
  /^[\p{Grapheme_Extend}\p{Mc}\p{Cf}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Extended_Pictographic}\u1160-\u11ff\ud7b0-\ud7ff]/u;
/** No character below this joins the one before it. */
const FIRST_JOINING = 0x300;

export function split(state: SplitState, chunk: string, nonce: string): SplitResult {
  if (state.held === '' && state.pending === GROUND && !chunk.includes('\x1b')) return plain(state, chunk);
  const stream = state.held + chunk;
  const segments: Segment[] = [];
  let { pending, removed } = state;
  let textFrom = state.released ? 1 : 0;
  // Only the held-back sequence at the beginning was searched before.
  let { searched } = state;
  let at = nextOther(stream, stream.indexOf('\x1b'));
  while (at >= 0) {
    const found = readSequence(stream, at, { nonce, searched });
    if (found.kind === 'incomplete') {
      searched = found.searched;
      break;
    }
    searched = 0;
    if (found.kind === 'taken') {
      const text = apart(removed, stream.slice(textFrom, at));
      segments.push(...textSegments(cancelled(pending, text)), ...found.segments);
      pending = GROUND;
      removed = true;
      textFrom = found.end;
    } else if (removed && at === textFrom && reachesBack(stream, at, found.end)) {
      segments.push(...textSegments(CANCEL));
    }
    at = nextOther(stream, stream.indexOf('\x1b', found.end));
  }

  const heldFrom = at < 0 ? stream.length : at;
  const text = apart(removed, stream.slice(textFrom, heldFrom));
  segments.push(...textSegments(text));
  pending = pendingAfter(pending, text);
  return {
    state: {
      held: stream.slice(heldFrom),
      searched,
      released: state.released && at === 0,
      pending,
      removed: removed && text === '',
    },
    segments,
  };
}

/** Passes on text without any sequence. */
function plain(state: SplitState, text: string): SplitResult {
  const after = state.removed && text !== '' ? { ...state, removed: false } : state;
  return { state: after, segments: textSegments(apart(state.removed, text)) };
}

/** Keeps a text from joining the character before a removed sequence. */
function apart(removed: boolean, text: string): string {
  const joins = removed && text.charCodeAt(0) >= FIRST_JOINING && JOINING.test(text.slice(0, 2));
  return joins ? CANCEL + text : text;
}

/**
 * Whether the text would affect the character before the removed sequence: by repeating it (REP) or by joining it to a cluster.
 * In a terminal that gets the whole stream, the sequence in between prevents both.
 */
function reachesBack(stream: string, at: number, end: number): boolean {
  if (stream[at + 1] === '[' && stream[end] === 'b') return true;
  return stream.charCodeAt(end) >= FIRST_JOINING;
}

/** Returns the state after a text. ESC begins a sequence in every state, so only the last one matters. */
function pendingAfter(before: State, text: string): State {
  const last = text.lastIndexOf('\x1b');
  return last >= 0 ? stateAfter(ESCAPE, text, last + 1) : stateAfter(before, text, 0);
}

/** Ends the sequence that a text leaves unfinished, when what follows is removed. */
function cancelled(pending: State, text: string): string {
  return pendingAfter(pending, text) === GROUND ? text : text + CANCEL;
}

function textSegments(text: string): Segment[] {
  return text === '' ? [] : [{ kind: 'text', text }];
}

/**
 * Passes on a lone ESC at the end of a read: after a few milliseconds of silence it is an ESC and nothing more. If it
 * does begin one of our sequences, that sequence is still recognised.
 */
export function release(state: SplitState): { readonly state: SplitState; readonly text: string } {
  if (state.held !== '\x1b' || state.released) return { state, text: '' };
  return { state: { ...state, released: true, pending: ESCAPE }, text: '\x1b' };
}

/** Passes on all held text when the output has ended. */
export function drain(state: SplitState): { readonly state: SplitState; readonly text: string } {
  return {
    state: splitStart,
    text: state.released ? state.held.slice(1) : state.held,
  };
}
