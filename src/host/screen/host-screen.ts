/**
 * The screen of one terminal in the host, parsed on demand: for a query, a snapshot, or a reader of its text.
 *
 * Until then the output waits in the text log. Output that may change the title, ring the bell or switch the screen is parsed
 * within 30 ms, other output when much of it waits.
 */

import type { LiveStart, ScreenMeta } from '../../protocol/cotty/cotty-meta.ts';
import { firstScreenSwitch } from '../../protocol/sequences/screen-switch.ts';
import { Emulator, type LineMark } from '../../screen/emulator/emulator.ts';
import { HELD_MS } from '../../screen/emulator/emulator-held.ts';
import { serialise } from '../../screen/serialise/serialise.ts';
import { TurnSize } from '../../screen/skim/turn-size.ts';
import type { Clock } from '../common/clock.ts';
import type { TextLog } from '../text/text-log.ts';
import { ScreenPacking } from './screen-packing.ts';
import { screenRepair } from './screen-repair.ts';
import type { ScreenListeners, ScreenReported } from './screen-report.ts';
import { SLICE, UnparsedOutput } from './unparsed-output.ts';

// Urgent output must be parsed soon, because it changes more than the rows of the screen.

/** A bell or an 8-bit ST or OSC; the start (`ESC ]`) or end (`ESC \\`) of a title; a reset. */
const URGENT: readonly string[] = ['\x07', '\x9c', '\x9d', '\x1b]', '\x1b\\', '\x1bc'];

/** Whether the output may change the title, ring the bell, switch the screen or reset the terminal. */
function isUrgent(text: string): boolean {
  return URGENT.some((each) => text.includes(each)) || firstScreenSwitch(text) !== undefined;
}

/** UTF-16 units of the last output that are kept: an urgent sequence may begin in them. */
const URGENT_LENGTH = 32;

/** Finds urgent output, also if it was cut by a read. */
class UrgentWatch {
  /** The last characters of the output, in which an urgent sequence may begin. */
  #last = '';

