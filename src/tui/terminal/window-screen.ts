/**
 * The screen of one terminal in this window: everything it prints, parsed when somebody looks.
 *
 * The life of a piece of output:
 *
 * 1. `apply` puts it into `#incoming`, unparsed.
 * 2. The next frame, or key, calls `parse`. Usually the complete view parses all that is incoming and is shown.
 * 3. In a flood of lines that the window follows, only the last screenful is parsed, by a preview; the text moves on
 *    to the preview's deferred text.
 * 4. The complete view parses the deferred text when it is quiet, when somebody scrolls back, or when the preview
 *    cannot go on. The preview is closed then.
 *
 * Whatever is shown is cell for cell what the complete view would show.
 */

import { cottyMeta } from '../../protocol/common/meta.ts';
import { NEAR_LINES } from '../../protocol/cotty/near-lines.ts';
import type { Action, UnknownAction } from '../../protocol/envelope.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';
import type { TerminalState } from '../../protocol/terminal/state.ts';
import type { HeldScreen } from '../../screen/emulator/emulator.ts';
import { HELD_MS } from '../../screen/emulator/emulator-held.ts';
import { Backlog } from '../../screen/skim/backlog.ts';
import { IncomingLimit } from '../../screen/skim/incoming-limit.ts';
import { FLOOD, FloodPreview, type FloodPreviewOptions } from './flood-preview.ts';
import { addOlderLines } from './older-lines.ts';
import { type ScreenEvent, type ScreenView, screenViewOf } from './screen-view.ts';
import { skimIncoming } from './skim-incoming.ts';

/** UTF-16 units that may be incoming in a flood of lines; beyond them they are parsed at once. */
const INCOMING_LINES_LIMIT = 1024 * 1024;

export type WindowScreenOptions = {
  /** Lines that can be scrolled back to. The first `NEAR_LINES` are always there, the others come when they are wanted. */
  readonly scrollback: number;
  /** Called when something else is to be shown although nothing came: the complete view has caught up, say. */
  readonly onCaughtUp: () => void;
  readonly now: () => number;
  readonly setTimer: (run: () => void, ms: number) => unknown;
  readonly clearTimer: (timer: unknown) => void;
};

export class WindowScreen {
  readonly #options: WindowScreenOptions;
  /** The screen with all its scrollback; in a flood it is behind. */
  readonly #complete: ScreenView;
  /** Output that came since the last frame; no view has parsed it. */
  readonly #incoming = new Backlog<ScreenEvent>();
  readonly #limit: IncomingLimit;
  #preview: FloodPreview | undefined;
  /** Rows of the body while it follows the output; undefined while somebody looks back. */
  #followedRows: number | undefined;
  /** Whether the older lines have been asked for since somebody looks back. */
  #askedOlder = false;
  #catchUpTimer: unknown;
  /** The screen that is held while the program draws, and the timer that drops it. */
  #held: { readonly screen: HeldScreen; readonly timer: unknown } | undefined;
  #forgetsCopied = false;
  #closed = false;

  constructor(state: TerminalState, options: WindowScreenOptions) {
    this.#options = options;
    this.#limit = new IncomingLimit(options.now, FLOOD);
    this.#complete = screenViewOf(state, this.#near);
    this.forgetCopied();
  }

