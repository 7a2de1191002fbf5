/**
 * Output that is not parsed yet, in two queues — mixed output first, then plain lines that came after it.
 *
 * Plain lines are text without sequences other than colours and erasing in the line; mixed output is all other text,
 * and events such as a resize. Skimming drops lines that would scroll out of the scrollback while they are parsed, and
 * full-screen frames that are drawn over. Everything else has to be parsed, and so has the output before it.
 */

import { Backlog } from '../../screen/skim/backlog.ts';
import type { Grid } from '../../screen/skim/read-drawn.ts';
import { type Keep, linesEnd, skimTo } from '../../screen/skim/skim.ts';
import { skimDrawn } from '../../screen/skim/skim-drawn.ts';

/** UTF-16 units of new output before the queue is skimmed again: each time copies the whole queue. */
const SKIM_EVERY = 256 * 1024;
/** Limit of plain lines in UTF-16 units: beyond it the oldest are dropped even if the scrollback had room for them. */
const LINES_KEPT = 512 * 1024;

type Skimming = { readonly keep: Keep | undefined; readonly grid: Grid | undefined };

export class UnparsedOutput<T extends object> {
  readonly #emulator: Skimming;
  /** Output that has to be parsed, and events, oldest first. */
  readonly #mixed = new Backlog<T>();
  /** Plain lines that came after the mixed output. */
  readonly #plainLines = new Backlog<T>();
  /** The beginning of an escape sequence after the plain lines; its end has not arrived. */
  #partialSequence = '';
  /** UTF-16 units added to each queue since it was last skimmed. */
  #unskimmedLines = 0;
  #unskimmedMixed = 0;

  /** `emulator` shows the screen before the unparsed output; skimming depends on it. */
  constructor(emulator: Skimming) {
    this.#emulator = emulator;
  }

  /** UTF-16 units of waiting text. */
  get waiting(): number {
    return this.#mixed.waiting + this.#plainLines.waiting + this.#partialSequence.length;
  }

  /** Number of waiting texts and events. */
  get steps(): number {
    return this.#mixed.steps + this.#plainLines.steps;
  }

  /** Whether nothing but plain lines waits. */
  get onlyLines(): boolean {
    return this.#mixed.isEmpty;
  }

  /** Whether mixed output comes before so many plain lines that most of them could be dropped once it is parsed. */
  get blocksLines(): boolean {
    return !this.onlyLines && this.#plainLines.waiting >= SKIM_EVERY;
  }

  add(step: string | T): void {
    if (typeof step !== 'string') {
      this.#mixLines();
      this.#mixed.add(step);
      return;
    }
    const text = this.#partialSequence + step;
    const end = linesEnd(text);
    this.#partialSequence = '';
    if (end === undefined) {
      this.#mixLines();
      this.#mixed.add(text);
      this.#unskimmedMixed += text.length;
    } else {
      this.#partialSequence = text.slice(end);
      this.#addLines(text.slice(0, end));
    }
  }

  /** Drops the output that would no longer be visible once all of it is parsed, where that can be told. */
  skim(): void {
    if (this.onlyLines) this.#skimLines();
    else this.#skimMixed();
  }

  /** Passes the oldest output to `act`, until `budget` UTF-16 units of text are passed or the first queue is empty. */
  take(budget: number, act: (step: string | T) => void): void {
    this.skim();
    if (budget === Number.POSITIVE_INFINITY) this.#mixLines();
    if (!this.onlyLines) this.#mixed.take(budget, act);
    else this.#plainLines.take(budget, act);
    if (!this.onlyLines || !this.#plainLines.isEmpty) return;
    this.#unskimmedLines = 0;
    if (this.#partialSequence !== '') act(this.#partialSequence);
    this.#partialSequence = '';
  }

  clear(): void {
    this.#mixed.clear();
    this.#plainLines.clear();
    this.#partialSequence = '';
  }

  #addLines(lines: string): void {
    if (lines === '') return;
    this.#plainLines.add(lines);
    this.#unskimmedLines += lines.length;
  }

  #skimLines(): void {
    const { keep } = this.#emulator;
    if (this.#unskimmedLines < SKIM_EVERY || keep === undefined) return;
    this.#unskimmedLines = 0;
    this.#plainLines.skim((lines) => skimTo(LINES_KEPT, lines, keep)?.text);
  }

  #skimMixed(): void {
    const { grid } = this.#emulator;
    if (this.#unskimmedMixed < SKIM_EVERY || grid === undefined) return;
    this.#unskimmedMixed = 0;
    this.#mixed.skim((drawn) => skimDrawn(drawn, grid));
  }

  /** Skims the plain lines a last time and appends them to the mixed output, because any output may follow them now. */
  #mixLines(): void {
    if (this.onlyLines) this.#skimLines();
    this.#unskimmedMixed += this.#plainLines.waiting;
    this.#unskimmedLines = 0;
    this.#plainLines.take(Number.POSITIVE_INFINITY, (lines) => this.#mixed.add(lines));
    if (this.#partialSequence !== '') this.#mixed.add(this.#partialSequence);
    this.#partialSequence = '';
  }
}
