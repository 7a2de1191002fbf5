/** One parsed screen: an emulator, and the line at which the live part (the output since the last finished command) begins. */

import { cottyMeta } from '../../protocol/common/meta.ts';
import type { LiveStart, ScreenMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';
import type { ContentPart, TerminalState } from '../../protocol/terminal/state.ts';
import { type Row, rowText } from '../../screen/cells/row.ts';
import { type Cursor, Emulator, type LineMark } from '../../screen/emulator/emulator.ts';
import type { EchoScreen, Guess } from './local-echo.ts';

/** Signs for a missing line break: zsh writes `%`, or `#` for root; fish `⏎`, or `¶` and `^J` in poor locales. */
const NO_LINE_BREAK = /^([%#⏎¶]|\^J)? *$/;

/** Size of a terminal whose AHP state names none. */
const DEFAULT_COLS = 80;
const DEFAULT_ROWS = 24;

/** Ends an unfinished sequence, and resets the emulator: a screen must be drawn on a fresh one. */
const RESET = '\x18\x1bc';

/** Things that happen to a screen besides text. */
export type ScreenEvent =
  | { readonly kind: 'resized'; readonly cols: number; readonly rows: number }
  | { readonly kind: 'cleared' }
  /** A command begins to run at the cursor: what it prints from here on is live. */
  | { readonly kind: 'executed' }
  /** A command has ended at the cursor, or the output between two commands has. */
  | { readonly kind: 'finished' }
  /** The host's screen takes the place of this one. */
  | { readonly kind: 'redrawn'; readonly screen: ScreenMeta };

/** How a running command has used the screen: drawn above the row where it began, or cleared it before it printed anything. */
type Takes = 'above' | 'wiped';

/**
 * The live rows are those of the running command, or of the prompt; everything above them is shown as blocks. The emulator has
 * the same screen as the host's, so that absolute cursor addressing means the same on both.
 */
export class ScreenView {
  readonly emulator: Emulator;
  /** What is drawn for typed keys that the program has not echoed yet. Only what is painted has it. */
  guess: Guess | undefined;
  #mark: LineMark | undefined;
  /** Cells of the marked line that the finished command wrote, when its output did not end with a line break. */
  #leftover = 0;
  #runs = false;
  #takes: Takes | undefined;
  #hasPrinted = false;
  /** The rows of the screen above the running command, from the lowest upwards, as they were when it began. */
  #above: readonly Row[] = [];
  #lastUsed = { version: -1, line: 0 };

  constructor(emulator: Emulator) {
    this.emulator = emulator;
  }

  take(step: string | ScreenEvent): void {
    const { emulator } = this;
    if (typeof step === 'string') {
      emulator.write(step);
      this.#watchAbove();
    } else if (step.kind === 'resized') {
      emulator.resize(step.cols, step.rows);
      this.#rememberAbove();
    } else if (step.kind === 'executed') this.began();
    else if (step.kind === 'finished') this.#finished();
    else if (step.kind === 'redrawn') this.#redraw(step.screen);
    // The host does the same to its own screen; a full-screen program keeps what it drew.
    else if (step.kind === 'cleared') emulator.write(emulator.alternate ? '\x1b[3J' : '\x1b[H\x1b[2J\x1b[3J');
  }

  /**
   * Runs what writes text that changes no row but that of the cursor: the last row that is used stays the same. Returns whether
   * the cursor has stayed in its row (a backspace leaves it with reverse wraparound, mode 45).
   */
  withinRow(write: () => void): boolean {
    const { version, line } = this.#lastUsed;
    const isKnown = version === this.emulator.version;
    const row = this.#cursor.y;
    write();
    if (row !== this.#cursor.y) return false;
    if (isKnown) this.#lastUsed = { version: this.emulator.version, line };
    return true;
  }

  /** Draws a serialised screen on a fresh emulator. */
  draw({ screen = '', pictures, ...start }: ScreenMeta): void {
    this.emulator.write(screen);
    this.emulator.images.restore(pictures);
    this.#beginAt(start);
  }

  #beginAt({ liveFromEnd, leftover = 0, wiped }: LiveStart): void {
    this.#mark?.dispose();
    this.#mark = undefined;
    this.#leftover = leftover;
    if (liveFromEnd === undefined && wiped !== true) return;
    this.#mark = this.emulator.mark(this.emulator.state().normal.length - 1 - (liveFromEnd ?? 0));
    if (wiped === true) this.#mark.dispose();
  }

  /** Notes that a command runs which began at the start of the live part. */
  runs(): void {
    this.#runs = true;
    this.#rememberAbove();
  }

  /** A command begins to run: the live part begins with what it prints. */
  began(): void {
    this.#begin();
    this.runs();
  }

  /**
   * Whether the running program uses the whole screen: it has drawn above the row where it began, or, if it reads every key
   * itself, has cleared the screen or redrawn it after having filled it. Then the body shows the screen as it is.
   */
  takesScreen(readsKeys: boolean): boolean {
    if (!this.#runs || this.#takes === 'above') return this.#takes === 'above';
    return readsKeys && (this.#takes === 'wiped' || this.#mark === undefined || this.#isDrawnAnew);
  }

  /** Whether a program that has scrolled the screen now leaves blank rows at its bottom: it has redrawn it. */
  get #isDrawnAnew(): boolean {
    return this.start < this.base && this.#lastUsedLine() < this.base + this.emulator.rows - 1;
  }

  /** Whether it is known where the live part begins. */
  get knowsStart(): boolean {
    return this.#mark !== undefined;
  }

  /** Whether a full-screen program has the alternate screen: it fills the body, and no blocks are shown. */
  get fullScreen(): boolean {
    return this.#alternate;
  }

  /** First line of the live part, as an absolute line of the emulator's buffer. */
  get start(): number {
    if (this.#alternate) return this.base;
    if (this.#mark === undefined || this.#mark.scrolledOut) return 0;
    const mark = this.#mark.line;
    // The mark was wiped by a reset, or the program moved above it (clear, home): the whole screen is live.
    const cursorLine = this.base + this.#cursor.y;
    if (mark < 0 || mark > cursorLine) return this.base;
    return mark < cursorLine && this.#leftover > 0 && this.#isLeftover(mark) ? mark + 1 : mark;
  }

  /** Number of live rows, down to the cursor or to the last row that is not blank; at least 1. */
  get rows(): number {
    if (this.#alternate) return this.emulator.rows;
    return Math.max(1, this.#lastUsedLine() - this.start + 1);
  }

  /** Row of the live part at which the screen begins; negative where finished output is on the screen above it. */
  get screenTop(): number {
    return this.base - this.start;
  }

  /** Columns hidden at the left in a window narrower than the screen, so that the painted cursor is in sight. */
  hiddenLeft(width: number): number {
    return this.emulator.cols <= width ? 0 : Math.max(0, this.paintedCursor.x - width + 1);
  }

  /** Returns row `index` of the live part, or of the screen above it. */
  row(index: number): Row {
    return this.line(this.start + index);
  }

  /** Returns a line of the buffer; while the program draws, those of the screen are as they were before. */
  line(number: number): Row {
    const { held } = this.emulator;
    return held?.rows[number - held.base] ?? this.emulator.row(number);
  }

  /** The cursor, with `y` as a row of the live part. */
  get cursor(): { readonly x: number; readonly y: number; readonly visible: boolean } {
    const { x, y, visible } = this.#cursor;
    return { x, y: this.base + y - this.start, visible };
  }

  /** The line as it is painted, with what is guessed. */
  paintedLine(number: number): Row {
    return this.guess?.line === number ? this.guess.row : this.line(number);
  }

  get paintedCursor(): { readonly x: number; readonly y: number; readonly visible: boolean } {
    const { cursor } = this;
    return this.guess === undefined ? cursor : { ...cursor, x: this.guess.x };
  }

  /** The cursor and its row, from which is guessed what a key will do. */
  get echoScreen(): EchoScreen {
    const { x, y, visible } = this.#cursor;
    const line = this.base + y;
    return { line, x, visible, alternate: this.#alternate, row: this.line(line) };
  }

  /** First line of the screen, as an absolute line of the emulator's buffer. */
  get base(): number {
    return (this.emulator.held ?? this.emulator).base;
  }

  close(): void {
    this.#mark?.dispose();
    this.emulator.close();
  }

  get #alternate(): boolean {
    return (this.emulator.held ?? this.emulator).alternate;
  }

  get #cursor(): Cursor {
    return (this.emulator.held ?? this.emulator).cursor;
  }

  #redraw(screen: ScreenMeta): void {
    this.emulator.write(RESET);
    this.draw(screen);
    this.#rememberAbove();
  }

  #finished(): void {
    this.emulator.commandEnded();
    this.#runs = false;
    this.#begin();
  }

  #begin(): void {
    this.#takes = undefined;
    this.#hasPrinted = false;
    this.#above = [];
    this.#mark?.dispose();
    this.#mark = this.emulator.mark();
    this.#leftover = this.emulator.alternate ? 0 : this.emulator.cursor.x;
  }

  /** Remembers the rows above the running command, to notice when the program draws there. */
  #rememberAbove(): void {
    const { emulator } = this;
    const mark = this.#mark;
    if (!this.#runs || mark === undefined || mark.scrolledOut || emulator.alternate) {
      this.#above = [];
      return;
    }
    const rows = Math.max(0, mark.line - emulator.base);
    this.#above = Array.from({ length: rows }, (_, index) => emulator.row(mark.line - 1 - index));
  }

  /** Checks after each piece of output whether the running command has drawn above the row where it began, or cleared it. */
  #watchAbove(): void {
    const { emulator } = this;
    if (!this.#runs || this.#takes === 'above' || emulator.alternate) return;
    const mark = this.#mark;
    if (mark === undefined || mark.scrolledOut) return;
    const { line } = mark;
    const { base, cursor } = emulator;
    const isFirst = !this.#hasPrinted;
    this.#hasPrinted ||= line !== base + cursor.y || cursor.x > 0;
    if (line < 0) {
      // `clear; make` begins at the top, and goes on as any other command.
      this.#takes ??= isFirst ? 'wiped' : 'above';
      return;
    }
    const isAbove = line > base + cursor.y;
    const rows = this.#above.slice(0, Math.max(0, line - base));
    if (isAbove || rows.some((row, index) => !isSame(row, emulator.row(line - 1 - index))))
      this.#takes = 'above';
  }

  /** Whether the line holds only the end of the last output and the sign of zsh or fish for its missing line break. */
  #isLeftover(line: number): boolean {
    return NO_LINE_BREAK.test(rowText(this.emulator.row(line)).slice(this.#leftover));
  }

  #lastUsedLine(): number {
    const { emulator } = this;
    if (this.#lastUsed.version !== emulator.version) {
      const cursorLine = this.base + this.#cursor.y;
      let line = this.base + emulator.rows - 1;
      while (line > cursorLine && isBlank(this.line(line))) line--;
      this.#lastUsed = { version: emulator.version, line };
    }
    return this.#lastUsed.line;
  }
}

/** Builds the view of a terminal from the state its host sent. */
export function screenViewOf(state: TerminalState, scrollback: number): ScreenView {
  const size = { cols: state.cols ?? DEFAULT_COLS, rows: state.rows ?? DEFAULT_ROWS };
  const view = new ScreenView(new Emulator({ ...size, scrollback, holds: true }));
  const drawn = cottyMeta<ScreenMeta>(state._meta);
  if (drawn.screen === undefined) {
    replay(view, state.content);
  } else {
    const last = state.content.at(-1);
    const runs = last?.type === 'command' && !last.isComplete;
    // If a running command has printed more than the scrollback holds, the whole buffer is live.
    view.draw(runs ? drawn : { liveFromEnd: view.emulator.rows - 1, ...drawn });
    if (runs) view.runs();
  }
  return view;
}

/** Replays the content of a host that sends no screen: it is the output stream, from wherever it was trimmed. */
function replay(view: ScreenView, content: readonly ContentPart[]): void {
  for (const part of content) {
    if (part.type !== 'command') view.take(part.value);
    else {
      if (cottyMeta<CommandMeta>(part._meta).before !== undefined) view.take({ kind: 'finished' });
      view.take({ kind: 'executed' });
      view.take(part.output);
    }
    if (part.type === 'command' && part.isComplete) view.take({ kind: 'finished' });
  }
}

/** Whether two rows have the same cells; mostly they are the same object. */
function isSame(one: Row, other: Row): boolean {
  if (one === other) return true;
  return (
    one.chars.length === other.chars.length &&
    one.chars.every((char, x) => char === other.chars[x] && one.styles[x] === other.styles[x])
  );
}

/** Blankness by row: the emulator returns the same object while a row does not change, and most rows stay blank. */
const blankness = new WeakMap<Row, boolean>();

function isBlank(row: Row): boolean {
  const known = blankness.get(row);
  if (known !== undefined) return known;
  const blank = row.chars.every((char, x) => char === ' ' && row.styles[x] === 0);
  blankness.set(row, blank);
  return blank;
}
