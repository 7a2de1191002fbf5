/**
 * What was printed and not parsed yet, in order — first what has to be parsed, then what is nothing but lines.
 *
 * Lines that have scrolled out of sight when they are parsed need not be parsed at all, nor frames that were drawn over;
 * anything else, and what came before it, does.
 */

import { Backlog } from '../../screen/skim/backlog.ts';
import type { Grid } from '../../screen/skim/read-drawn.ts';
import { type Keep, linesEnd, skimTo } from '../../screen/skim/skim.ts';
import { skimDrawn } from '../../screen/skim/skim-drawn.ts';

/** Looking for what can be left out costs a copy of all that waits: not for less than this, nor after each piece. */
const SKIM_EVERY = 256 * 1024;
/** Limit: UTF-16 units of lines that stay: beyond it the oldest go, though there would be room for them above the screen. */
const LINES_KEPT = 512 * 1024;

type Skimming = { readonly keep: Keep | undefined; readonly grid: Grid | undefined };

export class UnparsedOutput<T extends object> {
  readonly #emulator: Skimming;
  readonly #first = new Backlog<T>();
  readonly #lines = new Backlog<T>();
  /** A sequence of which the end has not come. */
  #begun = '';
  /** Lines that came since it was last looked for what can be left out of them, and what else did. */
  #unskimmed = 0;
  #undrawn = 0;

  /** Asked for what it shows before all that waits. */
  constructor(emulator: Skimming) {
    this.#emulator = emulator;
  }

  /** UTF-16 units of text. */
  get waiting(): number {
    return this.#first.waiting + this.#lines.waiting + this.#begun.length;
  }

  /** Pieces of text, and other things. */
  get steps(): number {
    return this.#first.steps + this.#lines.steps;
  }

  get onlyLines(): boolean {
    return this.#first.isEmpty;
  }

  /** Something stands before so many lines that most of them could be left out if it were parsed. */
  get keepsLines(): boolean {
    return !this.onlyLines && this.#lines.waiting >= SKIM_EVERY;
  }

  add(step: string | T): void {
    if (typeof step !== 'string') {
      this.#mix();
      this.#first.add(step);
      return;
    }
    const text = this.#begun + step;
    const end = linesEnd(text);
    this.#begun = '';
    if (end === undefined) {
      this.#mix();
      this.#first.add(text);
      this.#undrawn += text.length;
    } else {
      this.#begun = text.slice(end);
      this.#addLines(text.slice(0, end));
    }
  }

  /** Only what can still be seen of it stays, if that can be told. */
  skim(): void {
    if (this.onlyLines) this.#skimLines();
    else this.#skimDrawn();
  }

  /** Hands over the oldest, until `budget` units of text are through. */
  take(budget: number, act: (step: string | T) => void): void {
    this.skim();
    if (budget === Number.POSITIVE_INFINITY) this.#mix();
    if (!this.onlyLines) this.#first.take(budget, act);
    else this.#lines.take(budget, act);
    if (!this.onlyLines || !this.#lines.isEmpty) return;
    this.#unskimmed = 0;
    if (this.#begun !== '') act(this.#begun);
    this.#begun = '';
  }

  clear(): void {
    this.#first.clear();
    this.#lines.clear();
    this.#begun = '';
  }

  #addLines(lines: string): void {
    if (lines === '') return;
    this.#lines.add(lines);
    this.#unskimmed += lines.length;
  }

  #skimLines(): void {
    const { keep } = this.#emulator;
    if (this.#unskimmed < SKIM_EVERY || keep === undefined) return;
    this.#unskimmed = 0;
    this.#lines.skim((lines) => skimTo(LINES_KEPT, lines, keep)?.text);
  }

  #skimDrawn(): void {
    const { grid } = this.#emulator;
    if (this.#undrawn < SKIM_EVERY || grid === undefined) return;
    this.#undrawn = 0;
    this.#first.skim((drawn) => skimDrawn(drawn, grid));
  }

  /** What waits may be followed by anything: as lines it is skimmed for the last time. */
  #mix(): void {
    if (this.onlyLines) this.#skimLines();
    this.#undrawn += this.#lines.waiting;
    this.#unskimmed = 0;
    this.#lines.take(Number.POSITIVE_INFINITY, (lines) => this.#first.add(lines));
    if (this.#begun !== '') this.#first.add(this.#begun);
    this.#begun = '';
  }
}
