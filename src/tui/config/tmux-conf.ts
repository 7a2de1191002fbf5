/** Takes a configuration of tmux apart: commands as words, with the lines where they begin. It knows no command. */

export type TmuxCommand = {
  /** Line number from 1. */
  readonly line: number;
  readonly words: readonly string[];
  /** The text of its first line, for a report. */
  readonly text: string;
};

/** Longest file in characters, and most commands; what is beyond is not read, and that is told. */
export const MOST_CHARS = 1024 * 1024;
const MOST_COMMANDS = 5_000;

export type TmuxConf = { readonly commands: readonly TmuxCommand[]; readonly problem: string | undefined };

/** A `;` by itself as a word: it separates commands inside a key binding. */
export const SEPARATOR = ';';

/** Reads the whole file; a quote or a brace that is not closed ends with the file. */
export function readTmuxConf(file: string): TmuxConf {
  const reader = new Reader(file.slice(0, MOST_CHARS).replaceAll('\r\n', '\n'));
  const commands: TmuxCommand[] = [];
  while (commands.length < MOST_COMMANDS) {
    const command = reader.next();
    if (command === undefined) break;
    commands.push(command);
  }
  const isLong = file.length > MOST_CHARS || reader.next() !== undefined;
  return { commands, problem: isLong ? 'the file is too long; what follows was not read' : undefined };
}

class Reader {
  readonly #text: string;
  #at = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the next command that has words; undefined at the end of the file. */
  next(): TmuxCommand | undefined {
    while (this.#at < this.#text.length) {
      const from = this.#at;
      const line = this.#line;
      const words = this.#command();
      if (words.length > 0) return { line, words, text: firstLine(this.#text, from) };
    }
    return undefined;
  }

  /** Reads up to the end of the line, or to a `;`. */
  #command(): readonly string[] {
    const words: string[] = [];
    for (;;) {
      const character = this.#peek();
      if (character === undefined) return words;
      if (character === '\n' || character === ';') {
        this.#take();
        return words;
      }
      if (character === ' ' || character === '\t') this.#take();
      else if (this.#continues()) this.#skip(2);
      else if (character === '#' && this.#text[this.#at + 1] !== '{') this.#toLineEnd();
      else if (character === '{') words.push(this.#block());
      else words.push(this.#word());
    }
  }

  #word(): string {
    let word = '';
    let quote = '';
    for (;;) {
      const character = this.#peek();
      if (character === undefined) return word;
      if (this.#continues()) this.#skip(2);
      else if (quote === "'") {
        this.#take();
        if (character === quote) quote = '';
        else word += character;
      } else if (character === '\\') {
        this.#take();
        word += this.#peek() === undefined ? '' : this.#take();
      } else if (quote === '"') {
        this.#take();
        if (character === quote) quote = '';
        else word += character;
      } else if (character === '"' || character === "'") quote = this.#take();
      else if (/[ \t\n;]/.test(character)) {
        // `;` at the end of a word separates commands, one inside is part of it.
        if (character !== ';' || /[ \t\n]/.test(this.#text[this.#at + 1] ?? ' ')) return word;
        word += this.#take();
      } else word += this.#take();
    }
  }

  /** Reads `{ … }` as one word, without the braces. */
  #block(): string {
    this.#take();
    const from = this.#at;
    let depth = 1;
    let quote = '';
    while (this.#at < this.#text.length) {
      const character = this.#take();
      if (quote !== '') {
        if (character === '\\' && quote === '"') this.#skip(1);
        if (character === quote) quote = '';
      } else if (character === '"' || character === "'") quote = character;
      else if (character === '\\') this.#skip(1);
      else if (character === '{') depth++;
      else if (character === '}' && --depth === 0) return this.#text.slice(from, this.#at - 1);
    }
    return this.#text.slice(from);
  }

  #continues(): boolean {
    return this.#text[this.#at] === '\\' && this.#text[this.#at + 1] === '\n';
  }

  #toLineEnd(): void {
    while (this.#at < this.#text.length && this.#peek() !== '\n') this.#take();
  }

  #peek(): string | undefined {
    return this.#text[this.#at];
  }

  #take(): string {
    const character = this.#text[this.#at++] ?? '';
    if (character === '\n') this.#line++;
    return character;
  }

  #skip(count: number): void {
    for (let n = 0; n < count && this.#at < this.#text.length; n++) this.#take();
  }
}

function firstLine(text: string, from: number): string {
  const end = text.indexOf('\n', from);
  return text.slice(from, end < 0 ? undefined : end).trim();
}

/** Reads the commands of a key binding: a block, one quoted word, or words with `;` between the commands. */
export function boundCommands(words: readonly string[]): readonly (readonly string[])[] {
  const [only, ...more] = words;
  if (only !== undefined && more.length === 0 && /\s/.test(only))
    return readTmuxConf(only).commands.flatMap((each) => split(each.words));
  return split(words);
}

function split(words: readonly string[]): readonly (readonly string[])[] {
  const commands: string[][] = [[]];
  for (const word of words) {
    if (word === SEPARATOR) commands.push([]);
    else commands.at(-1)?.push(word);
  }
  return commands.filter((command) => command.length > 0);
}
