/**
 * Finds the mark of a shell for a missing newline at the end of a text.
 *
 * zsh (PROMPT_SP) prints an inverse `%` or `#`, blanks to the end of the row and CR before it runs precmd, so the mark
 * counts as output: `ESC[1m ESC[7m % ESC[27m ESC[1m ESC[0m <blanks> CR blank CR`. fish does the same with a dim `⏎`, and
 * repeats it. Only sequences that show nothing may follow, such as titles set by the user's own hooks.
 */

import { sequenceEnd } from '../../protocol/sequences/sequences.ts';
import { parametersEnd } from '../skim/lines.ts';

/** `pen`: a colour; `inverse`: `ESC[7m`. `silent`: another sequence that shows nothing. `sign`: `⏎`. */
type Token = 'pen' | 'inverse' | 'silent' | 'cr' | 'blank' | 'sign' | 'char' | 'other';

/** State of the parser: each step is named after what was read last. */
type Step = 'none' | 'inverse' | 'text' | 'pens' | 'blanks' | 'cr' | 'again' | 'blank' | 'whole';

/** The steps of a mark: what may follow after each. What is missing here ends the attempt. */
type Steps = Readonly<Partial<Record<Step, Readonly<Partial<Record<Token, Step>>>>>>;

const BLANKS: Steps = {
  blanks: { blank: 'blanks', cr: 'cr' },
  blank: { cr: 'whole' },
  whole: { silent: 'whole', pen: 'whole', cr: 'whole' },
};

const ZSH: Steps = {
  ...BLANKS,
  inverse: { pen: 'inverse', inverse: 'inverse', char: 'text', sign: 'text', blank: 'text' },
  text: { char: 'text', sign: 'text', blank: 'text', pen: 'pens' },
  pens: { pen: 'pens', blank: 'blanks' },
  cr: { blank: 'blank' },
};

const FISH: Steps = {
  ...BLANKS,
  pens: { pen: 'pens', inverse: 'pens', blank: 'blanks' },
  cr: { sign: 'again' },
  again: { blank: 'blank' },
};

/** Whether a character may be the n-th (from 0) of the text that zsh prints. */
type IsSign = (char: string, index: number) => boolean;

export class ShellMark {
  readonly #zsh = new Reader(ZSH, 'inverse', 'inverse');
  readonly #fish = new Reader(FISH, 'sign', 'pens');
  /** Start of a sequence that the text leaves unfinished. */
  readonly #unfinished: number | undefined;

  constructor(text: string, isSign: IsSign) {
    let at = 0;
    while (at < text.length) {
      const [token, end] = tokenAt(text, at);
      if (end === undefined) break;
      this.#zsh.take(this.#zsh.printed(isSign, text.charAt(at)) ? token : 'other', at);
      this.#fish.take(token, at);
      at = end;
    }
    this.#unfinished = at < text.length ? at : undefined;
  }

  /** Start of the mark at the end of the text; undefined when there is none. */
  get whole(): number | undefined {
    return this.#unfinished === undefined ? (this.#zsh.whole ?? this.#fish.whole) : undefined;
  }

  /** Start of text that may become a mark when more follows; undefined when it cannot. */
  get possible(): number | undefined {
    const starts = [this.#zsh.possible, this.#fish.possible, this.#unfinished];
    return starts.reduce(
      (least, start) => (start === undefined ? least : Math.min(start, least ?? start)),
      undefined,
    );
  }
}

/** Follows the steps of one mark. */
class Reader {
  readonly #steps: Steps;
  readonly #begin: Token;
  readonly #first: Step;
  #step: Step = 'none';
  /** Start of the mark being read, including the colours before it. */
  #start = 0;
  /** Start of the colours that were read last. */
  #colors: number | undefined;
  #printed = 0;

  constructor(steps: Steps, begin: Token, first: Step) {
    this.#steps = steps;
    this.#begin = begin;
    this.#first = first;
  }

  get whole(): number | undefined {
    return this.#step === 'whole' ? this.#start : undefined;
  }

  get possible(): number | undefined {
    return this.#step === 'none' ? this.#colors : this.#start;
  }

  /** Whether a character may be read here: what zsh prints has its own rule. */
  printed(isSign: IsSign, char: string): boolean {
    const isText = this.#step === 'inverse' || this.#step === 'text';
    return !isText || char < ' ' || isSign(char, this.#printed);
  }

  take(token: Token, at: number): void {
    const isPen = token === 'pen' || token === 'inverse';
    const colors = isPen ? (this.#colors ?? at) : this.#colors;
    const next = this.#steps[this.#step]?.[token];
    if (next === undefined && token === this.#begin) this.#start = colors ?? at;
    this.#step = next ?? (token === this.#begin ? this.#first : 'none');
    this.#printed = this.#step === 'text' ? this.#printed + 1 : 0;
    this.#colors = isPen ? colors : undefined;
  }
}

/** Returns what begins at `at`, and its end; no end when the text leaves it unfinished. */
function tokenAt(text: string, at: number): readonly [Token, number | undefined] {
  const char = text.charAt(at);
  if (char === '\x1b') return sequenceAt(text, at);
  if (char === '\r') return ['cr', at + 1];
  if (char === ' ') return ['blank', at + 1];
  if (char === '⏎') return ['sign', at + 1];
  return [char < ' ' ? 'other' : 'char', at + 1];
}

function sequenceAt(text: string, at: number): readonly [Token, number | undefined] {
  const end = sequenceEnd(text, at);
  if (end === undefined) return ['other', undefined];
  if (text.startsWith('\x1b(B', at)) return ['pen', end];
  if (text[at + 1] === ']') return ['silent', end];
  const final = parametersEnd(text, at);
  if (final === end - 1 && text[final] === 'm')
    return [text.slice(at, end) === '\x1b[7m' ? 'inverse' : 'pen', end];
  const isSilent = text[at + 1] === '[' && 'hlmKJ'.includes(text.charAt(end - 1));
  return [isSilent ? 'silent' : 'other', end];
}
