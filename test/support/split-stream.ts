/** Splits a stream that arrives in given chunks, and joins neighbouring text so that results can be compared. */

import type { Segment } from '../../src/shell/segment.ts';
import { drain, type SplitState, split, splitStart } from '../../src/shell/split.ts';

export const NONCE = 'c0ffee';

export function splitChunks(chunks: readonly string[], nonce = NONCE): Segment[] {
  let state: SplitState = splitStart;
  const segments: Segment[] = [];
  for (const chunk of chunks) {
    const result = split(state, chunk, nonce);
    state = result.state;
    segments.push(...result.segments);
  }
  const { text } = drain(state);
  return joinText([...segments, { kind: 'text', text }]);
}

function joinText(segments: readonly Segment[]): Segment[] {
  const joined: Segment[] = [];
  for (const segment of segments) {
    const last = joined.at(-1);
    if (segment.kind === 'text' && last?.kind === 'text') {
      joined[joined.length - 1] = { kind: 'text', text: last.text + segment.text };
    } else if (segment.kind !== 'text' || segment.text !== '') joined.push(segment);
  }
  return joined;
}

export function textOf(segments: readonly Segment[]): string {
  return segments.map((segment) => (segment.kind === 'text' ? segment.text : '')).join('');
}
