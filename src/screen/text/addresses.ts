/** Finds addresses in a line of text, of which the window and the page make links. */

/** Where an address stands in its text, in UTF-16 units; `to` is exclusive. */
export type AddressPlace = { readonly from: number; readonly to: number };

/** Schemes that are looked for in plain text. */
const SCHEMES: readonly string[] = ['https://', 'http://', 'ftp://', 'ssh://', 'file://', 'mailto:'];

/** Limit: addresses in one line; a line of nothing else is no text to read. */
const MAX_ADDRESSES = 50;
/** Limit in UTF-16 units: browsers take no longer addresses. */
const MAX_LENGTH = 2048;

/** Characters that no address has unescaped. */
const ENDS = '<>"`|{}^\\';
/** Characters that belong to the sentence if they are last. */
const SENTENCE = ".,;:!?'";

/**
 * Returns the addresses in a text, in order, without the punctuation of the sentence around them: a full stop, and a bracket that
 * was opened before the address. Only addresses with one of the schemes are returned.
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
    const address = withoutSentence(text.slice(from, endOf(searched, from, schemes)));
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
  return code <= 0x20 || (code >= 0x7f && code <= 0xa0) || ENDS.includes(text.charAt(at));
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
