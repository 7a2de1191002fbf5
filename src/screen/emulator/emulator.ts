/**
 * The terminal emulator: headless xterm.js, written to synchronously and read as rows.
 *
 * `write` calls xterm's parser directly: the public `write` only queues, so rows would be one turn of the event loop
 * late. The emulator sends no reply to a query itself: `onReply` is its only output.
 */

import xterm, { type Terminal } from '@xterm/headless';
import { ESC, isInnerControl, isIntroducer, isString } from '../../protocol/sequences/states.ts';
import { installClusterWidths } from '../cells/cluster-mode.ts';
import { blankRow, type Row } from '../cells/row.ts';
import { quickCoreOf } from '../core/blank-rows.ts';
import type { Core } from '../core/emulator-core.ts';
import { keepOf } from '../core/skim-bounds.ts';
import { measuresOf } from '../image/measures.ts';
import { Images } from '../image/read-images.ts';
import { ProgramReports } from '../report/program-reports.ts';
import type { Keep } from '../skim/skim.ts';
import { type Cursor, readCursor } from './emulator-cursor.ts';
import { Held, type HeldScreen } from './emulator-held.ts';
import { Keyboard } from './emulator-keyboard.ts';
import {
  eraseSafely,
  insertSafely,
  limitCounts,
  limitSize,
  parseSafely,
  resetWholly,
  restoreSafely,
} from './emulator-limits.ts';
import { coreText, type LineText, lineAt, linkNumber } from './emulator-lines.ts';
import { Links } from './emulator-links.ts';
import { type LineMark, LineMarks } from './emulator-marks.ts';
import { knowOlderMouse, type ProgramModes, programModes } from './emulator-modes.ts';
import { PackedLines } from './emulator-packed.ts';
import { type EmulatorState, learnCharsets, readState } from './emulator-state.ts';
import { readStrings } from './emulator-strings.ts';
import { RowCache } from './row-cache.ts';

export type { Cursor, HeldScreen, LineMark, ProgramModes };

export type EmulatorOptions = {
  readonly cols: number;
  readonly rows: number;
  readonly scrollback: number;
  /** Whether `held` keeps the screen during synchronised output; needed only where the screen is shown to a person. */
  readonly holds?: boolean;
};

export class Emulator {
  readonly reports = new ProgramReports();
  readonly images: Images;
  readonly measures: () => string;
  #terminal: Terminal;
  readonly #core: ReturnType<typeof quickCoreOf>;
  #marks = new LineMarks();
  #packed = new PackedLines();
  #links = new Links();
  #replies = new Set<(text: string) => void>();
  readonly #rowCache = new RowCache((number) => this.#links.styleLink(number));
  readonly #held: Held | undefined;
  readonly #keyboard: Keyboard;
  #version = 0;
  #bells = 0;
  #unfinished = '';
  #faults = 0;
  #closed = false;