  /** Takes one accepted action of this terminal, in stream order. */
  apply(action: Action | UnknownAction): void {
    const step = screenChangeOf(action);
    if (step === undefined || this.#closed) return;
    this.#incoming.add(step);
    const limit = this.#preview?.linesOnly === true ? INCOMING_LINES_LIMIT : this.#limit.chars;
    if (this.#incoming.waiting > limit) this.parse();
  }

  /** The sequences by which another emulator measures as this screen does. */
  get measures(): string {
    return this.#complete.emulator.measures();
  }

  /** Says how many rows of the body follow the output; undefined while somebody looks back. */
  follow(rows: number | undefined): void {
    this.#followedRows = rows;
    if (rows === undefined) return;
    this.#askedOlder = false;
    if (this.#complete.emulator.scrollback > this.#near) this.#complete.emulator.keepScrollback(this.#near);
  }

  /** Whether somebody looks back at an output of which the oldest lines are not here; true once each time they do. */
  wantsOlder(): boolean {
    if (this.#askedOlder || this.#followedRows !== undefined || this.#options.scrollback <= NEAR_LINES)
      return false;
    const { emulator, start, fullScreen } = this.parseAll();
    this.#askedOlder = !fullScreen && start === 0 && emulator.base >= emulator.scrollback;
    return this.#askedOlder;
  }

  /** Puts the older lines of the running output above the screen, if somebody still looks back. Returns how many. */
  addOlder(output: string): number {
    if (this.#closed || this.#followedRows !== undefined || this.parseAll().fullScreen) return 0;
    const { emulator } = this.parseAll();
    emulator.endDrawing();
    return addOlderLines(emulator, output, this.#options.scrollback);
  }

  /** Shows the last screenful of a flood that the host sends later; whoever looks back does not see it. */
  preview(screenful: string): void {
    if (this.#closed || !this.#canFollow()) return;
    this.parse();
    this.#preview ??= new FloodPreview(this.#previewOptions());
    this.#options.clearTimer(this.#catchUpTimer);
    this.#preview.draw(screenful);
  }

  /** Parses what came, and returns the view to be shown now; in a flood that is followed it lacks what has scrolled off. */
  parse(): ScreenView {
    const view = this.#limit.timed(this.#incoming.waiting, () => this.#parsed);
    this.#watchHeld(view);
    return view;
  }

  get #parsed(): ScreenView {
    if (!this.#canFollow()) return this.parseAll();
    if (this.#preview !== undefined) return this.#preview.advance(this.#incoming) ?? this.parseAll();
    if (this.#incoming.waiting > FLOOD) this.#preview = this.#beginPreview();
    return this.#preview?.view ?? this.parseAll();
  }

  /** Parses what came, in a flood too. Returns the view of everything that can be scrolled back to. */
  parseAll(): ScreenView {
    this.#preview?.skimDeferred();
    this.#preview?.catchUpAll();
    this.#closePreview();
    skimIncoming(this.#incoming, this.#complete.emulator);
    this.#incoming.take(Number.POSITIVE_INFINITY, (step) => this.#complete.take(step));
    return this.#complete;
  }

  /** Returns what the program has copied since the last call. */
  takeCopied(): string | undefined {
    const text = this.#complete.emulator.reports.takeCopied();
    if (!this.#forgetsCopied) return text;
    this.#forgetsCopied = this.waiting > 0;
    return undefined;
  }

  /** Forgets what the text so far has copied; nothing is parsed for that. */
  forgetCopied(): void {
    this.#complete.emulator.reports.takeCopied();
    this.#forgetsCopied = this.waiting > 0;
  }

  /** Whether lines come faster than anybody could read them. */
  get flooded(): boolean {
    return this.#preview?.linesOnly === true;
  }

  /** UTF-16 units of text the complete view has not parsed. */
  get waiting(): number {
    return this.#incoming.waiting + (this.#preview?.waiting ?? 0);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#options.clearTimer(this.#held?.timer);
    this.#closePreview();
    this.#incoming.clear();
    this.#complete.close();
  }

  get #near(): number {
    return Math.min(NEAR_LINES, this.#options.scrollback);
  }

  #canFollow(): boolean {
    const { emulator } = this.#complete;
    if (emulator.alternate || emulator.held !== undefined) return false;
    return this.#followedRows !== undefined && this.#followedRows <= emulator.rows;
  }

  #beginPreview(): FloodPreview | undefined {
    return FloodPreview.begin(this.#incoming, this.#previewOptions());
  }

  #previewOptions(): FloodPreviewOptions {
    return {
      complete: this.#complete,
      scrollback: this.#near,
      catchUpIn: (ms) => this.#catchUpIn(ms),
    };
  }

  #closePreview(): void {
    this.#options.clearTimer(this.#catchUpTimer);
    this.#preview?.close();
    this.#preview = undefined;
  }

  #watchHeld({ emulator }: ScreenView): void {
    const { held } = emulator;
    if (held === this.#held?.screen) return;
    this.#options.clearTimer(this.#held?.timer);
    // A preview would leave it to the complete view to begin the same drawing again.
    const drop = (): void => {
      this.parseAll().emulator.endDrawing();
      this.#options.onCaughtUp();
    };
    this.#held =
      held === undefined ? undefined : { screen: held, timer: this.#options.setTimer(drop, HELD_MS) };
  }

  #catchUpIn(ms: number): void {
    this.#options.clearTimer(this.#catchUpTimer);
    this.#catchUpTimer = this.#options.setTimer(() => {
      this.#preview?.skimDeferred();
      this.#catchUp();
    }, ms);
  }

  /** Lets the complete view catch up, one slice a turn; the preview is shown meanwhile. */
  #catchUp(): void {
    if (this.#preview?.catchUpSlice() === false) {
      this.#catchUpTimer = this.#options.setTimer(() => this.#catchUp(), 0);
      return;
    }
    this.#closePreview();
    this.#options.onCaughtUp();
  }
}

/** Returns what an action does to the screen; undefined when it does nothing. */
function screenChangeOf(action: Action | UnknownAction): string | ScreenEvent | undefined {
  switch (action.type) {
    case 'terminal/data':
      return action.data;
    case 'terminal/resized':
      return { kind: 'resized', cols: action.cols, rows: action.rows };
    case 'terminal/cleared':
      return { kind: 'cleared' };
    case 'terminal/commandFinished':
      // A forgotten command is reported again while another one runs.
      return cottyMeta<CommandMeta>(action._meta).forgotten === true ? undefined : { kind: 'finished' };
    case 'terminal/commandExecuted':
      // What was printed before it is in a block of its own: the live part begins anew.
      return cottyMeta<CommandMeta>(action._meta).before === undefined ? undefined : { kind: 'finished' };
    default:
      return undefined;
  }
}
