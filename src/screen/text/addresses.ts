/** Finds addresses in a line of text, of which the window and the page make links. */

/** Where an address stands in its text, in UTF-16 units; `to` is exclusive. */
export type AddressPlace = { readonly from: number; readonly to: number };

/** Schemes that are looked for in plain text. */
const SCHEMES: readonly string[] = ['https://', 'http://', 'ftp://', 'ssh://', 'file://', 'mailto:'];

/** Limit: addresses in one line; a line of nothing else is no text to read. */
const MAX_ADDRESSES = 50;
/** Limit in UTF-16 units: browsers take no longer addresses. */
const MAX_LENGTH = 2048;

/** Schemes of which the page makes links: a browser may open no other one because a program has printed it. */
export const WEB_SCHEMES: readonly string[] = ['https://', 'http://'];

/** Characters that no address has unescaped. */
const ENDS = '<>"`|{}^\\';
/** Characters that belong to the sentence if they are last. */
const SENTENCE = ".,;:!?'";

type Ranges = readonly (readonly [first: number, last: number])[];

/**
 * Code units that end an address, and need no blank before them: spaces and marks for the direction of text, quotes,
 * dashes and dots of typesetting, the punctuation of Chinese and Japanese, and full-width forms. Letters among them (々, 〇, the
 * half-width kana) stay, and so do joiners, which words of some scripts need.
 */
const UNICODE_ENDS: Ranges = [
  [0x00, 0x20],
  [0x7f, 0xa0],
  [0x2000, 0x200b],
  [0x200e, 0x200f],
  [0x2014, 0x2015],
  [0x2018, 0x201f],
  [0x2026, 0x202f],
  [0x205f, 0x206f],
  [0x3000, 0x3004],
  [0x3008, 0x3020],
  [0x3030, 0x3030],
  [0x303d, 0x303f],
  [0xfe10, 0xfe1f],
  [0xfe30, 0xfe6f],
  [0xfeff, 0xfeff],
  [0xff01, 0xff65],
  [0xffe0, 0xffee],
];
/** Full-width digits and letters: names of files have them. */
const FULL_WIDTH_WORDS: Ranges = [
  [0xff10, 0xff19],
  [0xff21, 0xff3a],
  [0xff41, 0xff5a],
];

/** Letters of scripts that stand behind an address without a blank: Thai to Khmer, Chinese, Japanese and Korean. */
const UNSPACED: Ranges = [
  [0x0e00, 0x0eff],
  [0x1000, 0x109f],
  [0x1100, 0x11ff],
  [0x1780, 0x17ff],
  [0x3005, 0x3007],
  [0x3021, 0x302f],
  [0x3031, 0x303c],
  [0x3040, 0x9fff],
  [0xa960, 0xa97f],
  [0xac00, 0xd7ff],
  // The first units of the ideographs beyond the first plane.
  [0xd840, 0xd88f],
  [0xf900, 0xfaff],
  [0xff66, 0xffdc],
];

function isIn(ranges: Ranges, code: number): boolean {
  return ranges.some(([first, last]) => first <= code && code <= last);
}

/** Whether a character beyond ASCII ends the name of a file in a sentence. */
export function endsFileName(char: string): boolean {
  const code = char.charCodeAt(0);
  return code > 0x7e && isIn(UNICODE_ENDS, code) && !isIn(FULL_WIDTH_WORDS, code);
}

/**
 * Returns the addresses in a text, in order, without the sentence around them: a full stop, a bracket that was opened before the
 * address, Chinese or Japanese punctuation and all behind it, and words that stand directly behind a host. Only addresses with one
 * of the schemes are returned.
 */
export function addressesIn(text: string, schemes: readonly string[] = SCHEMES): readonly AddressPlace[] {
  const lower = text.toLowerCase();
  // A few letters have more units in lower case, which would shift the places.
  const searched = lower.length === text.length ? lower : text;
  const found: AddressPlace[] = [];
  for (let at = 0; found.length < MAX_ADDRESSES; ) {
    const begin = nextScheme(searched, at, schemes);
    if (begin === undefined) break;
    const { from, scheme } = begin;
    const to = endOf(searched, from, schemes);
    const address = withoutSentence(text.slice(from, endOfHost(text, from + scheme.length, to) ?? to));
    if (address.length > scheme.length) found.push({ from, to: from + address.length });
    at = from + Math.max(address.length, scheme.length);
  }
  return found;
}

function nextScheme(text: string, at: number, schemes: readonly string[]) {
  return schemes
    .map((scheme) => ({ scheme, from: text.indexOf(scheme, at) }))
    .filter(({ from }) => from >= 0)
    .toSorted((a, b) => a.from - b.from)[0];
}

/** Returns the end of the run without blanks that begins with an address; a comma before another address ends it, too. */
function endOf(text: string, from: number, schemes: readonly string[]): number {
  const most = Math.min(text.length, from + MAX_LENGTH);
  let to = from;
  while (to < most && !isEnd(text, to) && !isBeforeNext(text, to, schemes)) to += 1;
  return to;
}

function isEnd(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code > 0x20 && code < 0x7f) return ENDS.includes(text.charAt(at));
  return isIn(UNICODE_ENDS, code);
}

/**
 * Returns where a host ends that words follow without a blank, as in `https://example.comを見る`: the last part of a name is of one
 * script, so such letters behind ASCII ones are no part of it. Undefined where the host ends as hosts do. Other parts may mix them,
 * and what follows a `/`, `?` or `#` may be any letters.
 */
function endOfHost(text: string, from: number, to: number): number | undefined {
  let end = from;
  while (end < to && !'/?#'.includes(text.charAt(end))) end++;
  const host = withoutSentence(text.slice(from, end));
  const last = Math.max(host.lastIndexOf('.'), host.lastIndexOf('@')) + 1;
  for (let at = last + 1; at < host.length; at++)
    if (host.charCodeAt(at - 1) < 0x7f && isIn(UNSPACED, host.charCodeAt(at))) return from + at;
  return undefined;
}

function isBeforeNext(text: string, at: number, schemes: readonly string[]): boolean {
  const char = text.charAt(at);
  return (char === ',' || char === ';') && schemes.some((scheme) => text.startsWith(scheme, at + 1));
}

/** Cuts off what belongs to the sentence around an address or a file name. */
export function withoutSentence(address: string): string {
  let end = address.length;
  while (end > 0) {
    const last = address[end - 1] ?? '';
    const opens = last === ')' ? '(' : last === ']' ? '[' : undefined;
    const unopened = opens !== undefined && count(address, opens, end) < count(address, last, end);
    if (!SENTENCE.includes(last) && !unopened) break;
    end--;
  }
  return address.slice(0, end);
}

function count(text: string, char: string, end: number): number {
  let found = 0;
  for (let at = 0; at < end; at++) if (text[at] === char) found++;
  return found;
}
