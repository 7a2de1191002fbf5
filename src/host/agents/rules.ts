/**
 * The rules of one agent: by which process it is known, and what its title, its notices and the bottom of its screen mean. They are a
 * TOML file, `NAME.toml`. The first rule that matches decides, whatever it looks at.
 */

import { createRequire } from 'node:module';
import { parse, TomlError } from 'smol-toml';
import {
  BLOCKED_KINDS,
  type BlockedKind,
  PROGRAM_STATES,
  type ProgramState,
} from '../../protocol/terminal/program-status.ts';
import type { ProgramNotice } from '../../screen/report/program-notice.ts';

/** Limits of a file: characters, rules, patterns of one list, rows that a rule looks at. */
export const MAX_FILE = 64 * 1024;
const MOST_RULES = 64;
const MOST_PATTERNS = 32;
export const MOST_ROWS = 24;

export type Rule = {
  readonly on: 'title' | 'notice' | 'screen';
  /** The line of the file in which it begins. */
  readonly line: number;
  /** Each of them must match: the text, or one of the rows. */
  readonly all: readonly Pattern[];
  /** One of them must match, if there are any. */
  readonly any: readonly Pattern[];
  /** None of them may match. */
  readonly none: readonly Pattern[];
  /** Only for the screen: what the last row that has text looks like. */
  readonly last: Pattern | undefined;
  /** Only for the screen: so many rows from the bottom that have text. */
  readonly rows: number;
  readonly state: ProgramState;
  readonly kind: BlockedKind | undefined;
  /** Only for the screen: the rows of the question, in this order. */
  readonly question: readonly Pattern[];
};

export type AgentRules = {
  readonly name: string;
  readonly path: string;
  /** Names of its process. */
  readonly programs: readonly string[];
  /** What the path of the script looks like that an interpreter runs. */
  readonly scripts: readonly Pattern[];
  readonly rules: readonly Rule[];
};

/** A file cannot be used. The message names the line and the key. */
export class BadRules extends Error {}

type Table = Readonly<Record<string, unknown>>;

/** Parses a file. Throws `BadRules`. */
export function parseRules(text: string, name: string, path: string): AgentRules {
  if (text.length > MAX_FILE)
    throw new BadRules(`it has more than ${MAX_FILE} characters (it has ${text.length})`);
  const lines = text.split('\n');
  const file = tableOf(text);
  const at = (key: string) => lineOf(lines, key, 0, lines.length);
  onlyKeys(file, ['programs', 'scripts', 'rule'], at);
  const rules = file['rule'] ?? [];
  if (!Array.isArray(rules) || rules.length > MOST_RULES)
    throw new BadRules(`line ${at('rule')}: rule: at most ${MOST_RULES} tables [[rule]]`);
  return {
    name,
    path,
    programs: read(at, 'programs', () => textsOf(file['programs'])),
    scripts: read(at, 'scripts', () => patternsOf(file['scripts'])),
    rules: rules.map((rule: Table, index) => {
      const [from, to] = placeOf(lines, index);
      return ruleOf(rule, from + 1, (key) => lineOf(lines, key, from, to));
    }),
  };
}

function tableOf(text: string): Table {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // The message goes on with a drawing of the place.
    throw new BadRules(`line ${error.line}: ${error.message.split('\n', 1)[0]}`);
  }
}

const KEYS = ['on', 'all', 'any', 'none', 'last', 'rows', 'state', 'kind', 'question'] as const;
const FOR_SCREENS = ['last', 'rows', 'question'] as const;

type At = (key: string) => number;

function ruleOf(rule: Table, line: number, at: At): Rule {
  onlyKeys(rule, KEYS, at);
  const on = read(at, 'on', () => oneOf(rule['on'], ['title', 'notice', 'screen'] as const));
  const misplaced = FOR_SCREENS.find((key) => on !== 'screen' && Object.hasOwn(rule, key));
  if (misplaced !== undefined)
    throw new BadRules(`line ${at(misplaced)}: ${misplaced}: works only with on = "screen"`);
  const all = read(at, 'all', () => patternsOf(rule['all']));
  const any = read(at, 'any', () => patternsOf(rule['any']));
  const last = read(at, 'last', () => (rule['last'] === undefined ? undefined : patternOf(rule['last'])));
  const state = read(at, 'state', () => oneOf(rule['state'], PROGRAM_STATES));
  const kind = read(at, 'kind', () =>
    rule['kind'] === undefined ? undefined : oneOf(rule['kind'], BLOCKED_KINDS),
  );
  if (kind !== undefined && state !== 'blocked')
    throw new BadRules(`line ${at('kind')}: kind: works only with state = "blocked"`);
  // Only an idle program may be known by what it does not show.
  if (all.length === 0 && any.length === 0 && last === undefined && state !== 'idle')
    throw new BadRules(`line ${line}: all: a rule for "${state}" needs all, any or last`);
  return {
    on,
    line,
    all,
    any,
    none: read(at, 'none', () => patternsOf(rule['none'])),
    last,
    rows: read(at, 'rows', () => rowsOf(rule['rows'])),
    state,
    kind,
    question: read(at, 'question', () => patternsOf(rule['question'])),
  };
}

