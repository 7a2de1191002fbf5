/** Text objects of vi: the word, the quoted text or the brackets in which the cursor stands. */

import { lineEnd, lineStart } from '../graphemes.ts';
import { kindOf } from './vi-kind.ts';

/** `around`: `a`, with the blanks, quotes or brackets, where `i` takes only what is inside. */
export type ViObject = { readonly key: string; readonly around: boolean };

type Range = readonly [from: number, to: number];

const QUOTES = '"\'`';
/** Keys of brackets, with the two signs of each. */
const BRACKETS: Readonly<Record<string, readonly [open: string, close: string]>> = {
  '(': ['(', ')'],
  ')': ['(', ')'],
  b: ['(', ')'],
  '[': ['[', ']'],
  ']': ['[', ']'],
  '{': ['{', '}'],
  '}': ['{', '}'],
  B: ['{', '}'],
  '<': ['<', '>'],
  '>': ['<', '>'],
};

export function isViObject(key: string): boolean {
  return key === 'w' || key === 'W' || QUOTES.includes(key) || BRACKETS[key] !== undefined;
}

/** Returns the characters of the object at the cursor; undefined where there is none. */
export function viObject(
  text: readonly string[],
  cursor: number,
  { key, around }: ViObject,
): Range | undefined {
  if (key === 'w' || key === 'W') return wordAt(text, cursor, key === 'W', around);
  const found =
    BRACKETS[key] === undefined ? quotesAt(text, cursor, key) : bracketsAt(text, cursor, BRACKETS[key]);
  if (found === undefined) return undefined;
  const [open, close] = found;
  return around ? [open, close + 1] : [open + 1, close];
}

/** Takes the blanks behind the word as well, or those before it where there are none. */
function wordAt(text: readonly string[], cursor: number, big: boolean, around: boolean): Range | undefined {
  const [start, end] = [lineStart(text, cursor), lineEnd(text, cursor)];
  if (cursor >= end) return undefined;
  const left = (at: number): number => runFrom(text, at, -1, start, big);
  const right = (at: number): number => runFrom(text, at, 1, end - 1, big);
  const [from, to] = [left(cursor), right(cursor) + 1];
  if (!around) return [from, to];
  if (kindOf(text[cursor], big) === 'blank') return [from, to < end ? right(to) + 1 : to];
  if (to < end && kindOf(text[to], big) === 'blank') return [from, right(to) + 1];
  const isAfterBlank = from > start && kindOf(text[from - 1], big) === 'blank';
  return [isAfterBlank ? left(from - 1) : from, to];
}

/** Returns the last character on the way that is of the same kind as the first. */
function runFrom(text: readonly string[], from: number, by: 1 | -1, edge: number, big: boolean): number {
  const kind = kindOf(text[from], big);
  let at = from;
  while (at !== edge && kindOf(text[at + by], big) === kind) at += by;
  return at;
}

/** Pairs the quotes of the line from its start; before the first pair, the next one in the line counts. */
function quotesAt(text: readonly string[], cursor: number, quote: string): Range | undefined {
  const end = lineEnd(text, cursor);
  let open: number | undefined;
  for (let at = lineStart(text, cursor); at < end; at += 1) {
    // A quote behind a backslash is none.
    if (text[at] === '\\') at += 1;
    else if (text[at] !== quote) continue;
    else if (open === undefined) open = at;
    else if (at >= cursor) return [open, at];
    else open = undefined;
  }
  return undefined;
}

function bracketsAt(
  text: readonly string[],
  cursor: number,
  [open, close]: readonly [string, string],
): Range | undefined {
  const from = text[cursor] === open ? cursor : partner(text, cursor - 1, -1, open, close);
  if (from === undefined) return undefined;
  const to = partner(text, from + 1, 1, close, open);
  return to === undefined ? undefined : [from, to];
}

/** Looks for a bracket that is not closed, or opened, by another one on the way. */
function partner(
  text: readonly string[],
  start: number,
  by: 1 | -1,
  wanted: string,
  other: string,
): number | undefined {
  let depth = 0;
  for (let at = start; at >= 0 && at < text.length; at += by) {
    if (text[at] === other) depth += 1;
    if (text[at] !== wanted) continue;
    if (depth === 0) return at;
    depth -= 1;
  }
  return undefined;
}
