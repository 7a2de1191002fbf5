/** Reads one escape sequence at a known position: it is taken out of the stream, left in the text, or still incomplete. */

import { afterColors } from '../protocol/sequences/after-colors.ts';
import { CharFinder, codes } from '../protocol/sequences/char-finder.ts';
import { parseStatus } from '../protocol/terminal/program-status.ts';
import { parseForeignMark, parseMark } from './mark.ts';
import { asksGraphics, parseColorQuery, parseCsiQuery, parseDcsQuery, parseNoticeQuery } from './query.ts';
import type { Segment } from './segment.ts';

export type Found =
  /** `searched`: how many of its characters are known not to end it. */
  | { readonly kind: 'incomplete'; readonly searched: number }
  /** Not one of ours: search for the next ESC from `end`. */
  | { readonly kind: 'text'; readonly end: number }
  | { readonly kind: 'taken'; readonly end: number; readonly segments: readonly Segment[] };

/*
 * Limits of a sequence that is held back until it is complete. A longer sequence is passed on as text, even when it is
 * complete, so that the result does not depend on where the stream was cut.
 */

/** The longest query is `CSI ? Ps $ p`; all longer CSI sequences are text. */
const CSI_LIMIT = 32;
/** Limit of foreign sequences, colour queries and DCS queries. */
const STRING_LIMIT = 4096;
/** Limit of a kitty graphics command: a piece of an image has up to 4,096 characters. A longer one gets no answer. */
const GRAPHICS_LIMIT = 8192;
/** Limit of our sequences: scripts cut a command line at 48 Ki bytes, and escaping takes up to four for each. */
const MARK_LIMIT = 256 * 1024;

const INCOMPLETE = { kind: 'incomplete', searched: 0 } as const;

const OSC_CODES = [
  '633',
  '133',
  '4',
  '5',
  '10',
  '11',
  '12',
  '13',
  '14',
  '15',
  '16',
  '17',
  '18',
  '19',
  '99',
  '7501',
];
const BEL = '\x07';
const ST = '\x1b\\';

/** The nonce of the terminal's own shell, and how many characters from the ESC on were searched in vain before. */
export type Search = { readonly nonce: string; readonly searched: number };

export function readSequence(stream: string, at: number, search: Search): Found {
  switch (stream.charCodeAt(at + 1)) {
    case 0x5b:
      return readCsi(stream, at);
    case 0x5d:
      return readOsc(stream, at, search);
    case 0x50:
      return readDcs(stream, at, search.searched);
    case 0x5f:
      return readApc(stream, at, search.searched);
    default:
      return at + 1 < stream.length ? { kind: 'text', end: at + 1 } : INCOMPLETE;
  }
}

/** Skips colours, the most frequent sequences: returns the first ESC from `from` that begins no colour, or −1. */
export function nextOther(stream: string, from: number): number {
  let at = from;
  while (at >= 0) {
    const end = afterColors(stream, at);
    if (stream.charCodeAt(end) === 0x1b) return end;
    at = stream.indexOf('\x1b', end);
  }
  return at;
}

function readCsi(stream: string, at: number): Found {
  const from = at + 2;
  let end = from;
  let code = stream.charCodeAt(end);
  while (code >= 0x20 && code < 0x40) code = stream.charCodeAt(++end);
  if (end - from > CSI_LIMIT) return { kind: 'text', end };
  if (end >= stream.length) return INCOMPLETE;
  if (!QUERY_FINALS.has(code)) return { kind: 'text', end };
  const query = parseCsiQuery(stream.slice(from, end + 1));
  if (!query) return { kind: 'text', end };
  return {
    kind: 'taken',
    end: end + 1,
    segments: [{ kind: 'query', query, raw: stream.slice(at, end + 1) }],
  };
}

/** Final letters of queries: they rule out cursor movement early; colours are skipped before. */
const QUERY_FINALS: ReadonlySet<number> = new Set([...'cmnpqtuS'].map((letter) => letter.charCodeAt(0)));

function readOsc(stream: string, at: number, { nonce, searched }: Search): Found {
  const from = at + 2;
  let digits = from;
  while (digits < from + 4 && isDigit(stream.charCodeAt(digits))) digits++;
  const code = stream.slice(from, digits);
  if (digits >= stream.length) {
    return OSC_CODES.some((wanted) => wanted.startsWith(code)) ? INCOMPLETE : { kind: 'text', end: digits };
  }
  if (!OSC_CODES.includes(code)) return { kind: 'text', end: digits };

  const limit = digits + (code === '633' ? MARK_LIMIT : STRING_LIMIT);
  const end = endOfString(stream, Math.max(digits, at + searched), limit, OSC_ENDS);
  if (end.kind === 'incomplete') return { kind: 'incomplete', searched: end.at - at };
  if (end.kind === 'tooLong') return { kind: 'text', end: digits };
  if (code === '633') return { kind: 'taken', end: end.next, segments: ownMark(stream, digits, end, nonce) };
  const found = end.kind === 'ended' ? readShared(stream, at, digits, end, code) : undefined;
  return found ?? { kind: 'text', end: digits };
}

