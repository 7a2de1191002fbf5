/** Patterns of rules: what a title, a notice or a row of the screen must look like. */

import { createRequire } from 'node:module';

/** Limit of a pattern in characters. */
const MAX_PATTERN = 512;

export type Pattern = { readonly test: (text: string) => boolean };

/** The pattern cannot be used; the message says why. */
export class BadPattern extends Error {}

const WAYS = ['is', 'has', 'starts', 'ends', 'matches'] as const;
type Way = (typeof WAYS)[number];

/** Reads a pattern as a rule has it: a text that must occur, or one of `{ is | has | starts | ends | matches = "…" }`. */
export function patternOf(value: unknown): Pattern {
  if (typeof value === 'string') return patternOf({ has: value });
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const [way, wanted] = entries[0] ?? [];
  if (entries.length !== 1 || typeof wanted !== 'string' || !WAYS.some((each) => each === way))
    throw new BadPattern(`a pattern is a text, or { ${WAYS.join(' | ')} = "…" }`);
  if (wanted === '') throw new BadPattern('a pattern may not be empty: it would match everything');
  if (wanted.length > MAX_PATTERN)
    throw new BadPattern(`a pattern has at most ${MAX_PATTERN} characters (it has ${wanted.length})`);
  return { test: testOf(way as Way, wanted) };
}

function testOf(way: Way, wanted: string): Pattern['test'] {
  switch (way) {
    case 'is':
      return (text) => text.trim() === wanted;
    case 'has':
      return (text) => text.includes(wanted);
    case 'starts':
      return (text) => text.trimStart().startsWith(wanted);
    case 'ends':
      return (text) => text.trimEnd().endsWith(wanted);
    case 'matches': {
      const program = compiled(wanted);
      return (text) => program.test(text);
    }
  }
}

/** Compiles for RE2, whose time grows only with the text. It is loaded with the first expression. */
function compiled(expression: string) {
  const { RE2JS } = createRequire(import.meta.url)('re2js') as typeof import('re2js');
  try {
    return RE2JS.compile(expression);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new BadPattern(`${JSON.stringify(expression)} is no regular expression for RE2: ${why}`);
  }
}
