/**
 * Where noise is masked: in lines that say more than it. A line that is nothing but noise, or a name and its value (`ttl = 300s`,
 * `notAfter=…`, a hash and a file), is printed for the value's sake, and differs when the value does.
 *
 * Masked all the same are what measures the run itself (`Time: 0.4 s`) and lines of logs, whose values stand beside a time stamp.
 */

import { type Token, tokensOf } from './noise.ts';

/** `isLiteral`: equal only to one of the same text. */
export type MaskedToken = Token & { readonly isLiteral?: true };

/** A measurement is rounded to at most a whole second, and so may be this much longer than the run, in milliseconds. */
const ROUNDED_MS = 500;

/** What is masked in the lines of one run. */
export class Masks {
  readonly #unmasked: boolean;
  readonly #longestMs: number;
  /** Most lines of two runs are the same: each is masked once. */
  readonly #keys = new Map<string, string>();

  /** `unmasked`: noise counts as a difference everywhere. `durationMs`: how long the run took, if that is known. */
  constructor(unmasked: boolean, durationMs = Number.POSITIVE_INFINITY) {
    this.#unmasked = unmasked;
    this.#longestMs = durationMs + ROUNDED_MS;
  }

  tokensOf(line: string): readonly MaskedToken[] {
    const tokens = tokensOf(line);
    if (!this.#unmasked && !isValueLine(tokens, this.#longestMs)) return tokens;
    return tokens.map((token) =>
      token.surely && !this.#unmasked ? token : { ...token, isLiteral: true as const },
    );
  }

  /**
   * Returns what two lines must have in common to be equal: the line with a mark in the place of what is masked. A mark holds a NUL,
   * which no line has. In a line with marks, blanks around them and the lengths of rules drawn across the screen mean nothing: they
   * make room for it.
   */
  keyOf(line: string): string {
    if (this.#unmasked || !mayHaveNoise(line)) return line;
    const known = this.#keys.get(line);
    if (known !== undefined) return known;
    const tokens = this.tokensOf(line);
    const key = tokens.some(isMasked)
      ? tokens
          .map(tokenKey)
          .join('')
          .replace(/ {1,400}(?=\0)|(?<=\0) {1,400}/g, ' ')
      : line;
    this.#keys.set(line, key);
    return key;
  }

  /** Returns what is masked of a line, in its order. */
  maskedIn(line: string): readonly Token[] {
    return mayHaveNoise(line) ? this.tokensOf(line).filter(isMasked) : [];
  }
}

/** What is masked on each side of a comparison. */
export type BothMasks = { readonly before: Masks; readonly after: Masks };

/** Whether a line can have noise: all of it has a digit, or is a name in a temporary folder. One that begins with a NUL stands for others. */
function mayHaveNoise(line: string): boolean {
  return !line.startsWith('\0') && /\d|\/tmp\/|\/T\//.test(line);
}

function isMasked({ kind, isLiteral }: MaskedToken): boolean {
  return kind !== undefined && isLiteral !== true;
}

/** Returns what a token has in common with an equal one. */
export function tokenKey(token: MaskedToken): string {
  return token.isLiteral ? token.text : likenessOf(token);
}

/** Returns what a token has in common with one of the same meaning, masked or not. A rule may be of any length. */
export function likenessOf({ text, kind }: Token): string {
  if (kind !== undefined) return `\0${kind}\0`;
  const isRule = text.length > 3 && /^([=_*#.─━-])\1/.test(text);
  return isRule ? text.slice(0, 3) : text;
}

/** Whether a token may be the value for which a line is printed. */
function isDoubtful({ kind, surely }: Token): boolean {
  return kind !== undefined && surely !== true;
}

/** Tokens beside each other: a field of a line, or a word of it. */
type Part = readonly Token[];
/** A name and its value, which has no words beside noise, or no noise. */
type Pair = { readonly name: string; readonly noise: Part };

function isValueLine(line: Part, longestMs: number): boolean {
  if (!line.some(isDoubtful)) return false;
  const fields = fieldsOf(line);
  const [first = [], second = []] = fields;
  if (fields.length === 1) {
    const pair = pairOf(first) ?? spacedPair(first) ?? hashedPair(first);
    if (pair !== undefined) return !isMeasured(pair, longestMs);
  }
  // A row of comma-separated values.
  if (fields.length === 2 && wordsOf(first).length === 1 && isBare(second)) return true;
  const pairs = fields.map(
    (field) => pairOf(field) ?? (isBare(field) ? { name: '', noise: field.filter(isDoubtful) } : undefined),
  );
  return pairs.every((pair) => pair !== undefined && !isMeasured(pair, longestMs) && !isTimeStamp(pair));
}

/** Splits a line at commas, semicolons and braces that are not within quotes, or into words that are all pairs: `a=1 b=2`. */
function fieldsOf(line: Part): readonly Part[] {
  const words = wordsOf(line);
  if (words.length > 1 && words.every((word) => word.some(({ text }) => text === '='))) return words;
  let isQuoted = false;
  return split(line, ({ text }) => {
    if (text === '"') isQuoted = !isQuoted;
    return !isQuoted && /^[,;{}]$/.test(text);
  }).filter((field) => field.some(isWordy));
}

/** Returns the words between blanks; what has neither letters nor digits is none. */
function wordsOf(part: Part): readonly Part[] {
  return split(part, ({ text, kind }) => kind === undefined && text.trim() === '').filter((word) =>
    word.some(isWordy),
  );
}

function split(part: Part, isBetween: (token: Token) => boolean): readonly Part[] {
  const parts: Token[][] = [[]];
  for (const token of part) {
    if (isBetween(token)) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

function isWordy({ text }: Token): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** Whether each word has noise in it. */
function isBare(part: Part): boolean {
  return wordsOf(part).every((word) => word.some(isDoubtful));
}

/** `name = value`, `A name: value`, `"name": "value"`. */
function pairOf(field: Part): Pair | undefined {
  const first = field.findIndex(isDoubtful);
  const isSign = ({ text }: Token) => text === '=' || text === ':';
  const sign = first === -1 ? field.findIndex(isSign) : field.slice(0, first).findLastIndex(isSign);
  return sign === -1 || (first !== -1 && !isBare(field.slice(sign)))
    ? undefined
    : namedPair(wordsOf(field.slice(0, sign)), field);
}

/** What may stand before a name: lines of a table, signs of a list, quotes. */
const LEAD = /^[\s|│*•#'"`-]+$/u;

/** `name value`, `| name | value |`. Behind a sign (`✓`) comes what was done, and a time in brackets is a remark. */
function spacedPair(field: Part): Pair | undefined {
  const [name = [], ...values] = wordsOf(field);
  const lead = field.slice(0, field.findIndex(isWordy));
  const isPlain = lead.every(({ text }) => LEAD.test(text)) && field.every(({ text }) => text !== '(');
  const isPair = values.length > 0 && !name.some(isDoubtful) && values.every((word) => word.some(isDoubtful));
  return isPlain && isPair ? namedPair([name], field) : undefined;
}

/** A hash, and what it is of: `21c5aaa1f00d  keys.txt`. */
function hashedPair(field: Part): Pair | undefined {
  const [hash = [], name, ...more] = wordsOf(field);
  const isHash = hash.every((token) => !isWordy(token) || token.kind === 'hash' || token.kind === 'uuid');
  return isHash && more.length === 0 && name !== undefined && !name.some(isDoubtful)
    ? namedPair([name], field)
    : undefined;
}

/** Most words of a name. */
const MOST_WORDS = 4;

function namedPair(words: readonly Part[], field: Part): Pair | undefined {
  const text = words
    .map((word) => word.flatMap((token) => (isWordy(token) ? token.text : [])).join(' '))
    .join(' ');
  const isName = words.length <= MOST_WORDS && /\p{L}/u.test(text);
  return isName ? { name: text.toLowerCase(), noise: field.filter(isDoubtful) } : undefined;
}

const MEASURED = /(?:^| )(?:time|duration|elapsed|took|taken|total|done|finished)$/;
const MOMENT = /(?:^| )(?:start|started|began|finish|finished|completed|ended) at$/;

/** Whether the value was measured in the run that has printed it: how long something took in it, when it has begun or ended. */
function isMeasured({ name, noise }: Pair, longestMs: number): boolean {
  if (noise.length === 0) return false;
  if (MOMENT.test(name)) return noise.every(isMoment);
  return (
    MEASURED.test(name) &&
    noise.every(({ kind, text }) => kind === 'duration' && millisecondsOf(text) <= longestMs)
  );
}

/** Whether the pair is the time stamp of a line of a log. */
function isTimeStamp({ name, noise }: Pair): boolean {
  return /^(?:time|timestamp|ts|t|date|datetime)$/.test(name) && noise.some(isMoment);
}

function isMoment({ kind }: Token): boolean {
  return kind === 'time' || kind === 'date';
}

/** Reads noise that is a duration: `1h 2m`, `0.4 s`, `3 minutes`, `1:02.5`. */
function millisecondsOf(text: string): number {
  const [, minutes, seconds] = /^(\d+):(\d+(?:\.\d+)?)/.exec(text) ?? [];
  if (minutes !== undefined) return (Number(minutes) * 60 + Number(seconds)) * 1000;
  let sum = 0;
  for (const [, count = '', unit = ''] of text.matchAll(/(\d{1,20}(?:[.,]\d{1,20})?) ?([a-zµμ]{1,20})/g))
    sum += Number(count.replace(',', '.')) * (UNITS_MS.find(([begin]) => unit.startsWith(begin))?.[1] ?? 0);
  return sum;
}

const UNITS_MS = [
  ['ms', 1],
  ['milli', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
] as const;
