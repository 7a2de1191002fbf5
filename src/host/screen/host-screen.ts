/**
 * The screen of a terminal, parsed when somebody needs it: a query, a snapshot, a reader of the text.
 *
 * Until then the output waits as it came. Titles, bells and full-screen programs are seen soon, since what carries one
 * is parsed soon; the rest only where much of it waits.
 */

import { Emulator, type LineMark } from '../../screen/emulator/emulator.ts';
import { SLICE } from '../../screen/skim/backlog.ts';
import type { Clock } from '../ground/clock.ts';
import { UnparsedOutput } from './unparsed-output.ts';

/** UTF-16 units that may wait; beyond it is parsed in slices, so that keys get through in between. */
const WAITING_LIMIT = 1024 * 1024;
/** Where the slices cannot keep up the pty is held, and let go at the limit above. */
const BEHIND_LIMIT = 2 * WAITING_LIMIT;
/**
 * What may wait while the terminal is quiet: text that is parsed in the time of a frame or two, and takes a tenth of the
 * memory of its cells. In UTF-16 units, and in pieces.
 */
const REST_LIMIT = 256 * 1024;
const REST_STEPS = 4096;

/** After a bell or a title; later ones within the time are seen together. */
const SOON_MS = 30;
const QUIET_MS = 150;

