/**
 * The terminal emulator — xterm.js without a window, fed synchronously and read as rows.
 *
 * Writing goes to xterm's parser directly: its public `write` only queues, and the rows would be one turn of the event
 * loop late. Should another version lack that way (see emulator-core), the public one is used and `version` grows when
 * the bytes have been parsed. It never answers by itself: `onReply` is the only way out.
 */
import xterm, { type Terminal } from '@xterm/headless';
import { installWidths } from '../cells/grapheme-width.ts';
import { blankRow, type Row } from '../cells/row.ts';
import type { Grid } from '../skim/read-drawn.ts';
import type { Keep } from '../skim/skim.ts';
import { cleanTitle } from './clean-title.ts';
import { type Core, coreOf } from './emulator-core.ts';
import { type Cursor, readCursor } from './emulator-cursor.ts';
import { eraseSafely, insertSafely, limitCounts, resetWholly, restoreSafely } from './emulator-limits.ts';
import { linkNumber, publicRow } from './emulator-lines.ts';
import { Links } from './emulator-links.ts';
import { type LineMark, LineMarks, publicMark } from './emulator-marks.ts';
import { type ProgramModes, programModes } from './emulator-modes.ts';
import { type EmulatorState, learnCharsets, readState } from './emulator-state.ts';
import { readStrings } from './emulator-strings.ts';
import { unfinished } from './emulator-unfinished.ts';
import { type Progress, parseProgress } from './progress.ts';
import { RowCache } from './row-cache.ts';

export type { Cursor, LineMark, ProgramModes };

/** Sizes outside are brought inside: xterm needs two columns, and cells cost 12 bytes each. */
const MIN_COLS = 2;
const MAX_COLS = 2000;
const MAX_ROWS = 1000;

export class Emulator {
  readonly scrollback: number;
  #terminal: Terminal;
  #core: Core | undefined;
  #marks = new LineMarks();
  #links = new Links();
  #replies = new Set<(text: string) => void>();
  readonly #rowCache = new RowCache();
  #version = 0;
  #title = '';
  #bells = 0;
  #progress: Progress | null = null;
  #unfinished = '';
  #faults = 0;
  #closed = false;

