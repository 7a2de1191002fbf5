/**
 * Noise: parts of a line that differ from run to run without meaning anything, such as times and temporary names. A line is
 * split into tokens by expressions that are tried where a token can begin; each is bounded, so the time is linear. `masks.ts` has
 * where noise is masked.
 *
 * Only what surely is noise is masked: a difference too many is seen, one too few is not.
 */

import { temporaryParts } from './temporary-names.ts';

export const NOISE_KINDS = [
  'time',
  'date',
  'duration',
  'process id',
  'hash',
  'uuid',
  'temporary name',
  'address',
  'port',
  'progress',
  'rate',
] as const;
export type NoiseKind = (typeof NOISE_KINDS)[number];

/**
 * A part of a line: a word, a number, blanks, any other character, or with a `kind` noise; `surely`: in each line, as random names
 * in temporary folders are.
 */
export type Token = { readonly text: string; readonly kind?: NoiseKind; readonly surely?: true };

/** Limit: characters of a line in which noise is looked for. */
const MOST_CHARS = 1000;

type Rule = {
  readonly kind: NoiseKind;
  /** The first character; a digit if absent. */
  readonly begins?: RegExp;
  /** Sticky. */
  readonly pattern: RegExp;
  /** What else must hold. */
  readonly isNoise?: (text: string, line: string, at: number) => boolean;
  readonly surely?: true;
};