/** A bell, a title (its end, too: that may come late), another screen or a reset; it may be cut anywhere by the reads. */
const NEWS = /[\x07\x9c\x9d]|\x1b[\]\\c]|(?:\x1b\[|\x9b)\?[\d;]*(?:47|1047|1049)[\d;]*[hl]/;
const NEWS_LENGTH = 32;

type Event =
  | { readonly kind: 'finished' }
  | { readonly kind: 'size'; readonly cols: number; readonly rows: number };

export type ScreenListeners = {
  readonly onTitle: (title: string) => void;
  readonly onBells: (bells: number) => void;
  /** The parser is too far behind the output, or no longer is. */
  readonly onBehind: (behind: boolean) => void;
};

export class HostScreen {
  /** Lines above the viewport: to look back in a live command; older output is in the content. */
  readonly scrollback: number;
  readonly #emulator: Emulator;
  readonly #clock: Clock;
  readonly #listeners: ScreenListeners;
  readonly #unparsed: UnparsedOutput<Event>;
  #behind = false;
  #slicing = false;
  /** The last characters that came. */
  #before = '';
  #wake: { readonly soon: boolean; readonly cancel: () => void } | undefined;
  #finished: LineMark | undefined;
  #title = '';
  #bells = 0;
  #closed = false;

  constructor(
    size: { readonly cols: number; readonly rows: number; readonly scrollback: number },
    clock: Clock,
    listeners: ScreenListeners,
  ) {
    this.scrollback = size.scrollback;
    this.#emulator = new Emulator(size);
    this.#unparsed = new UnparsedOutput(this.#emulator);
    this.#clock = clock;
    this.#listeners = listeners;
  }

  /** A full-screen program is up, as far as is known without parsing what waits. */
  get fullScreen(): boolean {
    return this.#emulator.alternate;
  }

  feed(text: string): void {
    if (this.#closed) return;
    const unparsed = this.#unparsed;
    unparsed.add(text);
    const news = !unparsed.onlyLines && NEWS.test(this.#before + text);
    // Not of both together: that would be a copy of each piece of a flood.
    this.#before =
      text.length < NEWS_LENGTH ? (this.#before + text).slice(-NEWS_LENGTH) : text.slice(-NEWS_LENGTH);
    if (news) this.#expect(SOON_MS);
    else if (this.#isMuch) this.#expect(QUIET_MS);
    if (unparsed.keepsLines) this.#parse(SLICE);
    if (unparsed.waiting > WAITING_LIMIT) unparsed.skim();
    if (unparsed.waiting > WAITING_LIMIT) this.#slice('lines');
    if (unparsed.waiting > BEHIND_LIMIT) this.#setBehind(true);
  }

  /** Everything from here on came after the last finished command. */
  commandFinished(): void {
    if (!this.#closed) this.#unparsed.add({ kind: 'finished' });
  }

  resize(cols: number, rows: number): void {
    if (this.#closed) return;
    this.#unparsed.add({ kind: 'size', cols, rows });
    if (this.#isMuch) this.#expect(QUIET_MS);
  }

  /** As the content: nothing is left of what was printed. A full-screen program keeps its screen, it would not redraw it. */
  clear(): void {
    this.feed(this.read().alternate ? '\x1b[3J' : '\x1b[H\x1b[2J\x1b[3J');
  }

  /** The emulator with everything parsed; for reading only. */
  read(): Emulator {
    this.#parse(Number.POSITIVE_INFINITY);
    return this.#emulator;
  }

  /** What the terminal replies to a query at this point of the output. */
  ask(raw: string): string {
    const emulator = this.read();
    let reply = '';
    const stop = emulator.onReply((text) => {
      reply += text;
    });
    emulator.write(raw);
    stop();
    return reply;
  }

  /** Rows from the end of the normal buffer to where the last finished command ended; undefined: none did, or it is out of sight. */
  liveFromEnd(): number | undefined {
    const emulator = this.read();
    const line = this.#finished?.line ?? -1;
    if (line < 0) return undefined;
    const length = emulator.alternate ? emulator.state()?.normal.length : emulator.length;
    return length === undefined ? undefined : Math.max(0, length - 1 - line);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#wake?.cancel();
    this.#unparsed.clear();
    this.#emulator.close();
  }

  /** Too much for a quiet terminal. */
  get #isMuch(): boolean {
    return this.#unparsed.waiting > REST_LIMIT || this.#unparsed.steps > REST_STEPS;
  }

  /** A later wish for an earlier time replaces the first; quiet begins anew with each output. */
  #expect(ms: number): void {
    const soon = ms === SOON_MS;
    if (this.#wake?.soon === true) return;
    this.#wake?.cancel();
    const cancel = this.#clock.after(ms, () => {
      this.#wake = undefined;
      this.#slice(soon ? 'lines' : 'little');
    });
    this.#wake = { soon, cancel };
  }

  /** Parses a slice a turn: until what waits is not much, or until it is only what can be left out while it waits. */
  #slice(until: 'little' | 'lines'): void {
    if (this.#slicing || this.#closed) return;
    // What came meanwhile may be a flood: that one waits until it is quiet again.
    const little = until === 'little' && this.#wake === undefined;
    if (little && !this.#isMuch) return;
    this.#parse(SLICE);
    const unparsed = this.#unparsed;
    if (little ? !this.#isMuch : unparsed.onlyLines && unparsed.waiting <= WAITING_LIMIT) {
      // The end of a sequence that the reads have cut looks like a line.
      if (!little) this.#parse(NEWS_LENGTH);
      return;
    }
    this.#slicing = true;
    this.#clock.soon(() => {
      this.#slicing = false;
      this.#slice(until);
    });
  }

  #parse(budget: number): void {
    this.#unparsed.take(budget, (step) => this.#step(step));
    if (this.#unparsed.waiting <= WAITING_LIMIT) this.#setBehind(false);
    this.#look();
  }

  #step(step: string | Event): void {
    if (typeof step === 'string') {
      this.#emulator.write(step);
    } else if (step.kind === 'size') {
      this.#emulator.resize(step.cols, step.rows);
    } else {
      this.#finished?.dispose();
      this.#finished = this.#emulator.mark();
    }
  }

  #look(): void {
    const { title, bells } = this.#emulator;
    if (title !== this.#title) {
      this.#title = title;
      this.#listeners.onTitle(title);
    }
    if (bells !== this.#bells) {
      this.#bells = bells;
      this.#listeners.onBells(bells);
    }
  }

  #setBehind(behind: boolean): void {
    if (behind === this.#behind) return;
    this.#behind = behind;
    this.#listeners.onBehind(behind);
  }
}
