/** Finds where terminal text can be cut: at a line start, outside escape sequences and surrogate pairs. */

import { MAX_SEQUENCE, nextSequence, sequenceEnd } from '../sequences/sequences.ts';

/** Limit: characters dropped beyond the request in search of a line start; then any safe place is used. */
export const LINE_SEARCH = 16_384;

const NEWLINE = 0x0a;

/**
 * Returns the index of a safe cut that drops at least `atLeast` characters, or fewer when an unfinished
 * sequence at the end must stay. The text must not begin inside a sequence.
 */
export function safeCut(text: string, atLeast: number): number {
  if (atLeast <= 0) return 0;
  const lines = newlineFinder(text);
  const searchEnd = atLeast + LINE_SEARCH;
  let anywhere: number | undefined;
  for (let ground = searchStart(text, Math.min(atLeast, text.length)); ; ) {
    // Beyond the end of the search, the exact start of a sequence does not matter.
    const stop = nextSequence(text, ground, Math.min(text.length, Math.max(ground, searchEnd) + 1));
    const from = Math.max(ground, atLeast);
    if (from <= stop) {
      const line = lineStart(text, from, ground, lines(from));
      if (line <= Math.min(stop, searchEnd)) return line;
      anywhere ??= outsidePair(text, from, ground);
      if (stop > searchEnd) return anywhere;
    }
    const end = stop === text.length ? undefined : sequenceEnd(text, stop);
    if (end === undefined) return anywhere ?? stop;
    ground = end;
  }
}

/**
 * Returns a place before `end` from which sequences can be read. No sequence is longer than MAX_SEQUENCE, and from its middle a
 * sequence parses as text up to its end: so text further back does not matter. Neither does what comes before an ESC, which
 * begins a sequence wherever it is, or ends a string as a sequence of its own would end; only the last character of a text may
 * be half of such an end.
 */
function searchStart(text: string, end: number): number {
  const earliest = Math.max(0, end - MAX_SEQUENCE);
  const before = text.slice(earliest, Math.max(earliest, end - 1));
  // Searching backwards for a character that is not there is slow; searching forwards is fast.
  return before.includes('\x1b') ? earliest + before.lastIndexOf('\x1b') : earliest;
}

/**
 * Returns the index of a safe cut that keeps at most `atMost` characters: the last line start, or without one the last
 * place outside escape sequences and surrogate pairs.
 */
export function safeEnd(text: string, atMost: number): number {
  const end = Math.min(atMost, text.length);
  let line = 0;
  for (let ground = 0; ; ) {
    const stop = nextSequence(text, ground, end);
    // Only this part is searched: a search back to the start of the text would make the whole quadratic.
    const newline = text.slice(ground, stop).lastIndexOf('\n');
    if (newline !== -1) line = ground + newline + 1;
    const after = stop === end ? undefined : sequenceEnd(text, stop);
    if (after === undefined || after > end) return line || beforePair(text, stop, ground);
    ground = after;
  }
}

/** Returns the next line start. A newline just before `from` counts only if it is plain text, not the end of a sequence. */
function lineStart(text: string, from: number, ground: number, newline: number): number {
  if (from > ground && text.charCodeAt(from - 1) === NEWLINE) return from;
  return newline === -1 ? Number.POSITIVE_INFINITY : newline + 1;
}

/** Returns a function that finds the next newline. Its argument must only increase: each part of the text is searched once. */
function newlineFinder(text: string): (from: number) => number {
  let found = -2;
  return (from) => {
    if (found !== -1 && found < from) found = text.indexOf('\n', from);
    return found;
  };
}

function outsidePair(text: string, from: number, ground: number): number {
  const splits = from > ground && isHigh(text.charCodeAt(from - 1)) && isLow(text.charCodeAt(from));
  return splits ? from + 1 : from;
}

function beforePair(text: string, at: number, ground: number): number {
  return at > ground && isHigh(text.charCodeAt(at - 1)) ? at - 1 : at;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
