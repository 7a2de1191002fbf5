/**
 * Output that the screen of a terminal has not parsed yet: the text of the log behind the screen's cursor, and events at their
 * places.
 *
 * Plain lines are text without sequences other than colours and erasing in the line; mixed output is all other text,
 * and what comes before it or before an event. Skimming leaves out lines that would scroll out of the scrollback while
 * they are parsed. Everything else has to be parsed, and so has the output before it.
 */

import { linesBefore } from '../../screen/skim/lines.ts';
import { type Keep, skimTo } from '../../screen/skim/skim.ts';
import { newestLines } from '../text/log-lines.ts';
import type { Cursor, TextLog } from '../text/text-log.ts';

/** UTF-16 units parsed at once: a few milliseconds of work. */
export const SLICE: number = 64 * 1024;
/** UTF-16 units of new output before the waiting text is skimmed again, which copies it. */
const SKIM_EVERY = 256 * 1024;
/** Limit of plain lines in UTF-16 units. Beyond it the oldest are dropped, even if the scrollback could hold them. */
const LINES_KEPT = 512 * 1024;
/** Limit in UTF-16 units of what the log holds for the screen. The screen parses, and pauses the pty, long before. */
const HELD = 8 * 1024 * 1024;

/** Limit of waiting events. Beyond it, one replaces the last, if that is of the same kind and nothing was printed in between. */
const MOST_EVENTS = 256;
/** Weight of an event, in UTF-16 units: a resize reflows every line. */
const EVENT_COST = 4096;

type Skimming = { readonly keep: Keep | undefined };

export class UnparsedOutput<T extends { readonly kind: string }> {
  readonly #log: TextLog;
  readonly #cursor: Cursor;
  readonly #emulator: Skimming;
  #events: { readonly at: number; readonly event: T }[] = [];
  /** Text before the cursor that is left after skimming. */
  #skimmed = '';
  /** The pen before that text, if it is lines; undefined if it is other text. */
  #pen: string | undefined = '';
  /** The place up to which the text was skimmed. */
  #skimmedTo: number;

  /** `emulator` has the screen before the unparsed output. Skimming depends on it. */
  constructor(log: TextLog, emulator: Skimming) {
    this.#log = log;
    this.#cursor = log.cursor(HELD);
    this.#skimmedTo = log.end;
    this.#emulator = emulator;
  }

  /** UTF-16 units of waiting text. */
  get waiting(): number {
    return this.#skimmed.length + this.#cursor.waiting;
  }

  /** Number of waiting texts and events. */
  get steps(): number {
    return this.#log.pieces(this.#cursor.at) + this.#events.length;
  }

  /** Whether nothing but plain lines waits. */
  get onlyLines(): boolean {
    return this.#pen !== undefined && this.#mixedEnd <= this.#cursor.at && this.#events.length === 0;
  }

  /** Whether mixed output is followed by so many plain lines that most of them could be dropped once it is parsed. */
  get blocksLines(): boolean {
    return !this.onlyLines && this.#log.end - Math.max(this.#mixedEnd, this.#cursor.at) >= SKIM_EVERY;
  }

  get events(): number {
    return this.#events.length;
  }

