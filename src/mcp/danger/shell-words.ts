/** A command line in the parts that a shell would run — roughly, for a look at what it would do. */

export type SimpleCommand = {
  /** Without quotes; what they expand to is not known. */
  readonly words: readonly string[];
  /** Files that its output goes to. */
  readonly writes: readonly string[];
  /** Text that it reads: its here-documents. */
  readonly input: string;
};

/** Commands whose output goes into the next one. */
export type Pipeline = readonly SimpleCommand[];

export type Parsed = {
  readonly pipelines: readonly Pipeline[];
  /** Command lines inside: of `$(…)`, `<(…)` and backquotes. */
  readonly inner: readonly string[];
};

type Draft = { words: string[]; writes: string[]; input: string };

type Mark = { readonly end: string; readonly tabs: boolean; readonly of: Draft };

const draft = (): Draft => ({ words: [], writes: [], input: '' });

export function parseShell(text: string): Parsed {
  return new ShellReader(text).read();
}

class ShellReader {
  readonly #text: string;
  readonly #pipelines: Draft[][] = [];
  readonly #inner: string[] = [];
  /** Here-documents begun in this line: their text begins in the next. */
  #marks: Mark[] = [];
  #pipeline: Draft[] = [];
  #command: Draft = draft();
  #word: string | undefined;
  #expects: 'word' | 'file' | 'mark' | 'tabbedMark' = 'word';
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
    if (this.#quotes(char, rest) || this.#ends(char, rest)) return;
    this.#take(char, 1);
  }

  /** What takes a sign its meaning, or gives it another one. */
  #quotes(char: string, rest: string): boolean {
    if (char === '\\') this.#take(rest[1] === '\n' ? '' : rest.charAt(1), 2);
    else if (char === "'") this.#single();
    else if (char === '"') this.#double();
    else if (char === '`') this.#nested('`', 1);
    else if (/^[$<>]\(/.test(rest)) this.#nested(')', 2);
    else if (char === '#' && this.#word === undefined) this.#skipTo('\n');
    else return false;
    return true;
  }

  /** What ends a word, a command or a pipeline. */
  #ends(char: string, rest: string): boolean {
    if (char === '\n') this.#newLine();
    else if (/^[<>]|^&>/.test(rest)) this.#redirect(rest);
    else if (/^\s/.test(char)) this.#over(1, () => this.#endWord());
    else if (/^\|[^|]/.test(rest)) this.#over(rest[1] === '&' ? 2 : 1, () => this.#endCommand());
    else if (';&|()'.includes(char)) this.#over(1, () => this.#endPipeline());
    else return false;
    return true;
  }

  #take(text: string, length: number): void {
    this.#word = (this.#word ?? '') + text;
    this.#at += length;
  }

  #over(length: number, act: () => void): void {
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

  /** It stays part of the word, as it was written. */
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
    // `2>` is no word.
    if (this.#word !== undefined && /^\d$/.test(this.#word)) this.#word = undefined;
    this.#endWord();
    const sign = /^(?:<<<|<<-|<<|&>>|&>|>>|>\||[<>]&?)/.exec(rest)?.[0] ?? '<';
    if (sign === '<<' || sign === '<<-') this.#expects = sign === '<<' ? 'mark' : 'tabbedMark';
    else if (sign.includes('>')) this.#expects = 'file';
    this.#at += sign.length;
  }

  #newLine(): void {
    this.#endPipeline();
    this.#at += 1;
    for (const { end, tabs, of } of this.#marks) {
      while (this.#at < this.#text.length) {
        const from = this.#at;
        this.#skipTo('\n');
        const line = this.#text.slice(from, this.#at);
        this.#at += 1;
        if ((tabs ? line.replace(/^\t+/, '') : line) === end) break;
        of.input += `${line}\n`;
      }
    }
    this.#marks = [];
  }

  #endWord(): void {
    const word = this.#word;
    if (word === undefined) return;
    this.#word = undefined;
    const expected = this.#expects;
    this.#expects = 'word';
    if (expected === 'word') this.#command.words.push(word);
    else if (expected === 'file') this.#command.writes.push(word);
    else this.#marks.push({ end: word, tabs: expected === 'tabbedMark', of: this.#command });
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
