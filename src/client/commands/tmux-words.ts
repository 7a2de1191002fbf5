/** Takes configurations and command lines of tmux apart: commands as words, with the lines where they begin. It knows no command. */

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
const SEPARATOR = ';';

/** Reads the whole file; a quote or a brace that is not closed ends with the file. */
export function readTmuxConf(file: string): TmuxConf {
  const reader = new Reader(file.slice(0, MOST_CHARS).replaceAll('\r\n', '\n'), '#');
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
  /** What begins a comment. */
  readonly #comment: string;
  #at = 0;
  #line = 1;

  constructor(text: string, comment = '') {
    this.#text = text;
    this.#comment = comment;
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
      this.#skipBlanks();
      const character = this.#peek();
      if (character === undefined) return words;
      if (character === '\n' || character === ';') {
        this.#take();
        return words;
      }
      words.push(character === '{' ? this.#block() : this.#word());
    }
  }

  /** Skips blanks, ends of lines that go on, and a comment up to the end of its line. `#{` begins a word. */
  #skipBlanks(): void {
    for (;;) {
      const character = this.#peek();
      if (character === ' ' || character === '\t') this.#take();
      else if (this.#continues()) this.#skip(2);
      else if (character === this.#comment && this.#text[this.#at + 1] !== '{') this.#toLineEnd();
      else return;
    }
  }

  #word(): string {
    let word = '';
    while (!this.#isWordEnd()) {
      if (this.#continues()) this.#skip(2);
      else {
        const character = this.#take();
        if (character === "'" || character === '"') word += this.#quoted(character);
        else word += character === '\\' ? this.#take() : character;
      }
    }
    return word;
  }

  /** Reads what is in quotes, up to the closing one; in double quotes `\\` keeps the next character. */
  #quoted(quote: string): string {
    let text = '';
    while (this.#peek() !== undefined) {
      if (this.#continues()) this.#skip(2);
      else {
        const character = this.#take();
        if (character === quote) return text;
        text += character === '\\' && quote === '"' ? this.#take() : character;
      }
    }
    return text;
  }

  /** A `;` at the end of a word separates commands, one inside is part of it. */
  #isWordEnd(): boolean {
    const character = this.#peek();
    if (character === ';') return isBlank(this.#text[this.#at + 1]);
    return isBlank(character);
  }

  /** Reads `{ … }` as one word, without the braces. */
  #block(): string {
    this.#take();
    const from = this.#at;
    let depth = 1;
    while (this.#peek() !== undefined) {
      const character = this.#take();
      if (character === "'" || character === '"') this.#quoted(character);
      else if (character === '\\') this.#take();
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

/** Whether a word ends before this character, or the file does. */
function isBlank(character: string | undefined): boolean {
  return character === undefined || character === ' ' || character === '\t' || character === '\n';
}

function firstLine(text: string, from: number): string {
  const end = text.indexOf('\n', from);
  return text.slice(from, end < 0 ? undefined : end).trim();
}

/** Reads the commands of a line that somebody types, where `#` is a character as others are. */
export function typedCommands(line: string): readonly (readonly string[])[] {
  const reader = new Reader(line);
  const commands: (readonly string[])[] = [];
  for (let next = reader.next(); next !== undefined; next = reader.next())
    commands.push(...split(next.words));
  return commands;
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
