/**
 * A notebook is a Markdown file whose shell blocks can be run: one that was exported (`export/markdown.ts`), or any other. A
 * step is a block of `sh`, `bash`, `shell` or `zsh`, or a command behind `$ ` in a block of `console`. What it printed when it
 * was recorded is known for exported blocks, from the block of text behind it, and in a console block, from the lines below.
 */

import { lexer, type Token } from 'marked';

export type Step = {
  readonly commandLine: string;
  /** Number of the line in the file where its block begins, from 1. */
  readonly line: number;
  /** The heading that it stands under. */
  readonly heading?: string;
  readonly recorded?: Recorded;
  /** The file says that it is not to be run. */
  readonly skip?: true;
};

/** What is known of an earlier run. */
export type Recorded = {
  /** What it printed, as lines that end in a line feed; undefined if the file does not tell. */
  readonly output?: string;
  readonly exitCode?: number;
  readonly durationMs?: number;
  /** A path. */
  readonly cwd?: string;
};

/** Limit of a file in UTF-16 units, and of its steps. */
export const MOST_NOTEBOOK = 8 * 1024 * 1024;
const MOST_STEPS = 10_000;

/** A comment with this before a block keeps it from being run. */
const SKIP = /^<!--\s*cotty play:\s*skip\s*-->/;

const SHELLS: ReadonlySet<string> = new Set(['sh', 'bash', 'shell', 'zsh']);
const CONSOLES: ReadonlySet<string> = new Set(['console', 'shell-session', 'shellsession', 'sh-session']);

export function parseNotebook(text: string): readonly Step[] {
  const reading = new Reading(text);
  reading.blocks(lexer(text, { gfm: true }));
  return reading.steps.slice(0, MOST_STEPS);
}

type Code = { readonly raw: string; readonly text: string; readonly language: string; readonly info: string };

class Reading {
  readonly steps: Step[] = [];
  readonly #text: string;
  /** Where the search for the next block begins, and the number of the line there. */
  #at = 0;
  #line = 1;
  #heading: string | undefined;

  constructor(text: string) {
    // Blocks are found again in the file by their text, in which marked has made all line ends the same.
    this.#text = text.replaceAll('\r\n', '\n');
  }

  /** Blocks may stand in lists and quotes. */
  blocks(tokens: readonly Token[]): void {
    let skips = false;
    for (const [index, token] of tokens.entries()) {
      if (token.type === 'space') continue;
      if (token.type === 'heading') this.#heading = String(token['text']);
      const code = codeOf(token);
      if (code !== undefined) this.#code(code, codeOf(following(tokens, index)), skips);
      else for (const inner of innerOf(token)) this.blocks(inner);
      skips = token.type === 'html' && SKIP.test(token.raw);
    }
  }

  #code(code: Code, next: Code | undefined, skips: boolean): void {
    const line = this.#find(code);
    const around = {
      line,
      ...(this.#heading === undefined ? {} : { heading: this.#heading }),
      ...(skips ? { skip: true as const } : {}),
    };
    if (CONSOLES.has(code.language)) {
      for (const { at, ...step } of consoleSteps(code.text))
        this.steps.push({ ...step, ...around, line: line + 1 + at });
    } else if (SHELLS.has(code.language) && code.text.trim() !== '') {
      const recorded = recordedOf(code, next);
      this.steps.push({ commandLine: code.text, ...around, ...(recorded && { recorded }) });
    }
  }

  /** Returns the number of the line where the block begins. */
  #find({ raw }: Code): number {
    const first = raw.split('\n', 1)[0] ?? '';
    const found = this.#text.indexOf(first, this.#at);
    if (found === -1) return this.#line;
    this.#line += newlines(this.#text, this.#at, found);
    const begins = this.#line;
    this.#at = found + first.length;
    return begins;
  }
}

function newlines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

function codeOf(token: Token | undefined): Code | undefined {
  if (token?.type !== 'code' || token['codeBlockStyle'] === 'indented') return undefined;
  const words = String(token['lang'] ?? '').trim();
  const [language = ''] = words.split(/\s/, 1);
  return {
    raw: token.raw,
    text: String(token['text']),
    language: language.toLowerCase(),
    info: words.slice(language.length),
  };
}

function following(tokens: readonly Token[], index: number): Token | undefined {
  return tokens.slice(index + 1).find(({ type }) => type !== 'space');
}

function innerOf(token: Token): readonly (readonly Token[])[] {
  if (token.type === 'list') {
    const items: readonly Token[] = token['items'];
    return items.map((item) => ('tokens' in item && item.tokens) || []);
  }
  return token.type === 'blockquote' ? [token['tokens'] ?? []] : [];
}

/** What the info string of an exported block and the text behind it tell; undefined for any other block. */
function recordedOf({ info }: Code, next: Code | undefined): Recorded | undefined {
  const values = new Map(
    info.split(' ').flatMap((pair) => {
      const sign = pair.indexOf('=');
      return sign <= 0 ? [] : [[pair.slice(0, sign), decoded(pair.slice(sign + 1))] as const];
    }),
  );
  const isExported = ['exit', 'end', 'ms', 'seq'].some((name) => values.has(name));
  const printed = next?.language === 'output' || (isExported && next?.language === 'text') ? next : undefined;
  if (!isExported && printed === undefined) return undefined;
  const isWhole = !values.has('missing');
  const exitCode = numberIn(values.get('exit'));
  const durationMs = numberIn(values.get('ms'));
  const cwd = values.get('cwd');
  return {
    ...(isWhole ? { output: printed === undefined ? '' : `${printed.text}\n` } : {}),
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(cwd?.startsWith('/') === true ? { cwd } : {}),
  };
}

function numberIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that encodes nothing: somebody has written it by hand.
    return text;
  }
}

type ConsoleStep = Pick<Step, 'commandLine' | 'recorded'> & { readonly at: number };

/** `$ command`, `> further line of it`, and below what it printed. Lines before the first command count for nothing. */
function consoleSteps(text: string): readonly ConsoleStep[] {
  const steps: { at: number; lines: string[]; printed: string[] }[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    const last = steps.at(-1);
    if (line.startsWith('$ ')) steps.push({ at, lines: [line.slice(2)], printed: [] });
    else if (last !== undefined && last.printed.length === 0 && line.startsWith('> '))
      last.lines.push(line.slice(2));
    else last?.printed.push(line);
  }
  return steps.map(({ at, lines, printed }) => ({
    at,
    commandLine: lines.join('\n'),
    recorded: { output: printed.length === 0 ? '' : `${printed.join('\n')}\n` },
  }));
}
