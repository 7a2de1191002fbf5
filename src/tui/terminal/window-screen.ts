/**
 * The screen of one terminal in this window. Output is parsed only when it is needed.
 *
 * `apply` buffers output unparsed; the next frame, or key, calls `parse`. When this window is behind, the host sends its own
 * screen in place of output: that leaves a gap in the lines above the screen, until the host sends those, too. While the
 * mouse button is down in it the screen is frozen: it does not change, and output is buffered.
 */

import { cottyMeta } from '../../protocol/common/meta.ts';
import type { ScreenMeta } from '../../protocol/cotty/cotty-meta.ts';
import { NEAR_LINES } from '../../protocol/cotty/near-lines.ts';
import type { Action, UnknownAction } from '../../protocol/envelope.ts';
import type { DataAction } from '../../protocol/terminal/actions.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';
import type { TerminalState } from '../../protocol/terminal/state.ts';
import { screenUpdateIn } from '../../protocol/validate/read-redrawn.ts';
import type { HeldScreen } from '../../screen/emulator/emulator.ts';
import { HELD_MS } from '../../screen/emulator/emulator-held.ts';
import { IncomingLimit } from '../../screen/skim/incoming-limit.ts';
import { skim } from '../../screen/skim/skim.ts';
import { addOlderLines } from './older-lines.ts';
import { type ScreenEvent, type ScreenView, screenViewOf } from './screen-view.ts';

/** UTF-16 units up to which output is parsed as a whole: that costs less than to skim it. */
const FEW = 32 * 1024;
/**
 * UTF-16 units that are buffered while the screen is frozen; with more it is thawed. A host with flow control sends far less,
 * because nothing is acknowledged meanwhile.
 */
const FROZEN_CHARS = 512 * 1024;
/** Cancels a sequence whose rest was left out. */
const CANCEL = '\x18';

export type WindowScreenOptions = {
  /** Lines that can be scrolled back to. `NEAR_LINES` of them are always kept, the others are fetched when needed. */
  readonly scrollback: number;
  /** Called whenever all that came has been parsed. */
  readonly onParsed?: (view: ScreenView) => void;
  /** Called when a synchronized update (DEC 2026) takes too long, so that the screen is shown as it is. */
  readonly onHeldTooLong: () => void;
  readonly now: () => number;
  readonly setTimer: (run: () => void, ms: number) => unknown;
  readonly clearTimer: (timer: unknown) => void;
};

export class WindowScreen {
  readonly #options: WindowScreenOptions;
  readonly #view: ScreenView;
  /** Output that came since the last frame, unparsed, and what else happened to the screen, in order. */
  #incoming: (string | ScreenEvent)[] = [];
  /** UTF-16 units of that output. */
  #waiting = 0;
  readonly #limit: IncomingLimit;
  /** Whether the view follows the output; else the user looks back. */
  #follows = false;
  /** Whether older lines were requested since the user began to look back. */
  #askedOlder = false;
  #hasGap = false;
  /** The screen that is held while the program draws, and the timer that drops it. */
  #held: { readonly screen: HeldScreen; readonly timer: unknown } | undefined;
  #forgetsCopied = false;
  #closed = false;
  #frozen = false;

  constructor(state: TerminalState, options: WindowScreenOptions) {
    this.#options = options;
    this.#limit = new IncomingLimit(options.now, FEW);
    this.#view = screenViewOf(state, this.#near);
    this.forgetCopied();
  }

