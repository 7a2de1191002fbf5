/** Spans: pieces of a block line, each a text with a role that the theme turns into a colour. */

import { cells, textWidth } from '../../../screen/cells/text-width.ts';

export type SpanRole =
  | 'plain'
  | 'dim'
  | 'command'
  | 'ok'
  | 'failed'
  | 'failedChip'
  | 'warning'
  | 'unknown'
  | 'running'
  | 'long'
  | 'other'
  | 'separator'
  | 'marker'
  | 'match';

/** `name` is whose name the text is, for the colour that each has. */
export type Span = { readonly text: string; readonly role: SpanRole; readonly name?: string };

export function spanWidth(spans: readonly Span[]): number {
  return spans.reduce((sum, span) => sum + textWidth(span.text), 0);
}

/** Cuts text to at most `width` cells. Cut text ends in `ellipsis`, never in half a wide character. */
export function cut(text: string, width: number, ellipsis: string): string {
  if (textWidth(text) <= width) return text;
  const room = width - textWidth(ellipsis);
  if (room < 0) return '';
  let used = 0;
  let kept = '';
  for (const cell of cells(text)) {
    if (used + cell.width > room) break;
    used += cell.width;
    kept += cell.text;
  }
  return kept + ellipsis;
}

/** Fills text with blanks up to `width` cells. */
export function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}

// Options for rendering block lines.

export type LineStyle = {
  readonly cols: number;
  /** Current time (Unix ms), to tell today from other days. */
  readonly now: number;
  /** Draw with ASCII only. */
  readonly ascii: boolean;
  /** Draw headers as rules, where there is no surface for them. */
  readonly rules?: boolean;
};
