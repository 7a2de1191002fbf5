/** Splits a command line into the parts that a shell would run: a rough parse, enough to judge the effect. */

export type SimpleCommand = {
  /** Words without quotes; their expansions are not known. */
  readonly words: readonly string[];
  /** Files that receive its output. */
  readonly writes: readonly string[];
  /** Text of its here-documents. */
  readonly input: string;
};

/** Commands in order, each reading the output of the one before. */
export type Pipeline = readonly SimpleCommand[];

export type Parsed = {
  readonly pipelines: readonly Pipeline[];
  /** Command lines inside `$(…)`, `<(…)` and backquotes. */
  readonly inner: readonly string[];
};

type Draft = { words: string[]; writes: string[]; input: string };

type HereDocument = { readonly delimiter: string; readonly tabs: boolean; readonly command: Draft };

const draft = (): Draft => ({ words: [], writes: [], input: '' });

export function parseShell(text: string): Parsed {
  return new ShellReader(text).read();
}

class ShellReader {
  readonly #text: string;
  readonly #pipelines: Draft[][] = [];
  readonly #inner: string[] = [];
  /** Here-documents announced on this line; their text begins on the next. */
  #hereDocuments: HereDocument[] = [];
  #pipeline: Draft[] = [];
  #command: Draft = draft();
  #word: string | undefined;
  #expects: 'word' | 'file' | 'delimiter' | 'tabbedDelimiter' = 'word';
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Parsed {
    while (this.#at < this.#text.length) this.#step();
    this.#endPipeline();
    return { pipelines: this.#pipelines, inner: this.#inner };
  }

  #step(): void {
    const char = this.#text[this.#at] ?? '';
    const rest = this.#text.slice(this.#at, this.#at + 3);
    if (this.#readQuoted(char, rest) || this.#readSeparator(char, rest)) return;
    this.#take(char, 1);
  }

  /** Reads quotes, backslashes, substitutions and comments; returns false at anything else. */
  #readQuoted(char: string, rest: string): boolean {
    if (char === '\\') this.#take(rest[1] === '\n' ? '' : rest.charAt(1), 2);
    else if (char === "'") this.#single();
    else if (char === '"') this.#double();
    else if (char === '`') this.#nested('`', 1);
    else if (/^[$<>]\(/.test(rest)) this.#nested(')', 2);
    else if (char === '#' && this.#word === undefined) this.#skipTo('\n');
    else return false;
    return true;
  }

  /** Reads what ends a word, a command or a pipeline; returns false at anything else. */
  #readSeparator(char: string, rest: string): boolean {
    if (char === '\n') this.#newLine();
    else if (/^[<>]|^&>/.test(rest)) this.#redirect(rest);
    else if (/^\s/.test(char)) this.#skip(1, () => this.#endWord());
    else if (/^\|[^|]/.test(rest)) this.#skip(rest[1] === '&' ? 2 : 1, () => this.#endCommand());
    else if (';&|()'.includes(char)) this.#skip(1, () => this.#endPipeline());
    else return false;
    return true;
  }

  #take(text: string, length: number): void {
    this.#word = (this.#word ?? '') + text;
    this.#at += length;
  }

  #skip(length: number, act: () => void): void {
    act();
    this.#at += length;
  }

  #skipTo(char: string): void {
    const end = this.#text.indexOf(char, this.#at);
    this.#at = end < 0 ? this.#text.length : end;
  }

  #single(): void {
    const end = this.#text.indexOf("'", this.#at + 1);
    const to = end < 0 ? this.#text.length : end;
    this.#take(this.#text.slice(this.#at + 1, to), to + 1 - this.#at);
  }

  #double(): void {
    this.#take('', 1);
    while (this.#at < this.#text.length && this.#text[this.#at] !== '"') {
      const char = this.#text[this.#at] ?? '';
      if (char === '\\') this.#take(this.#text[this.#at + 1] ?? '', 2);
      else if (char === '`') this.#nested('`', 1);
      else if (char === '$' && this.#text[this.#at + 1] === '(') this.#nested(')', 2);
      else this.#take(char, 1);
    }
    this.#at += 1;
  }

  /** Records a substitution, which also stays part of the word as written. */
  #nested(close: ')' | '`', opening: number): void {
    const from = this.#at + opening;
    let depth = 1;
    let to = from;
    for (; to < this.#text.length; to += 1) {
      const char = this.#text[to];
      if (char === '(' && close === ')') depth += 1;
      else if (char === close) depth -= 1;
      if (depth === 0) break;
    }
    this.#inner.push(this.#text.slice(from, to));
    this.#take(this.#text.slice(this.#at, to + 1), to + 1 - this.#at);
  }

  #redirect(rest: string): void {
    // The digit of `2>` is not a word.
    if (this.#word !== undefined && /^\d$/.test(this.#word)) this.#word = undefined;
    this.#endWord();
    const operator = /^(?:<<<|<<-|<<|&>>|&>|>>|>\||[<>]&?)/.exec(rest)?.[0] ?? '<';
    if (operator === '<<') this.#expects = 'delimiter';
    else if (operator === '<<-') this.#expects = 'tabbedDelimiter';
    else if (operator.includes('>')) this.#expects = 'file';
    this.#at += operator.length;
  }

  #newLine(): void {
    this.#endPipeline();
    this.#at += 1;
    for (const { delimiter, tabs, command } of this.#hereDocuments) {
      while (this.#at < this.#text.length) {
        const from = this.#at;
        this.#skipTo('\n');
        const line = this.#text.slice(from, this.#at);
        this.#at += 1;
        if ((tabs ? line.replace(/^\t+/, '') : line) === delimiter) break;
        command.input += `${line}\n`;
      }
    }
    this.#hereDocuments = [];
  }

  #endWord(): void {
    const word = this.#word;
    if (word === undefined) return;
    this.#word = undefined;
    const expected = this.#expects;
    this.#expects = 'word';
    if (expected === 'word') this.#command.words.push(word);
    else if (expected === 'file') this.#command.writes.push(word);
    else {
      const tabs = expected === 'tabbedDelimiter';
      this.#hereDocuments.push({ delimiter: word, tabs, command: this.#command });
    }
  }

  #endCommand(): void {
    this.#endWord();
    const { words, writes } = this.#command;
    if (words.length + writes.length > 0) this.#pipeline.push(this.#command);
    this.#command = draft();
  }

  #endPipeline(): void {
    this.#endCommand();
    if (this.#pipeline.length > 0) this.#pipelines.push(this.#pipeline);
    this.#pipeline = [];
  }
}
