/**
 * The splitter of pty output: turns it into an ordered list of text, command marks and terminal queries.
 *
 * All other sequences stay in the text unchanged: colours, titles, links, images, bells. The result does not depend on
 * where the stream is cut into chunks. The splitter ignores 8-bit C1 controls: in UTF-8 these bytes are parts of
 * letters.
 */

import { type Pending, pendingAfter } from './pending.ts';
import type { Segment } from './segment.ts';
import { afterColors, readSequence } from './sequence.ts';

export type SplitState = {
  /** Beginning of a sequence that may be one of ours, from its ESC; `sequence.ts` defines the limits. */
  readonly held: string;
  /** True when `release` has already passed on the held ESC. */
  readonly released: boolean;
  /** Sequence that the text passed on so far leaves unfinished. */
  readonly pending: Pending;
  /** True after the first mark with our nonce: from then on foreign marks are only text. */
  readonly ours: boolean;
};

export const splitStart: SplitState = { held: '', released: false, pending: '', ours: false };

export type SplitResult = { readonly state: SplitState; readonly segments: readonly Segment[] };

/** Replaces a removed sequence whose ESC would have ended an unfinished one. CAN shows nothing. */
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
 * Passes on a lone ESC at the end of a read: after a few milliseconds of silence it is an ESC and nothing more. If it
 * does begin one of our sequences, that sequence is still recognised.
 */
export function release(state: SplitState): { readonly state: SplitState; readonly text: string } {
  if (state.held !== '\x1b' || state.released) return { state, text: '' };
  return { state: { ...state, released: true, pending: '\x1b' }, text: '\x1b' };
}

/** Passes on all held text when the output has ended. */
export function drain(state: SplitState): { readonly state: SplitState; readonly text: string } {
  return {
    state: { ...splitStart, ours: state.ours },
    text: state.released ? state.held.slice(1) : state.held,
  };
}