  /** Must be called with each text. `onlyLines`: the text is known to have nothing urgent. */
  takes(text: string, onlyLines: boolean): boolean {
    const urgent = !onlyLines && isUrgent(this.#last + text);
    // Long texts are not joined with the last characters: that would copy every chunk of a burst.
    this.#last =
      text.length < URGENT_LENGTH ? (this.#last + text).slice(-URGENT_LENGTH) : text.slice(-URGENT_LENGTH);
    return urgent;
  }
}

/**
 * The longest time for which a program may draw unseen (synchronised output) in the host. A new subscriber gets the state of
 * drawing and waits for its end; without this limit it would wait forever if the program never ends its frame.
 */
class DrawingLimit {
  readonly #emulator: Emulator;
  readonly #clock: Clock;
  #printedAt = 0;
  #cancel: (() => void) | undefined;

  constructor(emulator: Emulator, clock: Clock) {
    this.#emulator = emulator;
    this.#clock = clock;
  }

  /** Must be called when something was printed, parsed or not. */
  printed(): void {
    this.#printedAt = this.#clock.now();
  }

  /** Must be called when something was parsed. */
  parsed(): void {
    const { drawing } = this.#emulator;
    if (drawing === (this.#cancel !== undefined)) return;
    this.close();
    if (!drawing) return;
    // The output may have been printed long before it is parsed.
    const left = this.#printedAt + HELD_MS - this.#clock.now();
    if (left > 0) this.#cancel = this.#clock.after(left, () => this.#end());
    else this.#end();
  }

  close(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #end(): void {
    this.#cancel = undefined;
    this.#emulator.endDrawing();
  }
}

/** UTF-16 units that may wait unparsed. Beyond it they are parsed in slices, between which keys are handled. */
const WAITING_LIMIT = 1024 * 1024;
/** UTF-16 units at which the pty is paused because parsing falls behind; below half of it it is resumed. */
const BEHIND_LIMIT = 2 * WAITING_LIMIT;
/**
 * Limits of what may wait while the terminal is quiet, in UTF-16 units and in pieces: that much is parsed within one or two
 * frames, and takes a tenth of the memory of its cells.
 */
const REST_LIMIT = 256 * 1024;
const REST_STEPS = 4096;
/**
 * Limits of resizes and ends of commands that may wait, while the terminal is quiet and in general: a resize takes milliseconds.
 */
const [REST_EVENTS, EVENTS_LIMIT] = [64, 128];

/**
 * Fewest UTF-16 units that are parsed in one turn, and number of turns of costly output that may wait before the pty is paused.
 */
const [LEAST_SLICE, TURNS_BEHIND] = [4096, 64];
/** Milliseconds before a bell or a title is parsed. Later ones within this time are parsed together. */
const SOON_MS = 30;
/** Milliseconds without output after which the rest is parsed. */
const QUIET_MS = 150;

type Event =
  | { readonly kind: 'began' }
  | { readonly kind: 'finished' }
  | { readonly kind: 'size'; readonly cols: number; readonly rows: number };

export class HostScreen {
  /** Lines above the viewport, to scroll back in a running command. Older output is in the content. */
  readonly scrollback: number;
  readonly #emulator: Emulator;
  readonly #clock: Clock;
  readonly #listeners: ScreenListeners;
  readonly #packing: ScreenPacking;
  readonly #drawing: DrawingLimit;
  readonly #unparsed: UnparsedOutput<Event>;
  readonly #turn: TurnSize;
  #behind = false;
  #slicing = false;
  readonly #urgent = new UrgentWatch();
  #timer: { readonly soon: boolean; readonly cancel: () => void } | undefined;
  /** Where the live part begins, and how many cells of that row were written before. */
  #live: LineMark | undefined;
  #leftover = 0;
  #reported: ScreenReported = { title: '', bells: 0, notice: undefined, progress: null };
  #closed = false;

  constructor(
    size: { readonly cols: number; readonly rows: number; readonly scrollback: number },
    log: TextLog,
    clock: Clock,
    listeners: ScreenListeners,
    earlier?: LiveStart & { readonly screen: string },
  ) {
    this.scrollback = size.scrollback;
    this.#emulator = new Emulator(size);
    this.#emulator.images.keep();
    this.#packing = new ScreenPacking(this.#emulator, clock);
    this.#drawing = new DrawingLimit(this.#emulator, clock);
    this.#unparsed = new UnparsedOutput(log, this.#emulator);
    this.#clock = clock;
    this.#turn = new TurnSize(LEAST_SLICE, SLICE, () => clock.now());
    this.#listeners = listeners;
    if (earlier !== undefined) this.#draw(earlier);
  }

  /** Must be called with each text right after it was appended to the log. */
  printed(text: string): void {
    if (this.#closed) return;
    this.#drawing.printed();
    const unparsed = this.#unparsed;
    const urgent = this.#urgent.takes(text, unparsed.onlyLines);
    if (urgent) this.#parseWithin(SOON_MS);
    else if (this.#exceedsRest) this.#parseWithin(QUIET_MS);
    if (unparsed.blocksLines) this.#parseTurn();
    if (unparsed.waiting > WAITING_LIMIT) unparsed.skim();
    if (unparsed.waiting > WAITING_LIMIT) this.#slice('lines');
    if (unparsed.waiting > this.#most) {
      this.#setBehind(true);
      this.#slice('lines');
    }
  }

  /** Marks this position as the end of what the blocks show: a command begins to print. */
  commandBegan(): void {
    if (!this.#closed) this.#unparsed.add({ kind: 'began' });
  }

  /** Marks this position as the end of what the blocks show: a command has ended. */
  commandFinished(): void {
    if (!this.#closed) this.#unparsed.add({ kind: 'finished' });
  }

  resize(cols: number, rows: number): void {
    if (this.#closed) return;
    this.#unparsed.add({ kind: 'size', cols, rows });
    if (this.#unparsed.events > EVENTS_LIMIT) this.#slice('lines');
    else if (this.#exceedsRest) this.#parseWithin(QUIET_MS);
  }

  /** Reduces memory until something is printed or read. */
  readonly pack = () => this.#packing.pack();
  /** Whether a full-screen program is running, as far as output is parsed: a switch of the screen is parsed within 30 ms. */
  readonly isAlternate = () => this.#emulator.alternate;

  /** Clears the text, as the content is cleared. A full-screen program keeps its screen, because it would not draw again. */
  clear(): void {
    if (this.#closed) return;
    const emulator = this.read();
    emulator.write(emulator.alternate ? '\x1b[3J' : '\x1b[H\x1b[2J\x1b[3J');
  }

  /** Parses all waiting output and returns the emulator, which must only be read. */
  read(): Emulator {
    this.#parse(Number.POSITIVE_INFINITY);
    return this.#packing.read();
  }

  /** Parses waiting output up to a place of the log. Returns the place up to which everything is parsed. */
  readTo(place: number): number {
    const parsed = this.#unparsed.takeTo(place, (step) => this.#step(step));
    this.#packing.unpacked();
    this.#parsed();
    return parsed;
  }

  /** Returns the screen as a late joiner gets it, with so many lines of scrollback. Waiting output is not parsed. */
  drawn(scrollback: number): ScreenMeta {
    const emulator = this.#packing.read();
    const images = emulator.images.onScreen(scrollback);
    const live = this.#liveStart;
    return {
      screen: serialise(emulator, { scrollback }),
      ...(images === undefined ? {} : { pictures: images }),
      ...((live.liveFromEnd ?? 0) < emulator.rows + scrollback ? live : {}),
    };
  }

  /** Returns sequences that repair the screen after a program was killed by a signal. */
  readonly repair = () => screenRepair(this.read());

  /** Returns the reply of the terminal to a query at this position of the output. */
  ask(raw: string): string {
    const emulator = this.read();
    const replies: string[] = [];
    const stop = emulator.onReply((text) => void replies.push(text));
    emulator.write(raw);
    stop();
    return replies.join('');
  }

  /** Returns where the live part begins; no field if no command has begun, or if that row has left the scrollback. */
  liveStart(): LiveStart {
    this.read();
    return this.#liveStart;
  }

  get #liveStart(): LiveStart {
    if (this.#live === undefined) return {};
    const { line, scrolledOut } = this.#live;
    if (line < 0) return scrolledOut ? {} : { wiped: true };
    const liveFromEnd = Math.max(0, this.#emulator.state().normal.length - 1 - line);
    return this.#leftover > 0 ? { liveFromEnd, leftover: this.#leftover } : { liveFromEnd };
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#timer?.cancel();
    this.#drawing.close();
    this.#packing.close();
    this.#unparsed.close();
    this.#emulator.images.close();
    this.#emulator.close();
  }

  /** Draws the screen of an earlier host. */
  #draw({ screen, liveFromEnd, leftover = 0, wiped }: LiveStart & { readonly screen: string }): void {
    this.#emulator.write(screen);
    if (liveFromEnd === undefined && wiped !== true) return;
    this.#live = this.#emulator.mark(this.#emulator.state().normal.length - 1 - (liveFromEnd ?? 0));
    if (wiped === true) this.#live.dispose();
    this.#leftover = leftover;
  }

  /** Whether more waits than a quiet terminal may hold. */
  get #exceedsRest(): boolean {
    const { waiting, steps, events } = this.#unparsed;
    return waiting > REST_LIMIT || steps > REST_STEPS || events > REST_EVENTS;
  }

  /** Whether no more waits than a quiet terminal may hold; as long as the pty is paused, more must be parsed. */
  get #isLittle(): boolean {
    return !this.#exceedsRest && !this.#behind;
  }

  /** Schedules parsing. Each output restarts the wait for quiet; a short delay replaces it and is not restarted. */
  #parseWithin(ms: number): void {
    const soon = ms === SOON_MS;
    if (this.#timer?.soon === true) return;
    this.#timer?.cancel();
    const cancel = this.#clock.after(ms, () => {
      this.#timer = undefined;
      this.#slice(soon ? 'lines' : 'little');
    });
    this.#timer = { soon, cancel };
  }

  /**
   * Parses one slice in each turn of the event loop. `little`: until no more waits than a quiet terminal may hold; `lines`: until
   * only plain lines wait, which can be skimmed.
   */
  #slice(until: 'little' | 'lines'): void {
    if (this.#slicing || this.#closed) return;
    // Output that came since (the timer is set) may be a burst: its lines wait for the next silence.
    const little = until === 'little' && this.#timer === undefined;
    if (little && this.#isLittle) return;
    this.#parseTurn();
    const { onlyLines, waiting } = this.#unparsed;
    if (little ? this.#isLittle : onlyLines && waiting <= WAITING_LIMIT) {
      // The second half of a sequence that was cut by a read would count as a plain line.
      if (!little) this.#parse(URGENT_LENGTH);
      return;
    }
    this.#slicing = true;
    this.#clock.soon(() => {
      this.#slicing = false;
      this.#slice(until);
    });
  }

  /** `BEHIND_LIMIT`, or less if what waits is costly. Plain lines are skimmed, so they never are. */
  get #most(): number {
    return this.#unparsed.onlyLines ? BEHIND_LIMIT : Math.min(BEHIND_LIMIT, TURNS_BEHIND * this.#turn.size);
  }

  /** Parses as much as one turn may take. */
  #parseTurn(): void {
    this.#turn.run((size) => this.#parse(size));
  }

  /** Returns how many units were parsed. */
  #parse(budget: number): number {
    const parsed = this.#unparsed.take(budget, (step) => this.#step(step));
    if (parsed > 0) this.#packing.unpacked();
    this.#parsed();
    return parsed;
  }

  #parsed(): void {
    if (this.#unparsed.waiting <= this.#most / 2) this.#setBehind(false);
    this.#drawing.parsed();
    this.#notify();
  }

  #step(step: string | Event): void {
    if (typeof step === 'string') this.#emulator.write(step);
    else if (step.kind === 'size') this.#emulator.resize(step.cols, step.rows);
    else {
      if (step.kind === 'finished') this.#emulator.commandEnded();
      this.#live?.dispose();
      this.#live = this.#emulator.mark();
      this.#leftover = this.#emulator.alternate ? 0 : this.#emulator.cursor.x;
    }
  }

  #notify(): void {
    const { bells, reports } = this.#emulator;
    const { title, notice, progress } = reports;
    const last = this.#reported;
    const isSame = title === last.title && bells === last.bells;
    if (isSame && notice === last.notice && progress === last.progress) return;
    this.#reported = { title, bells, notice, progress };
    this.#listeners.onReport(this.#reported);
  }

  #setBehind(behind: boolean): void {
    if (behind === this.#behind) return;
    this.#behind = behind;
    this.#listeners.onBehind(behind);
  }
}
