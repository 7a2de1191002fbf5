/** Searches one output for a literal text, stretch by stretch, as far as it is kept. */

import type { FoundLine } from '../../protocol/cotty/find.ts';
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
  /** Whether a match comes with the lines around it, as far as they are in the same stretch. */
  readonly around?: boolean;
};

export type FoundLines = {
  readonly lines: readonly FoundLine[];
  /** UTF-16 units that were searched. */
  readonly chars: number;
  /** Whether there are further matches. */
  readonly more: boolean;
};

/** Where nothing else is asked for, case counts only if the text has a capital. */
export function isAnyCase(text: string): boolean {
  return !/\p{Lu}/u.test(text);
}

/** Returns a test of texts for a literal. */
export function literalTest(literal: string, ignoreCase = isAnyCase(literal)): (text: string) => boolean {
  if (!ignoreCase) return (text) => text.includes(literal);
  const lower = literal.toLowerCase();
  return (text) => text.toLowerCase().includes(lower);
}

/** Returns the first line of what was printed that passes, without escape sequences. */
export function printedLine(
  printed: string | undefined,
  passes: (line: string) => boolean,
): string | undefined {
  return printed === undefined ? undefined : plainOutput(printed).split('\n').find(passes)?.trimEnd();
}

/** Limit of a matching line in an answer, in UTF-16 units. */
const MOST_LINE = 500;

export async function searchOutput({ spans, tail }: KeptOutput, wanted: WantedText): Promise<FoundLines> {
  const found: FoundLine[] = [];
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
      found.push({ ...match, line: span.line + match.line + 1 });
      if (found.length > wanted.limit) return { lines: found.slice(0, -1), chars, more: true };
    }
    next = Math.max(next, span.line + newlinesIn(text));
  }
  return { lines: found, chars, more: false };
}

/** Yields each line that holds the text once; lines are counted from 0. */
function* matchesIn(
  text: string,
  { text: wanted, ignoreCase, around: withNeighbours = false }: WantedText,
): Generator<FoundLine> {
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
    yield {
      line,
      text: around(shown.slice(start, end).trimEnd(), at - start),
      ...(withNeighbours && neighbours(shown, start, end)),
    };
    at = newline === -1 ? -1 : searched.indexOf(needle, newline);
  }
}

/** Returns the lines before and after a line that is at these indexes of the text. */
function neighbours(text: string, start: number, end: number): Pick<FoundLine, 'before' | 'after'> {
  const begin = text.lastIndexOf('\n', start - 2) + 1;
  const next = text.indexOf('\n', end + 1);
  const after = text.slice(end + 1, next === -1 ? text.length : next).trimEnd();
  return {
    ...(start > 0 && { before: around(text.slice(begin, start).trimEnd(), 0) }),
    ...(end < text.length && after !== '' && { after: around(after, 0) }),
  };
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