/** Returns the mark, if it is one. Every OSC 633 is removed, even a forged, foreign or aborted one. */
function ownMark(stream: string, from: number, end: StringEnd, nonce: string): Segment[] {
  if (end.kind !== 'ended' || stream[from] !== ';') return [];
  const mark = parseMark(stream.slice(from + 1, end.at), nonce);
  return mark ? [{ kind: 'mark', mark }] : [];
}

/** Parses OSC codes other than our own: foreign shell integration, program status, and queries. */
function readShared(
  stream: string,
  at: number,
  from: number,
  end: StringEnd,
  code: string,
): Found | undefined {
  if (stream[from] !== ';') return undefined;
  const payload = stream.slice(from + 1, end.at);
  const raw = stream.slice(at, end.next);
  if (code === '133') {
    const mark = parseForeignMark(payload);
    return mark && { kind: 'taken', end: end.next, segments: [{ kind: 'mark', mark, raw }] };
  }
  if (code === '7501') return { kind: 'taken', end: end.next, segments: statusSegments(payload, raw) };
  const terminator = stream.slice(end.at, end.next);
  if (code === '99') {
    const query = parseNoticeQuery(payload, terminator);
    return query && { kind: 'taken', end: end.next, segments: [{ kind: 'query', query, raw }] };
  }
  const color = parseColorQuery(code, payload, terminator);
  if (!color) return undefined;
  const query: Segment = { kind: 'query', query: color.query, raw };
  const rest: Segment[] = color.rest === '' ? [] : [{ kind: 'text', text: color.rest }];
  return { kind: 'taken', end: end.next, segments: [...rest, query] };
}

/** Reports that are ignored are removed as well: no viewer has a use for them. */
function statusSegments(payload: string, raw: string): Segment[] {
  if (payload === '?') return [{ kind: 'query', query: { kind: 'status' }, raw }];
  const report = parseStatus(payload);
  return report === undefined ? [] : [{ kind: 'status', report }];
}

function readDcs(stream: string, at: number, searched: number): Found {
  const from = at + 2;
  const intro = stream.slice(from, from + 2);
  if (intro.length < 2 && (intro === '' || intro === '$' || intro === '+')) return INCOMPLETE;
  if (intro !== '$q' && intro !== '+q') return { kind: 'text', end: from };
  const end = endOfString(stream, Math.max(from, at + searched), from + STRING_LIMIT, DCS_ENDS);
  if (end.kind === 'incomplete') return { kind: 'incomplete', searched: end.at - at };
  if (end.kind !== 'ended') return { kind: 'text', end: from };
  const query = parseDcsQuery(stream.slice(from, end.at));
  if (!query) return { kind: 'text', end: from };
  return {
    kind: 'taken',
    end: end.next,
    segments: [{ kind: 'query', query, raw: stream.slice(at, end.next) }],
  };
}

/** Reads kitty graphics that may be answered. */
function readApc(stream: string, at: number, searched: number): Found {
  const from = at + 3;
  if (from > stream.length) return INCOMPLETE;
  if (stream[at + 2] !== 'G') return { kind: 'text', end: at + 2 };
  const end = endOfString(stream, Math.max(from, at + searched), from + GRAPHICS_LIMIT, DCS_ENDS);
  if (end.kind === 'incomplete') return { kind: 'incomplete', searched: end.at - at };
  if (end.kind !== 'ended' || !asksGraphics(stream.slice(from, end.at))) return { kind: 'text', end: from };
  return {
    kind: 'taken',
    end: end.next,
    segments: [{ kind: 'query', query: { kind: 'graphics' }, raw: stream.slice(at, end.next) }],
  };
}

type StringEnd = {
  readonly kind: 'ended' | 'aborted';
  /** Position where the payload ends. */
  readonly at: number;
  /** Position where the stream continues. */
  readonly next: number;
};

/** U+0080 to U+009F, which end every string in xterm. */
const C1 = codes(0x80, 0x9f);
const OSC_ENDS = new CharFinder([0x07, 0x18, 0x1a, 0x1b, ...C1]);
const DCS_ENDS = new CharFinder([0x18, 0x1a, 0x1b, ...C1]);

/**
 * Finds the end of a string, searching `stream` from `from` on, no further than `limit`. BEL (in an OSC) or ST ends it;
 * CAN, SUB, C1 controls and any other ESC abort it.
 */
function endOfString(
  stream: string,
  from: number,
  limit: number,
  ends: CharFinder,
): StringEnd | { readonly kind: 'incomplete'; readonly at: number } | { readonly kind: 'tooLong' } {
  const last = Math.min(stream.length, limit + 1);
  const at = ends.find(stream, from, last);
  if (at > limit) return { kind: 'tooLong' };
  if (at === stream.length) return { kind: 'incomplete', at };
  if (stream[at] === BEL) return { kind: 'ended', at, next: at + 1 };
  if (stream[at] !== '\x1b') return { kind: 'aborted', at, next: at };
  if (at + 1 === stream.length) return { kind: 'incomplete', at };
  return stream.startsWith(ST, at) ? { kind: 'ended', at, next: at + 2 } : { kind: 'aborted', at, next: at };
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
