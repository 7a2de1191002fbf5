/** Searches one output for a literal text, stretch by stretch, as far as it is kept. */

import type { OutputMatch } from '../../protocol/cotty/command-output.ts';
import { newlinesIn } from '../../protocol/terminal/newlines.ts';
import { plainOutput } from './plain-output.ts';
import type { KeptOutput } from './text-spans.ts';

export type WantedText = {
  readonly text: string;
  readonly ignoreCase: boolean;
  /** First line, counted from 1. */
  readonly fromLine: number;
  /** Number of matches. */
  readonly limit: number;
};

export type FoundLines = {
  readonly lines: readonly Omit<OutputMatch, 'seq'>[];
  /** UTF-16 units that were searched. */
  readonly chars: number;
  /** Whether there are further matches. */
  readonly more: boolean;
};

/** Limit of a matching line in an answer, in UTF-16 units. */
const MOST_LINE = 500;

export async function searchOutput({ spans, tail }: KeptOutput, wanted: WantedText): Promise<FoundLines> {
  const found: Omit<OutputMatch, 'seq'>[] = [];
  let chars = 0;
  let next = wanted.fromLine - 1;
  for (const span of tail === undefined ? spans : [...spans, tail]) {
    const text = await span.read();
    if (text === undefined) continue;
    chars += text.length;
    // Stretches may overlap: what the record holds is also on the disk.
    const skipped = Math.max(0, next - span.line);
    for (const match of matchesIn(plainOutput(text), wanted)) {
      if (match.line < skipped) continue;
      found.push({ line: span.line + match.line + 1, text: match.text });
      if (found.length > wanted.limit) return { lines: found.slice(0, -1), chars, more: true };
    }
    next = Math.max(next, span.line + newlinesIn(text));
  }
  return { lines: found, chars, more: false };
}

/** Yields each line that holds the text once; lines are counted from 0. */
function* matchesIn(
  text: string,
  { text: wanted, ignoreCase }: WantedText,
): Generator<Omit<OutputMatch, 'seq'>> {
  const searched = ignoreCase ? text.toLowerCase() : text;
  const needle = ignoreCase ? wanted.toLowerCase() : wanted;
  // A few letters change their length with their case; then the line is shown as it was searched.
  const shown = searched.length === text.length ? text : searched;
  let line = 0;
  let counted = 0;
  for (let at = searched.indexOf(needle); at !== -1; ) {
    const start = searched.lastIndexOf('\n', at - 1) + 1;
    const newline = searched.indexOf('\n', at);
    const end = newline === -1 ? searched.length : newline;
    line += newlinesIn(searched, counted, start);
    counted = start;
    yield { line, text: around(shown.slice(start, end).trimEnd(), at - start) };
    at = newline === -1 ? -1 : searched.indexOf(needle, newline);
  }
}

/** Returns the line, or the piece of a long one in which the match begins. */
function around(line: string, at: number): string {
  if (line.length <= MOST_LINE) return line;
  const from = betweenPairs(line, Math.max(0, Math.min(at - MOST_LINE / 4, line.length - MOST_LINE)));
  const to = betweenPairs(line, from + MOST_LINE);
  return `${from > 0 ? '…' : ''}${line.slice(from, to)}${to < line.length ? '…' : ''}`;
}

function betweenPairs(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
