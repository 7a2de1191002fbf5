/** Finds the known forms of secrets in a text, and replaces them with a mark. */

import { secretForms } from './secret-forms.ts';

export const REDACTED = '[redacted]';

/** The rest of a private key whose beginning was cut off. */
const KEY_END = /^[\s\S]*?-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----/;

export function redact(text: string): string {
  const start = endsCutKey(text) ? text.replace(KEY_END, REDACTED) : text;
  return formsIn(start).reduce((left, { pattern }) => left.replace(pattern, `$1${REDACTED}`), start);
}

/** A secret in a text: its place there, in UTF-16 units, and which form it has. */
export type FoundSecret = { readonly from: number; readonly to: number; readonly what: string };

/** Returns the secrets in order, without those that lie within another one or are redacted already. */
export function secretsIn(text: string): readonly FoundSecret[] {
  const found: FoundSecret[] = [];
  if (endsCutKey(text))
    found.push({ from: 0, to: KEY_END.exec(text)?.[0].length ?? 0, what: 'a private key' });
  for (const { what, pattern } of formsIn(text))
    for (const match of text.matchAll(pattern)) {
      const from = match.index + (match[1]?.length ?? 0);
      found.push({ from, to: match.index + match[0].length, what });
    }
  found.sort((one, other) => one.from - other.from || other.to - one.to);
  const apart: FoundSecret[] = [];
  for (const each of found) {
    if (each.from < (apart.at(-1)?.to ?? 0) || isRedacted(text, each)) continue;
    apart.push(each);
  }
  return apart;
}

function isRedacted(text: string, { from, to }: FoundSecret): boolean {
  const value = text.slice(from, to);
  return value.includes(REDACTED) && value.length <= REDACTED.length + QUOTES;
}

/** Quotes around a value. */
const QUOTES = 2;

function endsCutKey(text: string): boolean {
  return /-----(BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY-----/.exec(text)?.[1] === 'END';
}

/** Searching for the signs is many times faster than the patterns. */
function formsIn(text: string) {
  const lower = text.toLowerCase();
  return secretForms.filter(({ signs }) => signs.some((sign) => lower.includes(sign)));
}

/** Whether a private key begins in this text. */
export function opensKey(text: string): boolean {
  return /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----/.test(text);
}

/** Whether a private key ends in this text. */
export function endsKey(text: string): boolean {
  return /-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----/.test(text);
}
