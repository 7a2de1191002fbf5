/**
 * The byte-stream splitter — pty output becomes an ordered list of text, command marks and terminal queries.
 *
 * All else stays in the text unchanged: colours, titles, links, images, bells. Wherever the stream is cut, the
 * segments say the same. Strings are UTF-16, so the 8-bit C1 controls are not looked for: in UTF-8 they are
 * halves of letters.
 */

import type { Segment } from './segment.ts';
import { readSequence } from './sequence.ts';

export type SplitState = {
  /** The beginning of a sequence that may yet be ours, from its ESC; its limits stand in `sequence.ts`. */
  readonly held: string;
  /** `release` gave the held ESC away already. */
  readonly released: boolean;
  /** A mark with our nonce was seen: from then on foreign marks are only text. */
  readonly ours: boolean;
};

export const splitStart: SplitState = { held: '', released: false, ours: false };

export type SplitResult = { readonly state: SplitState; readonly segments: readonly Segment[] };

/** An emulator that has the ESC already must not take the next letter as its second half: CAN aborts it. */
const CANCEL = '\x18';

export function split(state: SplitState, chunk: string, nonce: string): SplitResult {
  if (state.held === '' && !chunk.includes('\x1b')) {
    return { state, segments: chunk === '' ? [] : [{ kind: 'text', text: chunk }] };
  }
  const stream = state.held + chunk;
  const segments: Segment[] = [];
  let ours = state.ours;
  let textFrom = state.released ? 1 : 0;
  let at = stream.indexOf('\x1b');
  while (at >= 0) {
    const found = readSequence(stream, at, nonce, ours);
    if (found.kind === 'incomplete') break;
    if (found.kind === 'taken') {
      pushText(segments, at < textFrom ? CANCEL : stream.slice(textFrom, at));
      segments.push(...found.segments);
      ours ||= found.segments.some(isVerified);
      textFrom = found.end;
    }
    at = stream.indexOf('\x1b', found.end);
  }

  const heldFrom = at < 0 ? stream.length : at;
  pushText(segments, stream.slice(textFrom, heldFrom));
  return {
    state: { held: stream.slice(heldFrom), released: state.released && at === 0, ours },
    segments,
  };
}

function pushText(segments: Segment[], text: string): void {
  if (text !== '') segments.push({ kind: 'text', text });
}

function isVerified(segment: Segment): boolean {
  return segment.kind === 'mark' && !segment.mark.unverified;
}

/**
 * Gives away a lone ESC at the end of a read: after a few milliseconds of silence it was meant as it stands.
 * Should it turn out to begin one of our sequences after all, that one is still recognised.
 */
export function release(state: SplitState): { readonly state: SplitState; readonly text: string } {
  if (state.held !== '\x1b' || state.released) return { state, text: '' };
  return { state: { ...state, released: true }, text: '\x1b' };
}

/** Gives away whatever is held, when nothing more will come. */
export function drain(state: SplitState): { readonly state: SplitState; readonly text: string } {
  return {
    state: { held: '', released: false, ours: state.ours },
    text: state.released ? state.held.slice(1) : state.held,
  };
}
