/**
 * Finds the words of a command line that name commands. The parser is rough and prefers to miss words: it skips words with
 * quotes or expansions, and stops at syntax that it does not know.
 */

import type { EditorState } from '../../screen/editor/editor-state.ts';
import type { LookedUp, TabView } from './model.ts';

type CommandWord = {
  /** Index of the first grapheme, and of the one after the last. */
  readonly start: number;
  readonly end: number;
  readonly word: string;
};

/** Longest word that is checked, in UTF-16 units. */
const LONGEST_WORD = 256;

/** Words that the shell takes literally; only these are checked. */
const PLAIN = /^(?:~?[/.]|[\p{L}\p{N}])[\p{L}\p{M}\p{N}_.+\-/]*$/u;

const ASSIGNMENT = /^\w+\+?=/;

/** Words that are followed by another command. */
const BEFORE_COMMAND = new Set(
  'if then else elif while until do ! { time and or not begin nocorrect noglob coproc'.split(' '),
);

/** Words that begin a construct with other parts than commands; the parser stops there. */
const DIFFICULT = new Set('for case select function repeat foreach switch [['.split(' '));

export function commandWords(graphemes: readonly string[]): readonly CommandWord[] {
  return new Reader(graphemes).read();
}

class Reader {
  readonly #graphemes: readonly string[];
  readonly #found: CommandWord[] = [];
  #at = 0;
  /** Start of the word that is being read. */
  #start: number | undefined;
  /** The role of the next word. */
  #expects: 'command' | 'argument' = 'command';
  /** Whether the next word is the file of a redirection. */
  #file = false;
  #stopped = false;

  constructor(graphemes: readonly string[]) {
    this.#graphemes = graphemes;
  }

  read(): readonly CommandWord[] {
    while (!this.#stopped && this.#at < this.#graphemes.length) this.#step(this.#graphemes[this.#at] ?? '');
    if (!this.#stopped) this.#endWord();
    return this.#found;
  }

  #step(here: string): void {
    if (here === '\\') this.#take(2);
    else if (here === "'" || here === '"') this.#quoted(here);
    else if (here === '(' || here === '`') this.#opened(here);
    else if (here === '<' || here === '>') this.#redirect();
    else if (here === '#' && this.#start === undefined) this.#comment();
    else if (here === '&' && this.#next === '>') this.#redirect();
    else if (isEnd(here)) this.#endCommand();
    else if (here.trim() === '') this.#skip(() => this.#endWord());
    else this.#take(1);
  }

  get #next(): string | undefined {
    return this.#graphemes[this.#at + 1];
  }

  #take(count: number): void {
    this.#start ??= this.#at;
    this.#at += count;
  }

  #skip(act: () => void): void {
    act();
    this.#at += 1;
  }

  #quoted(quote: string): void {
    const isDollar = this.#graphemes[this.#at - 1] === '$';
    this.#take(1);
    while (this.#at < this.#graphemes.length && this.#graphemes[this.#at] !== quote) {
      const escapes = this.#graphemes[this.#at] === '\\' && (quote === '"' || isDollar);
      this.#at += escapes ? 2 : 1;
    }
    this.#at += 1;
  }

  /** Continues inside a subshell; stops at substitutions, functions, lists and arithmetic. */
  #opened(here: string): void {
    const isSubshell =
      here === '(' && this.#start === undefined && this.#expects === 'command' && this.#next !== '(';
    if (isSubshell) this.#at += 1;
    else this.#stopped = true;
  }

  #redirect(): void {
    // The digit of `2>` is no word.
    if (this.#start !== undefined && this.#word.length === 1 && /^\d$/.test(this.#word))
      this.#start = undefined;
    this.#endWord();
    const isHereDocument = this.#graphemes[this.#at] === '<' && this.#next === '<';
    if (isHereDocument) {
      this.#stopped = true;
      return;
    }
    while ('<>&|'.includes(this.#graphemes[this.#at] ?? ' ')) this.#at += 1;
    this.#file = true;
  }

  #comment(): void {
    const end = this.#graphemes.findIndex((each, at) => at > this.#at && isLineEnd(each));
    this.#at = end < 0 ? this.#graphemes.length : end;
  }

  #endCommand(): void {
    this.#skip(() => this.#endWord());
    if (this.#stopped) return;
    this.#expects = 'command';
    this.#file = false;
  }

  get #word(): string {
    return this.#graphemes.slice(this.#start, this.#at).join('');
  }

  #endWord(): void {
    const { start, word, end } = { start: this.#start, word: this.#word, end: this.#at };
    this.#start = undefined;
    if (start === undefined) return;
    if (this.#file) {
      this.#file = false;
      return;
    }
    if (this.#expects === 'argument' || ASSIGNMENT.test(word) || BEFORE_COMMAND.has(word)) return;
    this.#expects = 'argument';
    this.#stopped = DIFFICULT.has(word);
    if (!this.#stopped && word.length <= LONGEST_WORD && PLAIN.test(word))
      this.#found.push({ start, end, word });
  }
}

/** Whether a command ends here; `)` ends that of a subshell. */
function isEnd(grapheme: string): boolean {
  return ';&|)'.includes(grapheme) || isLineEnd(grapheme);
}

function isLineEnd(grapheme: string): boolean {
  return grapheme === '\n' || grapheme === '\r\n' || grapheme === '\r';
}

// The commands in RUN's line that do not exist, as the host has answered.

/** Longest line that is parsed, in graphemes: it is parsed after each key. */
const LONGEST_LINE = 2000;

export const NO_WORDS: LookedUp = { asked: [], unknown: [] };

/** Returns the command names that are complete: the cursor is neither in them nor directly after them. */
export function typedWords({ graphemes, cursor }: EditorState): readonly CommandWord[] {
  if (graphemes.length > LONGEST_LINE) return [];
  return commandWords(graphemes).filter(({ start, end }) => cursor <= start || cursor > end);
}

/** Returns the complete command names that the host does not know. */
export function unknownWords({ editor, words }: Pick<TabView, 'editor' | 'words'>): readonly CommandWord[] {
  if (words.unknown.length === 0) return [];
  return typedWords(editor).filter(({ word }) => words.unknown.includes(word));
}