/** Adds line and key to what is wrong with a value. */
function read<T>(at: At, key: string, value: () => T): T {
  try {
    return value();
  } catch (error) {
    if (error instanceof BadPattern) throw new BadRules(`line ${at(key)}: ${key}: ${error.message}`);
    throw error;
  }
}

function onlyKeys(table: Table, known: readonly string[], at: At): void {
  const unknown = Object.keys(table).find((key) => !known.includes(key));
  if (unknown !== undefined)
    throw new BadRules(`line ${at(unknown)}: ${unknown}: unknown key; there are ${known.join(', ')}`);
}

function oneOf<T extends string>(value: unknown, words: readonly T[]): T {
  const found = words.find((word) => word === value);
  if (found === undefined)
    throw new BadPattern(`one of ${words.join(', ')} (it is ${JSON.stringify(value) ?? 'missing'})`);
  return found;
}

function listOf(value: unknown): readonly unknown[] {
  const list = value === undefined ? [] : Array.isArray(value) ? value : [value];
  if (list.length > MOST_PATTERNS)
    throw new BadPattern(`at most ${MOST_PATTERNS} of them (there are ${list.length})`);
  return list;
}

function patternsOf(value: unknown): readonly Pattern[] {
  return listOf(value).map(patternOf);
}

function textsOf(value: unknown): readonly string[] {
  return listOf(value).map((text) => {
    if (typeof text !== 'string' || text === '') throw new BadPattern('a name of a program is a text');
    return text;
  });
}

function rowsOf(value: unknown): number {
  if (value === undefined) return MOST_ROWS;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > MOST_ROWS)
    throw new BadPattern(`a whole number from 1 to ${MOST_ROWS} (it is ${JSON.stringify(value)})`);
  return value;
}

/** The first line and the line behind the last of the rule with that index, counted from 0. */
function placeOf(lines: readonly string[], index: number): readonly [number, number] {
  const heads = lines.flatMap((line, number) => (/^\s*\[\[\s*rule\s*\]\]/.test(line) ? [number] : []));
  return [heads[index] ?? 0, heads[index + 1] ?? lines.length];
}

/** The line of a key, counted from 1; where the table begins if the key is not found. */
function lineOf(lines: readonly string[], key: string, from: number, to: number): number {
  const found = lines.findIndex(
    (line, number) => number >= from && number < to && line.trimStart().split(/[\s=]/, 1)[0] === key,
  );
  return (found === -1 ? from : found) + 1;
}

// Patterns: what a title, a notice or a row of the screen must look like.

/** Limit of a pattern in characters. */
const MAX_PATTERN = 512;

type Pattern = { readonly test: (text: string) => boolean };

/** The pattern cannot be used; the message says why. */
class BadPattern extends Error {}

const WAYS = ['is', 'has', 'starts', 'ends', 'matches'] as const;
type Way = (typeof WAYS)[number];

/** Reads a pattern as a rule has it: a text that must occur, or one of `{ is | has | starts | ends | matches = "…" }`. */
function patternOf(value: unknown): Pattern {
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

// Applying the rules to what a terminal shows.

/** What rules look at. What is undefined was not looked at, or is not there: rules on it do not match. */
export type Seen = {
  readonly title: string;
  readonly notice?: ProgramNotice | undefined;
  /** The last rows that have text in them, from top to bottom. */
  readonly rows?: readonly string[] | undefined;
};

/** Returns the first rule that matches. */
export function decidingRule(
  { rules }: AgentRules,
  seen: Seen,
  accepts: (rule: Rule) => boolean = () => true,
): Rule | undefined {
  return rules.find((rule) => accepts(rule) && matches(rule, seen));
}

function matches(rule: Rule, seen: Seen): boolean {
  const texts = textsFor(rule, seen);
  if (texts === undefined) return false;
  const isThere = ({ test }: { readonly test: (text: string) => boolean }) => texts.some(test);
  return (
    (rule.last === undefined || rule.last.test(texts.at(-1) ?? '')) &&
    rule.all.every(isThere) &&
    (rule.any.length === 0 || rule.any.some(isThere)) &&
    !rule.none.some(isThere)
  );
}

function textsFor({ on, rows: count }: Rule, { title, notice, rows }: Seen): readonly string[] | undefined {
  switch (on) {
    case 'title':
      return title === '' ? undefined : [title];
    case 'notice':
      return notice && [[notice.title, notice.body].filter((part) => part !== '').join(': ')];
    case 'screen':
      return rows?.slice(-count);
  }
}

/** What stands around texts in boxes and lists. */
const AROUND = /^[\s\u2500-\u257f▌●•◆△⚠⎿?]+|[\s\u2500-\u257f]+$/gu;
/** Limit of a question in characters. */
const MAX_QUESTION = 500;

/** Returns the text of the question, from the rows that the rule names; undefined if they are not there. */
export function questionOf(rule: Rule, { rows = [], notice }: Seen): string | undefined {
  if (rule.on === 'notice') return notice?.body || undefined;
  const shown = rows.slice(-rule.rows);
  const parts = rule.question.flatMap(({ test }) => shown.findLast(test) ?? []);
  const text = parts.map((part) => part.replace(AROUND, '')).join(' ');
  return text === '' ? undefined : Array.from(text).slice(0, MAX_QUESTION).join('');
}
