/** Web addresses in a line of output. Only `http` and `https` become links: no other scheme may be opened by what a program prints. */

export type LinkPlace = { readonly from: number; readonly to: number };

const SCHEMES = ['https://', 'http://'];
/** Limit: addresses in one line; a line of nothing else is no text to read. */
const MAX_LINKS = 50;
/** Limit in UTF-16 units: browsers take no longer ones. */
const MAX_LENGTH = 2048;

/** What may follow an address in a sentence and is no part of it. */
const TRAILING = '.,;:!?\'"';
const CLOSING: { readonly [close: string]: string } = { ')': '(', ']': '[', '}': '{' };

export function linksIn(text: string): readonly LinkPlace[] {
  const links: LinkPlace[] = [];
  let at = 0;
  while (links.length < MAX_LINKS) {
    const from = firstScheme(text, at);
    if (from === -1) break;
    const to = trimmed(text, from, endOf(text, from));
    if (to > text.indexOf('//', from) + 2) links.push({ from, to });
    at = Math.max(to, from + 1);
  }
  return links;
}

function firstScheme(text: string, at: number): number {
  const found = SCHEMES.map((scheme) => text.indexOf(scheme, at)).filter((place) => place !== -1);
  return found.length === 0 ? -1 : Math.min(...found);
}

function endOf(text: string, from: number): number {
  const most = Math.min(text.length, from + MAX_LENGTH);
  let to = from;
  while (to < most && !isEnd(text.charCodeAt(to))) to += 1;
  return to;
}

/** Blanks, control characters, and what no address has unescaped: `"`, `<`, `>`, the back quote. */
function isEnd(code: number): boolean {
  return code <= 0x20 || code === 0x22 || code === 0x3c || code === 0x3e || code === 0x60 || code === 0xa0;
}

function trimmed(text: string, from: number, end: number): number {
  let to = end;
  while (to > from) {
    const last = text[to - 1] ?? '';
    const open = CLOSING[last];
    if (!TRAILING.includes(last) && (open === undefined || text.slice(from, to).includes(open))) break;
    to -= 1;
  }
  return to;
}
