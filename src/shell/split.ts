/**
 * The byte-stream splitter — pty output becomes an ordered list of text, command marks and terminal queries.
 *
 * All else stays in the text unchanged: colours, titles, links, images, bells. Wherever the stream is cut, the
 * segments say the same. Strings are UTF-16, so the 8-bit C1 controls are not looked for: in UTF-8 they are
 * halves of letters.
 */

import { type Pending, pendingAfter } from './pending.ts';
import type { Segment } from './segment.ts';
import { afterColors, readSequence } from './sequence.ts';

export type SplitState = {
  /** The beginning of a sequence that may yet be ours, from its ESC; its limits stand in `sequence.ts`. */
  readonly held: string;
  /** `release` gave the held ESC away already. */
  readonly released: boolean;
  /** What the text given away so far has left unfinished. */
  readonly pending: Pending;
  /** A mark with our nonce was seen: from then on foreign marks are only text. */
  readonly ours: boolean;
};

export const splitStart: SplitState = { held: '', released: false, pending: '', ours: false };

export type SplitResult = { readonly state: SplitState; readonly segments: readonly Segment[] };

/** Put in place of a sequence that was taken out and would have ended an unfinished one. Shows nothing. */
const CANCEL = '\x18';

export function split(state: SplitState, chunk: string, nonce: string): SplitResult {
  if (state.held === '' && state.pending === '' && !chunk.includes('\x1b')) {
    return { state, segments: chunk === '' ? [] : [{ kind: 'text', text: chunk }] };
  }
  const stream = state.held + chunk;
  const segments: Segment[] = [];
  let { ours, pending } = state;
  let textFrom = state.released ? 1 : 0;
  let at = afterColors(stream, stream.indexOf('\x1b'));
  while (at >= 0) {
    const found = readSequence(stream, at, nonce, ours);
    if (found.kind === 'incomplete') break;
    if (found.kind === 'taken') {
      const text = stream.slice(textFrom, at);
      pushText(segments, pendingAfter(pending, text) === '' ? text : text + CANCEL);
      segments.push(...found.segments);
      ours ||= found.segments.some(isVerified);
      pending = '';
      textFrom = found.end;
    }
    at = afterColors(stream, stream.indexOf('\x1b', found.end));
  }

  const heldFrom = at < 0 ? stream.length : at;
  const text = stream.slice(textFrom, heldFrom);
  pushText(segments, text);
  pending = pendingAfter(pending, text);
  return {
    state: { held: stream.slice(heldFrom), released: state.released && at === 0, pending, ours },
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
  return { state: { ...state, released: true, pending: '\x1b' }, text: '\x1b' };
}

/** Gives away whatever is held, when nothing more will come. */
export function drain(state: SplitState): { readonly state: SplitState; readonly text: string } {
  return {
    state: { ...splitStart, ours: state.ours },
    text: state.released ? state.held.slice(1) : state.held,
  };
}