const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const DAY = '(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? )?';
const CLOCK = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?`;
const ZONE = String.raw`(?:Z|(?: (?:AM|PM))?(?: (?:UTC|GMT|CET|CEST|[EPCM][SD]T))?(?: ?[+-]\d{2}:?\d{2})?)`;
/** Behind digits that belong to something longer, nothing begins. */
const APART = String.raw`(?<![\w.:-])`;

const DIGIT = /\d/;
const HEX = /[\da-fA-F]/;

const RULES: readonly Rule[] = [
  { kind: 'uuid', begins: HEX, pattern: /[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}(?!\w)/y },
  {
    kind: 'date',
    pattern: new RegExp(String.raw`(?<!\d)\d{4}([-/])\d{2}\1\d{2}(?:[T ]${CLOCK}${ZONE})?(?!\w)`, 'y'),
  },
  { kind: 'date', pattern: /\d{8}T\d{6}Z?(?!\w)/y },
  {
    kind: 'date',
    pattern: new RegExp(String.raw`\d{1,2}/${MONTH}/\d{4}:\d{2}:\d{2}:\d{2}(?: [+-]\d{4})?`, 'y'),
  },
  // Without a year or a time, "May 3" may be anything.
  {
    kind: 'date',
    begins: /[\dA-Z]/,
    pattern: new RegExp(
      String.raw`${DAY}(?:${MONTH} {1,2}\d{1,2}|\d{1,2} ${MONTH})(?:,? \d{4}(?: {1,2}${CLOCK}${ZONE})?| {1,2}${CLOCK}${ZONE}(?: \d{4}${ZONE})?)(?!\w)`,
      'y',
    ),
  },
  {
    kind: 'time',
    pattern: new RegExp(String.raw`${APART}\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,9})?${ZONE}(?![\w:])`, 'y'),
  },
  { kind: 'time', pattern: /(?<![\w.:-])\d{1,2}:\d{2} ?[AaPp][Mm](?!\w)/y },
  // Seconds since boot, and since 1970.
  { kind: 'time', pattern: /(?<=^\[ {0,7})\d{1,8}\.\d{6}(?=\])/y },
  { kind: 'time', pattern: /(?<![\w.:-])1[5-9]\d{8}(?:\d{3}|\.\d{1,9})?(?![\w.-])/y },
  // The lines of the shell's `time`.
  { kind: 'duration', pattern: /(?<=^(?:real|user|sys)\t)\d{1,6}m\d{1,2}[.,]\d{3}s$/y, surely: true },
  {
    kind: 'duration',
    pattern:
      /(?<![\w.-])(?:\d{1,4}d ?)?(?:\d{1,4}h ?)?(?:\d{1,4}m ?)?\d{1,9}(?:[.,]\d{1,9})?(?: ?(?:[nuµμm]?s|secs?)| (?:milli)?seconds?| minutes?| hours?)(?![\w-])/y,
  },
  { kind: 'duration', pattern: /(?<![\w.-])\d{1,4}h ?\d{1,2}m(?![\w-])/y },
  { kind: 'duration', pattern: /(?<![\w.:-])\d{1,3}:\d{2}\.\d{1,3}(?![\w:.])/y },
  // The times of progress bars: done and remaining.
  { kind: 'duration', pattern: /(?<=\[)\d{1,3}:\d{2}<(?:\d{1,3}:\d{2}|\?)(?=[,\]])/y },
  { kind: 'duration', pattern: /(?<=\b(?:eta|ETA|elapsed|remaining|left)[ :=]{1,3})\d{1,3}:\d{2}(?![\w:])/y },
  { kind: 'address', pattern: /(?<!\w)0x[\da-fA-F]{6,16}(?!\w)/y },
  { kind: 'address', begins: HEX, pattern: /(?<=\w@)[\da-f]{6,16}(?!\w)/y, isNoise: isMixed },
  {
    kind: 'port',
    pattern: /(?<=(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\]):)\d{5}(?!\d)/y,
    isNoise: isEphemeral,
  },
  { kind: 'port', pattern: /(?<=\b(?:port|Port|PORT)[ :=]{1,2})\d{5}(?!\d)/y, isNoise: isEphemeral },
  { kind: 'process id', pattern: /(?<=\b(?:pid|Pid|PID)[ :=#]{1,2})\d{1,8}(?!\w)/y },
  { kind: 'process id', pattern: /(?<=^==)\d{1,8}(?===)/y },
  { kind: 'process id', pattern: /(?<=^\[\d{1,3}\][ +-]{1,3})\d{2,8}$/y },
  { kind: 'process id', pattern: /(?<=^thread '[^']{1,99}' \()\d{1,8}(?=\) panicked)/y },
  {
    kind: 'process id',
    pattern: /(?<=\w\[)\d{1,8}(?=\]:)/y,
    isNoise: (_text, line) => SYSTEM_LOG.test(line),
  },
  { kind: 'progress', begins: /\[/, pattern: /\[ {0,3}\d{1,3}%\]/y },
  {
    kind: 'progress',
    pattern: /(?<![\w.])\d{1,3}(?:\.\d{1,2})?%/y,
    isNoise: (_text, line) => BAR.test(line),
  },
  { kind: 'rate', pattern: /(?<![\w.])\d{1,9}(?:\.\d{1,9})? ?(?:[kKMGT]i?)?(?:B|b|bytes|bit|it)\/s(?!\w)/y },
  { kind: 'hash', begins: HEX, pattern: /(?<!\w)(?:[\da-f]{7,128}|[\dA-F]{7,128})(?!\w)/y, isNoise: isMixed },
  // Names of bundled files: index-DfK3x9a2.js
  {
    kind: 'hash',
    begins: /[\w-]/,
    pattern: /(?<=\w[-.])[\w-]{8}(?=\.(?:m?js|css|map|wasm|woff2?|png|jpg|svg)(?!\w))/y,
    isNoise: (text) => /\d/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text),
  },
];

const SYSTEM_LOG = /^(?:[A-Z][a-z]{2} {1,2}\d{1,2}|\d{4}-\d{2}-\d{2}T)/;
const BAR = /[=#━█▉─]{4}|\[[=#-]{1,9}>|\d ?[kKMG]?i?B\/s/;
/** One token: a word with its digits, blanks, a rule across the screen, or any other character. */
const PLAIN = /([=_*#.─━-])\1{3,}|[\p{L}\p{M}\p{N}_]+|\s+|./suy;

/** The rules that can match at a character, by its code. */
const RULES_BY_CHAR: readonly (readonly Rule[])[] = Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  return RULES.filter(({ begins = DIGIT }) => begins.test(char));
});

/** Letters and digits; no number with a letter behind it, and none with an exponent. */
function isMixed(text: string): boolean {
  return /\d/.test(text) && /[a-fA-F]/.test(text) && !/^\d+[a-fA-F]\d*$/.test(text);
}

/** Systems give such ports to those who ask for any. */
function isEphemeral(text: string): boolean {
  return Number(text) >= 32_768;
}

/** Splits a line into its tokens. What is beyond the limit is one token. */
export function tokensOf(line: string): readonly Token[] {
  const tokens: Token[] = [];
  const most = Math.min(line.length, MOST_CHARS);
  for (let at = 0; at < most; ) {
    const found = noiseAt(line, at) ?? temporaryAt(line, at) ?? [plainAt(line, at)];
    for (const token of found) {
      tokens.push(token);
      at += token.text.length;
    }
    if (found.length === 0) break;
  }
  const rest = line.slice(tokens.reduce((length, { text }) => length + text.length, 0));
  return rest === '' ? tokens : [...tokens, { text: rest }];
}

function noiseAt(line: string, at: number): readonly Token[] | undefined {
  for (const { kind, pattern, isNoise, surely } of RULES_BY_CHAR[line.charCodeAt(at)] ?? []) {
    pattern.lastIndex = at;
    const text = pattern.exec(line)?.[0];
    if (text !== undefined && text !== '' && isNoise?.(text, line, at) !== false)
      return [{ text, kind, ...(surely && { surely }) }];
  }
  return undefined;
}

function temporaryAt(line: string, at: number): readonly Token[] | undefined {
  return temporaryParts(line, at)?.map(({ text, isRandom }) =>
    isRandom ? { text, kind: 'temporary name', surely: true } : { text },
  );
}

function plainAt(line: string, at: number): Token {
  PLAIN.lastIndex = at;
  return { text: PLAIN.exec(line)?.[0] ?? line.charAt(at) };
}