  constructor({ cols, rows, scrollback, holds = false }: EmulatorOptions) {
    this.#terminal = new xterm.Terminal({
      ...limitSize(cols, rows),
      scrollback,
      allowProposedApi: true,
      logLevel: 'off',
      windowOptions: {},
    });
    installClusterWidths(this.#terminal, (text) => this.#reply(text));
    this.#core = quickCoreOf(this.#terminal);
    this.images = new Images(this.#core, () => this.#terminal);
    this.measures = () => measuresOf(this.#terminal, this.images.cell);
    this.#held = holds
      ? new Held(this.#terminal, this.#core, (line) => this.#row(line, undefined))
      : undefined;
    this.#keyboard = new Keyboard(this.#terminal, this.#core, (text) => this.#reply(text));
    this.#listen();
  }

  get cols(): number {
    return this.#terminal.cols;
  }
  get rows(): number {
    return this.#terminal.rows;
  }
  /** Lines kept above the screen. */
  get scrollback(): number {
    return this.#terminal.options.scrollback ?? 0;
  }
  /** Increases with every write and resize. */
  get version(): number {
    return this.#version;
  }
  /** Number of lines of the active buffer, scrollback included. */
  get length(): number {
    return this.#core.buffers.active.lines.length;
  }
  /** The first line of the viewport. */
  get base(): number {
    return this.#core.buffers.active.ybase;
  }
  get alternate(): boolean {
    const { active, alt } = this.#core.buffers;
    return active === alt;
  }
  get modes(): ProgramModes {
    return programModes(this.#terminal, this.#core, this.#keyboard);
  }
  get bells(): number {
    return this.#bells;
  }
  /** Number of writes in which xterm threw; the rest of such a write was lost. Expected to stay 0. */
  get faults(): number {
    return this.#faults;
  }
  get cursor(): Cursor {
    return readCursor(this.#terminal, this.#core);
  }

  /** Cells from the cursor to the right edge; 0 when the last cell is written and the next character wraps. */
  get room(): number {
    return Math.max(0, this.cols - this.#core.buffers.active.x);
  }

  /** The screen to show while the program draws (synchronised output); undefined while it does not, and without `holds`. */
  get held(): HeldScreen | undefined {
    return this.#held?.screen;
  }

  /** Whether the program is within a frame (synchronised output). */
  get drawing(): boolean {
    return this.#core.coreService.decPrivateModes.synchronizedOutput;
  }

  /** Whether the text so far ends within a control sequence. */
  get isMidSequence(): boolean {
    return this.#unfinished !== '';
  }

  /** Ends synchronised output although the program has not: the screen is shown as it is. */
  endDrawing(): void {
    if (!this.drawing) return;
    this.#core.coreService.decPrivateModes.synchronizedOutput = false;
    this.#version++;
  }

  write(data: string): void {
    if (this.#closed || data === '') return;
    this.unpack();
    if (!parseSafely(this.#core, data)) this.#faults++;
    this.#marks.follow(this.#core.buffers.normal.lines);
    this.#unfinished = unfinished(this.#core, this.#unfinished, data);
    this.#version++;
  }

  resize(cols: number, rows: number): void {
    if (this.#closed) return;
    this.unpack().endDrawing();
    const size = limitSize(cols, rows);
    this.#terminal.resize(size.cols, size.rows);
    this.#version++;
  }

  /** Keeps so many lines above the screen from now on. The first `count` lines of `older` come above them. */
  keepScrollback(lines: number, older?: Emulator, count = 0): void {
    if (this.#closed) return;
    this.unpack().#terminal.options.scrollback = lines;
    if (older !== undefined) putAbove(this.#core, older.unpack().#core, count);
    this.#version++;
  }

  /** Packs the scrollback into a tenth of the memory, until something is read or written. */
  pack(): void {
    this.#rowCache.clear();
    if (!this.#closed) this.#packed.pack(this.#core.buffers.normal);
  }

  /** Must be called before xterm's lines are read in another way than by this class. */
  unpack(): this {
    this.#packed.unpack();
    return this;
  }

  /** A line of the active buffer, counted from the top of the scrollback; a blank row outside the buffer. */
  row(line: number): Row {
    return this.#row(line, this.#version);
  }

  /** The text of the same row. */
  text(line: number): LineText {
    return coreText(lineAt(this.unpack().#core, line), this.cols);
  }

  /** The address (OSC 8) of the hyperlink in a cell. The address comes from a program: the caller decides whether to use it. */
  link(line: number, x: number): string | undefined {
    const found = lineAt(this.unpack().#core, line);
    return found && this.#links.address(linkNumber(found, x));
  }

  /** Resets keyboard protocols, focus reports and synchronised output after a command: a killed program could not do it. */
  commandEnded(): void {
    this.#keyboard.reset();
    this.#core.coreService.decPrivateModes.sendFocus = false;
    this.endDrawing();
  }

  /** Marks a line of the normal buffer, by default the cursor's; works on the alternate screen too. */
  mark(line?: number): LineMark {
    const { normal } = this.#core.buffers;
    this.#marks.follow(normal.lines);
    return this.#marks.mark(line ?? normal.ybase + normal.y);
  }

  get keep(): Keep | undefined {
    return this.#unfinished === '' ? keepOf(this.#core, this.#terminal) : undefined;
  }

  /** The state that the serialiser needs. */
  state(): EmulatorState {
    learnCharsets(() => new xterm.Terminal({ cols: 2, rows: 1, allowProposedApi: true, logLevel: 'off' }));
    return readState(this.unpack().#terminal, this.#core, {
      keyboard: this.#keyboard,
      reports: this.reports,
      cell: this.images.cell,
      unfinished: this.images.allOf(this.#unfinished),
      address: (number) => this.#links.address(number),
    });
  }

  /**
   * Listens for the emulator's replies to queries. Used in the host only: a reply from a client would be typed into the shell.
   */
  onReply(listener: (text: string) => void): () => void {
    this.#replies.add(listener);
    return () => void this.#replies.delete(listener);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#replies.clear();
    this.#marks.close();
    this.#terminal.dispose();
  }

  #listen(): void {
    const [terminal, core] = [this.#terminal, this.#core];
    terminal.onData((text) => this.#reply(text));
    terminal.onBell(() => void this.#bells++);
    resetWholly(terminal, core, this.reports.colors);
    for (const install of [limitCounts, restoreSafely, knowOlderMouse]) install(terminal, core);
    eraseSafely(terminal, core, this.#marks);
    insertSafely(core);
    readStrings(core, this.#links, this.reports);
    this.#marks.follow(core.buffers.normal.lines);
  }

  #row(line: number, version: number | undefined): Row {
    const found = lineAt(this.unpack().#core, line);
    return found ? this.#rowCache.row(found, this.cols, version) : blankRow(this.cols);
  }

  #reply(text: string): void {
    for (const listener of this.#replies) listener(text);
  }
}

// Scrollback.

/** Lines moved by one call: as arguments of one, a hundred thousand would overflow the stack. */
const AT_ONCE = 10_000;

/**
 * Puts the first `end` lines of the normal buffer of `older` above that of `core`, as many of the last ones as fit. They are
 * moved, so `older` must not be used any more. They lose their hyperlinks, whose numbers belong to `older`.
 */
function putAbove(core: Core, older: Core, end: number): void {
  const { normal } = core.buffers;
  const room = normal.lines.maxLength - normal.lines.length;
  const first = Math.max(0, end - room);
  const lines = Array.from({ length: end - first }, (_, at) =>
    older.buffers.normal.lines.get(first + at),
  ).filter((line) => line !== undefined);
  for (const { _extendedAttrs } of lines) {
    for (const attributes of Object.values(_extendedAttrs))
      if (attributes !== undefined) attributes.urlId = 0;
  }
  for (let to = lines.length; to > 0; to -= AT_ONCE) {
    normal.lines.splice(0, 0, ...lines.slice(Math.max(0, to - AT_ONCE), to));
  }
  normal.ybase += lines.length;
  normal.ydisp += lines.length;
  normal.savedY += lines.length;
}

// Sequences that are not finished.

/**
 * Limit: 64 Ki characters. Of a longer string only the start is kept, which decides how the rest is parsed; `Images` keeps the
 * rest of images.
 */
const UNFINISHED_LIMIT = 64 * 1024;

/** xterm's parser state outside of any sequence. */
const GROUND = 0;

/** Returns the unfinished text after `data` was written; `before` is the unfinished text before it. */
function unfinished(core: Core, before: string, data: string): string {
  const state = core._inputHandler._parser.currentState;
  if (state === GROUND) return core._inputHandler._stringDecoder._interim === 0 ? '' : data.slice(-1);
  const begins = lastBeginning(data);
  const start = begins < 0 ? before : '';
  const added = data.slice(Math.max(0, begins)).slice(0, UNFINISHED_LIMIT - start.length);
  return isString(state) ? withoutEarlyControls(start + added) : start + withoutControls(added);
}

function lastBeginning(data: string): number {
  let at = data.length - 1;
  while (at >= 0 && !isIntroducer(data.charCodeAt(at))) at -= 1;
  return at;
}

/** Removes those between the ESC and the letter that begins a string; in the string they are a part of it. */
function withoutEarlyControls(text: string): string {
  if (text.charCodeAt(0) !== ESC) return text;
  let at = 1;
  while (at < text.length && isInnerControl(text.charCodeAt(at))) at += 1;
  return `\x1b${text.slice(at)}`;
}

/** Removes control characters that took effect inside the sequence: replaying its start must not repeat them. */
function withoutControls(text: string): string {
  let kept = '';
  for (const char of text) if (!isInnerControl(char.charCodeAt(0))) kept += char;
  return kept;
}