  constructor({ cols, rows, scrollback }: { cols: number; rows: number; scrollback: number }) {
    this.scrollback = scrollback;
    this.#terminal = new xterm.Terminal({
      cols: clamp(cols, MIN_COLS, MAX_COLS),
      rows: clamp(rows, 1, MAX_ROWS),
      scrollback,
      allowProposedApi: true,
      logLevel: 'off',
      windowOptions: {},
    });
    installWidths(this.#terminal);
    this.#core = coreOf(this.#terminal);
    this.#listen();
  }

  get cols(): number {
    return this.#terminal.cols;
  }
  get rows(): number {
    return this.#terminal.rows;
  }
  /** Grows with every write and resize. */
  get version(): number {
    return this.#version;
  }
  /** Lines of the active buffer, scrollback included. */
  get length(): number {
    return this.#terminal.buffer.active.length;
  }
  /** The first line of the viewport. */
  get base(): number {
    return this.#terminal.buffer.active.baseY;
  }
  get alternate(): boolean {
    return this.#terminal.buffer.active.type === 'alternate';
  }
  get modes(): ProgramModes {
    return programModes(this.#terminal, this.#core);
  }
  /** As the program set it, without control and format characters. */
  get title(): string {
    return this.#title;
  }
  get bells(): number {
    return this.#bells;
  }
  /** As the program last reported it; null: it reports none. */
  get progress(): Progress | null {
    return this.#progress;
  }
  /** How often xterm threw inside a write; the rest of that write was lost. Expected to stay 0. */
  get faults(): number {
    return this.#faults;
  }

  get cursor(): Cursor {
    return readCursor(this.#terminal, this.#core);
  }

  write(data: string): void {
    if (this.#closed || data === '') return;
    const core = this.#core;
    if (core === undefined) {
      this.#terminal.write(data, () => void this.#version++);
      return;
    }
    this.#parse(core, data);
    this.#marks.follow(core.buffers.normal.lines);
    this.#unfinished = unfinished(core, this.#unfinished, data);
    this.#version++;
  }

  resize(cols: number, rows: number): void {
    if (this.#closed) return;
    this.#terminal.resize(clamp(cols, MIN_COLS, MAX_COLS), clamp(rows, 1, MAX_ROWS));
    this.#version++;
  }

  /** A line of the active buffer, counted from the top of the scrollback; blank outside of it. */
  row(line: number): Row {
    if (this.#core !== undefined) {
      const { lines } = this.#core.buffers.active;
      const found = line >= 0 && line < lines.length ? lines.get(line) : undefined;
      return found === undefined ? blankRow(this.cols) : this.#rowCache.row(found, this.cols);
    }
    const { active } = this.#terminal.buffer;
    const found = active.getLine(line);
    return found === undefined ? blankRow(this.cols) : publicRow(found, this.cols, active.getNullCell());
  }

  /** The address (OSC 8) behind a cell. What to do with it, if anything, is the reader's decision: programs choose it. */
  link(line: number, x: number): string | undefined {
    const lines = this.#core?.buffers.active.lines;
    const found = lines !== undefined && line >= 0 && line < lines.length ? lines.get(line) : undefined;
    return found === undefined ? undefined : this.#links.address(linkNumber(found, x));
  }

  /** A mark on a line of the normal buffer: the cursor's unless given, also while a full-screen program is in front. */
  mark(line?: number): LineMark {
    const normal = this.#core?.buffers.normal;
    if (normal === undefined) return publicMark(this.#terminal, line);
    this.#marks.follow(normal.lines);
    return this.#marks.mark(line ?? normal.ybase + normal.y);
  }

  /** What `skim` has to keep of lines about to be written; nothing while they would not simply scroll. */
  get keep(): Keep | undefined {
    const active = this.#core?.buffers.active;
    if (active === undefined || this.#unfinished !== '') return undefined;
    const { rows, cols } = this;
    if (active.scrollTop !== 0 || active.scrollBottom !== rows - 1) return undefined;
    const scrollback = this.alternate ? 0 : this.scrollback;
    const wraps = this.#terminal.modes.wraparoundMode;
    return { rows, scrollback, below: rows - 1 - active.y, cols: wraps ? cols : 0 };
  }

  /** What `skimDrawn` has to know of the place where something is about to be drawn; nothing while rows do not stay where they are. */
  get grid(): Grid | undefined {
    const { keep } = this;
    if (keep === undefined || keep.cols === 0) return undefined;
    const { insert, origin, newline } = this.modes;
    if (insert || origin || newline) return undefined;
    const { cols, rows } = this;
    const { x, y } = this.#core?.buffers.active ?? { x: cols, y: 0 };
    return x < cols ? { cols, rows, x, y } : undefined;
  }

  /** Everything a serialiser needs beyond the rows; nothing when xterm's inner state cannot be read. */
  state(): EmulatorState | undefined {
    if (this.#core === undefined) return undefined;
    learnCharsets(() => new xterm.Terminal({ cols: 2, rows: 1, allowProposedApi: true, logLevel: 'off' }));
    return readState(this.#terminal, this.#core, {
      title: this.#title,
      unfinished: this.#unfinished,
      address: (number) => this.#links.address(number),
    });
  }

  /** What the emulator answers to queries. Wired in the host only: a client that answered would type into the shell. */
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
    const terminal = this.#terminal;
    const core = this.#core;
    terminal.onData((text) => {
      for (const listener of this.#replies) listener(text);
    });
    terminal.onBell(() => void this.#bells++);
    resetWholly(terminal, core);
    const titled = (text: string) => {
      this.#title = cleanTitle(text);
      return true;
    };
    if (core === undefined) {
      terminal.parser.registerOscHandler(0, titled);
      terminal.parser.registerOscHandler(2, titled);
      return;
    }
    limitCounts(terminal, core);
    eraseSafely(terminal, core, this.#marks);
    insertSafely(core);
    restoreSafely(terminal, core);
    const reported = (payload: string) => {
      const progress = parseProgress(payload);
      if (progress !== undefined) this.#progress = progress;
    };
    readStrings(core, this.#links, { titled, reported });
    this.#marks.follow(core.buffers.normal.lines);
  }

  #parse(core: Core, data: string): void {
    try {
      core._inputHandler.parse(data);
    } catch {
      // No sequence is known to get here. The parser is put back to its ground state so that the next write is sound.
      this.#faults++;
      core._inputHandler._parser.reset();
    }
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, Math.floor(value) || least));
}
