/** Marks the matches of a search in a block line. */

import { rangesIn } from '../block/match-text.ts';
import type { Span, SpanRole } from './span.ts';

export function marked(text: string, role: SpanRole, query: string | undefined): readonly Span[] {
  if (query === undefined || query === '') return [{ text, role }];
  const chars = [...text];
  const spans: Span[] = [];
  let done = 0;
  for (const { from, to } of rangesIn(chars, query)) {
    spans.push({ text: chars.slice(done, from).join(''), role });
    spans.push({ text: chars.slice(from, to).join(''), role: 'match' });
    done = to;
  }
  spans.push({ text: chars.slice(done).join(''), role });
  return spans.filter((span) => span.text !== '');
}
