/**
 * A notebook is a Markdown file whose shell blocks can be run: one that was exported (`export/markdown.ts`), or any other. A
 * step is a block of `sh`, `bash`, `shell` or `zsh`, or a command behind `$ ` in a block of `console`. What it printed when it
 * was recorded is known for exported blocks, from the block of text behind it, and in a console block, from the lines below.
 */

import { lexer, type Token } from 'marked';
import { newlinesIn } from '../../protocol/terminal/newlines.ts';

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

/** A block of code that is not run. */
export type LeftOut = {
  readonly line: number;
  /** Its language, or what it is, in a word or a few. */
  readonly what: string;
};

export type Notebook = { readonly steps: readonly Step[]; readonly leftOut: readonly LeftOut[] };

export function parseNotebook(text: string): Notebook {
  const reading = new Reading();
  // A byte order mark is no part of the first line.
  reading.blocks(lexer(text.replace(/^\ufeff/, ''), { gfm: true }), 1);
  const steps = reading.steps.slice(0, MOST_STEPS);
  const beyond = reading.steps
    .slice(MOST_STEPS)
    .map(({ line }) => ({ line, what: `beyond ${MOST_STEPS} steps` }));
  return { steps, leftOut: [...reading.leftOut, ...beyond] };
}

type Code = {
  readonly text: string;
  readonly language: string;
  readonly info: string;
  readonly isIndented: boolean;
};

class Reading {
  readonly steps: Step[] = [];
  readonly leftOut: LeftOut[] = [];
  #heading: string | undefined;

  /** Blocks may stand in lists and quotes. `begins` is the number of the line of the first; their raw texts have all lines between. */
  blocks(tokens: readonly Token[], begins: number): void {
    let line = begins;
    let skips = false;
    let recorded: Token | undefined;
    for (const [index, token] of tokens.entries()) {
      if (token.type === 'heading') this.#heading = String(token['text']);
      const code = codeOf(token);
      if (code !== undefined && token !== recorded) {
        const next = following(tokens, index);
        if (this.#code(code, { line, skips, next: codeOf(next) })) recorded = next;
      }
      this.#inner(token, line);
      if (token.type !== 'space') skips = token.type === 'html' && SKIP.test(token.raw);
      line += newlinesIn(token.raw);
    }
  }

  #inner(token: Token, begins: number): void {
    if (token.type === 'blockquote') this.blocks(token['tokens'] ?? [], begins);
    if (token.type !== 'list') return;
    let line = begins;
    const items: readonly Token[] = token['items'];
    for (const item of items) {
      this.blocks(('tokens' in item && item.tokens) || [], line);
      line += newlinesIn(item.raw);
    }
  }

  /** Returns whether the next block is what this one has printed. */
  #code(
    code: Code,
    {
      line,
      skips,
      next,
    }: { readonly line: number; readonly skips: boolean; readonly next: Code | undefined },
  ): boolean {
    const around = {
      line,
      ...(this.#heading === undefined ? {} : { heading: this.#heading }),
      ...(skips ? { skip: true as const } : {}),
    };
    const leave = (what: string): boolean => {
      this.leftOut.push({ line, what });
      return false;
    };
    if (code.isIndented) return leave('indented');
    if (CONSOLES.has(code.language)) {
      const steps = consoleSteps(code.text);
      if (steps.length === 0) return leave(`${code.language} without "$ "`);
      for (const { at, ...step } of steps) this.steps.push({ ...step, ...around, line: line + 1 + at });
      return false;
    }
    if (!SHELLS.has(code.language)) return leave(code.language || 'no language');
    if (code.text.trim() === '') return leave('empty');
    const printed = printedBy(code, next);
    const recorded = recordedOf(code, printed);
    this.steps.push({ commandLine: code.text, ...around, ...(recorded && { recorded }) });
    return printed !== undefined;
  }
}

function codeOf(token: Token | undefined): Code | undefined {
  if (token?.type !== 'code') return undefined;
  const words = String(token['lang'] ?? '').trim();
  const [language = ''] = words.split(/\s/, 1);
  return {
    text: String(token['text']),
    language: language.toLowerCase(),
    info: words.slice(language.length),
    isIndented: token['codeBlockStyle'] === 'indented',
  };
}

function following(tokens: readonly Token[], index: number): Token | undefined {
  return tokens.slice(index + 1).find(({ type }) => type !== 'space');
}

/** Returns the block that has what another one has printed: `output`, or behind an exported one `text`. */
function printedBy(code: Code, next: Code | undefined): Code | undefined {
  if (next === undefined || next.isIndented) return undefined;
  const isPrinted = next.language === 'output' || (next.language === 'text' && isExported(valuesOf(code)));
  return isPrinted ? next : undefined;
}

function valuesOf({ info }: Code): ReadonlyMap<string, string> {
  return new Map(
    info.split(' ').flatMap((pair) => {
      const sign = pair.indexOf('=');
      return sign <= 0 ? [] : [[pair.slice(0, sign), decoded(pair.slice(sign + 1))] as const];
    }),
  );
}

function isExported(values: ReadonlyMap<string, string>): boolean {
  return ['exit', 'end', 'ms', 'seq'].some((name) => values.has(name));
}

/** What the info string of an exported block and the text behind it say; undefined for any other block. */
function recordedOf(code: Code, printed: Code | undefined): Recorded | undefined {
  const values = valuesOf(code);
  if (!isExported(values) && printed === undefined) return undefined;
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