  /** Adds an event after everything printed until now. */
  add(event: T): void {
    const last = this.#events.at(-1);
    const isSame = last?.at === this.#log.end && last.event.kind === event.kind;
    if (isSame && this.#events.length >= MOST_EVENTS) this.#events.pop();
    this.#events.push({ at: this.#log.end, event });
  }

  /** Drops lines that would not be visible any more after all output is parsed, where that is certain. */
  skim(): void {
    if (this.onlyLines) this.#dropLines();
    else this.#skimMixed();
  }

  /**
   * Passes the oldest output to `act`, until `budget` UTF-16 units are passed or mixed output ends. Returns how many were
   * passed; an event counts as `EVENT_COST`.
   */
  take(budget: number, act: (step: string | T) => void): number {
    let passed = 0;
    if (!this.onlyLines) {
      this.#skimMixed();
      passed = this.#takeTo(this.#mixedEnd, budget, act);
      if (budget !== Number.POSITIVE_INFINITY) return passed;
    }
    this.#skimLines();
    return passed + this.#takeTo(this.#log.end, budget, act);
  }

  /** Passes the output up to a place to `act`. Returns the place up to which everything was passed. */
  takeTo(place: number, act: (step: string | T) => void): number {
    // Output can be skimmed only as a whole.
    if (place >= this.#log.end) this.take(Number.POSITIVE_INFINITY, act);
    else this.#takeTo(place, Number.POSITIVE_INFINITY, act);
    return this.#cursor.at;
  }

  close(): void {
    this.#events = [];
    this.#cursor.close();
  }

  /** The place after which only plain lines wait. */
  get #mixedEnd(): number {
    return Math.max(this.#log.mixedUntil, this.#events.at(-1)?.at ?? 0);
  }

  #takeTo(end: number, budget: number, act: (step: string | T) => void): number {
    const cursor = this.#cursor;
    let passed = 0;
    while (passed < budget) {
      const most = Math.min(SLICE, budget - passed);
      const next = this.#events[0];
      if (this.#skimmed !== '') {
        const text = this.#skimmed.slice(0, most);
        this.#setSkimmed(this.#skimmed.slice(most));
        passed += text.length;
        act(text);
      } else if (next !== undefined && next.at <= cursor.at) {
        this.#events.shift();
        passed += EVENT_COST;
        act(next.event);
      } else if (cursor.at < end) {
        const text = cursor.readTo(Math.min(end, next?.at ?? end, cursor.at + most));
        passed += text.length;
        act(text);
      } else break;
    }
    return passed;
  }

  #setSkimmed(text: string): void {
    this.#skimmed = text;
    if (text === '') this.#pen = '';
  }

  /** Keeps the newest lines, usually more than the scrollback; `#skimLines` does the exact cut. */
  #dropLines(): void {
    const { keep } = this.#emulator;
    const { at } = this.#cursor;
    if (keep === undefined || this.#log.end - at <= LINES_KEPT + SKIM_EVERY) return;
    const all = { from: at, to: this.#log.end, pen: this.#pen ?? '' };
    const kept = newestLines(this.#log, all, LINES_KEPT, keep);
    if (kept === undefined) return;
    // Older rows stay above. The cursor's row is erased, so that the first kept line does not begin on a half-written row.
    this.#skimmed = `\r\x1b[2K${kept.pen}`;
    this.#pen = kept.pen;
    this.#cursor.moveTo(kept.from);
  }

  #skimLines(): void {
    const { keep } = this.#emulator;
    if (!this.onlyLines || keep === undefined || this.#log.end - this.#skimmedTo < SKIM_EVERY) return;
    this.#skimmedTo = this.#log.end;
    const text = this.#skimmed + this.#log.read(this.#cursor.at);
    const short = skimTo(LINES_KEPT, text, keep);
    if (short === undefined) return;
    const kept = text.length - short.skipped;
    this.#skimmed = short.text.slice(0, short.text.length - kept);
    this.#cursor.moveTo(this.#log.end - kept);
  }

  #skimMixed(): void {
    const end = this.#mixedEnd;
    if (end - this.#skimmedTo < SKIM_EVERY) return;
    this.#skimmedTo = end;
    const to = Math.min(end, this.#events[0]?.at ?? end);
    const text = this.#skimmed + this.#log.read(this.#cursor.at, to);
    const short = this.#withoutOldLines(text);
    if (short === undefined) return;
    this.#pen = undefined;
    this.#setSkimmed(short);
    this.#cursor.moveTo(to);
  }

  /** A burst of lines often ends with a prompt in the same piece. Drops most of the lines before it. */
  #withoutOldLines(text: string): string | undefined {
    const { keep } = this.#emulator;
    const end = linesBefore(text);
    const short = keep && skimTo(LINES_KEPT, text.slice(0, end), keep);
    return short && short.text + text.slice(end);
  }
}