  /** Takes one accepted action of this terminal, in stream order. */
  apply(action: Action | UnknownAction): void {
    if (this.#closed) return;
    if (action.type === 'terminal/data') this.#print(action);
    else this.#add(screenChangeOf(action));
  }

  /** Draws the host's screen with all its scrollback in place of this one. Returns how many more rows the live part has. */
  redraw(screen: ScreenMeta): number {
    if (this.#closed) return 0;
    const before = this.parse().rows;
    this.#incoming.push({ kind: 'redrawn', screen });
    this.#hasGap = false;
    return this.parse().rows - before;
  }

  /** Whether lines are missing above the screen. */
  get hasGap(): boolean {
    return this.#hasGap;
  }

  /** Sequences that set another emulator to the same character widths as this screen. */
  get measures(): string {
    return this.#view.emulator.measures();
  }

  /** Whether the screen is frozen. */
  get frozen(): boolean {
    return this.#frozen;
  }

  /** Freezes the screen, until `thaw` is called or too much output is buffered. */
  freeze(): void {
    this.#frozen = true;
  }

  /** Thaws the screen: output that was buffered meanwhile is parsed with the next frame. */
  thaw(): void {
    this.#frozen = false;
  }

  /** Sets whether the view follows the output, or the user looks back; drops older lines when it follows again. */
  follow(follows: boolean): void {
    if (this.#frozen) return;
    this.#follows = follows;
    if (!follows) return;
    this.#askedOlder = false;
    if (this.#view.emulator.scrollback > this.#near) this.#view.emulator.keepScrollback(this.#near);
  }

  /** Whether the user looks back at an output whose oldest lines are missing here; true once each time. */
  wantsOlder(): boolean {
    if (this.#askedOlder || this.#follows || this.#options.scrollback <= NEAR_LINES) return false;
    const { emulator, start, fullScreen } = this.parse();
    this.#askedOlder = !fullScreen && start === 0 && emulator.base >= emulator.scrollback;
    return this.#askedOlder;
  }

  /** Adds the older lines of the running output above the screen, if the user still looks back. Returns how many. */
  addOlder(output: string): number {
    if (this.#closed || this.#follows || this.parse().fullScreen) return 0;
    const { emulator } = this.#view;
    emulator.endDrawing();
    return addOlderLines(emulator, output, this.#options.scrollback);
  }

  /** Parses buffered output, unless the screen is frozen, and returns the view. */
  parse(): ScreenView {
    if (this.#frozen) return this.#view;
    const [steps, chars] = [this.#incoming, this.#waiting];
    this.#incoming = [];
    this.#waiting = 0;
    this.#limit.timed(chars, () => {
      for (const step of chars > FEW ? this.#skimmed(steps) : steps) this.#view.take(step);
    });
    this.#watchHeld();
    this.#options.onParsed?.(this.#view);
    return this.#view;
  }

  /**
   * Parses the buffered output if it can change only cells in the row of the cursor, and the cursor in it: then nothing that
   * depends on other rows, modes or reports has to be looked at. Returns undefined otherwise.
   */
  parseInRow(): ScreenView | undefined {
    const [text] = this.#incoming;
    const { emulator } = this.#view;
    if (this.#frozen || this.#incoming.length !== 1 || typeof text !== 'string') return undefined;
    if (emulator.isMidSequence || emulator.drawing) return undefined;
    if (!staysInRow(text, emulator.room)) return undefined;
    return this.#view.withinRow(() => this.parse()) ? this.#view : undefined;
  }

  /** Returns what the program has copied since the last call. */
  takeCopied(): string | undefined {
    const text = this.#view.emulator.reports.takeCopied();
    if (!this.#forgetsCopied) return text;
    this.#forgetsCopied = this.waiting > 0;
    return undefined;
  }

  /** Forgets what the text so far has copied; nothing is parsed for that. */
  forgetCopied(): void {
    this.#view.emulator.reports.takeCopied();
    this.#forgetsCopied = this.waiting > 0;
  }

  /** UTF-16 units of text that is not parsed. */
  get waiting(): number {
    return this.#waiting;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#options.clearTimer(this.#held?.timer);
    this.#incoming = [];
    this.#waiting = 0;
    this.#view.close();
  }

  get #near(): number {
    return Math.min(NEAR_LINES, this.#options.scrollback);
  }

  /** Skims the output before the first event: leaves out lines that would scroll out of the buffer at once. */
  #skimmed(steps: readonly (string | ScreenEvent)[]): readonly (string | ScreenEvent)[] {
    const { keep } = this.#view.emulator;
    const event = steps.findIndex((step) => typeof step !== 'string');
    const count = event < 0 ? steps.length : event;
    const short = keep && skim(steps.slice(0, count).join(''), keep)?.text;
    return short === undefined ? steps : [short, ...steps.slice(count)];
  }

  #print(action: DataAction): void {
    const { omits, redrawn } = screenUpdateIn(action);
    this.#hasGap ||= omits;
    if (redrawn !== undefined) this.#add({ kind: 'redrawn', screen: redrawn });
    this.#add(omits && action.data !== '' ? CANCEL + action.data : action.data);
  }

  #add(step: string | ScreenEvent | undefined): void {
    if (step === undefined || step === '') return;
    this.#incoming.push(step);
    if (typeof step === 'string') this.#waiting += step.length;
    else if (step.kind === 'cleared') this.#hasGap = false;
    // A serialised screen is parsed at once: many could pile up while the outer terminal takes no frames.
    const isScreen = typeof step !== 'string' && step.kind === 'redrawn';
    if (this.#frozen && this.#waiting > FROZEN_CHARS) this.thaw();
    if (isScreen || this.#waiting > this.#limit.chars) this.parse();
  }

  #watchHeld(): void {
    const { emulator } = this.#view;
    const { held } = emulator;
    if (held === this.#held?.screen) return;
    this.#options.clearTimer(this.#held?.timer);
    const drop = (): void => {
      // A half-done update would change the frozen screen: it is shown when the screen is thawed.
      if (this.#frozen) this.#held = undefined;
      if (this.#frozen) return;
      this.parse();
      emulator.endDrawing();
      this.#options.onHeldTooLong();
    };
    this.#held =
      held === undefined ? undefined : { screen: held, timer: this.#options.setTimer(drop, HELD_MS) };
  }
}

/** Returns what an action does to the screen; undefined when it does nothing. */
function screenChangeOf(action: Action | UnknownAction): ScreenEvent | undefined {
  switch (action.type) {
    case 'terminal/resized':
      return { kind: 'resized', cols: action.cols, rows: action.rows };
    case 'terminal/cleared':
      return { kind: 'cleared' };
    case 'terminal/commandFinished':
      // A forgotten command is reported again while another one runs.
      return cottyMeta<CommandMeta>(action._meta).forgotten === true ? undefined : { kind: 'finished' };
    case 'terminal/commandExecuted':
      return { kind: 'executed' };
    default:
      return undefined;
  }
}

const BACKSPACE = 0x08;
const CARRIAGE_RETURN = 0x0d;
/** Below this are letters of one cell that join no other character. */
const FIRST_COMBINING = 0x300;

/** Whether text that begins this many cells before the right edge stays in its row: no line break, sequence or wrap. */
function staysInRow(text: string, room: number): boolean {
  if (text.length > room) return false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isPrinted = (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code < FIRST_COMBINING);
    if (!isPrinted && code !== BACKSPACE && code !== CARRIAGE_RETURN) return false;
  }
  return true;
}
