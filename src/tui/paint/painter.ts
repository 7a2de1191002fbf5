/** The painter updates the outer terminal to show a frame, with few bytes and in one write. */

import { blankRow, type Row } from '../../screen/cells/row.ts';
import type { OuterTerminal } from '../outer/outer-terminal.ts';
import type { Frame, FrameCursor } from './frame.ts';
import { ImageLayer, type ImageProtocol } from './images/image-layer.ts';
import type { OuterCell, VisibleImage } from './images/visible-images.ts';
import { Pen } from './pen.ts';
import { changedSpans, drawnWidth, paintSpan } from './row-paint.ts';

export type PainterOptions = {
  readonly outer: Pick<OuterTerminal, 'write'>;
  readonly cols: number;
  readonly rows: number;
  /** The terminal supports synchronized output: it draws nothing between `CSI ?2026h` and `CSI ?2026l`. */
  readonly synchronized: boolean;
  /** The terminal draws glyphs of ambiguous width in two cells. */
  readonly ambiguousWide?: boolean;
  /** The terminal supports DECSCUSR. The bare Linux console may print it instead. */
  readonly cursorShapes?: boolean;
  /** The terminal has hyperlinks (OSC 8), or at least ignores them. */
  readonly links?: boolean;
};

/** Capabilities of the terminal that become known after painting has begun. */
export type Learned = {
  readonly synchronized?: boolean;
  readonly ambiguousWide?: boolean;
  /** The image protocol of the outer terminal, and the pixels of a cell. */
  readonly images?: ImageProtocol | undefined;
  readonly cell?: OuterCell | undefined;
};

export class Painter {
  readonly #outer: Pick<OuterTerminal, 'write'>;
  readonly #cursorShapes: boolean;
  readonly #pen: Pen;
  readonly #images = new ImageLayer();
  #cols: number;
  #rows: number;
  #synchronized: boolean;
  #ambiguousWide: boolean;
  #drawn: ReturnType<typeof drawnWidth>;
  /** Rows on screen; undefined when the content of the terminal is unknown. */
  #shown: readonly Row[] | undefined;
  #prepared = false;
  #cursorShown: boolean | undefined;
  #shape = '';

  constructor(options: PainterOptions) {
    this.#outer = options.outer;
    this.#pen = new Pen(options.links ?? true);
    this.#cols = options.cols;
    this.#rows = options.rows;
    this.#synchronized = options.synchronized;
    this.#ambiguousWide = options.ambiguousWide ?? false;
    this.#drawn = drawnWidth(this.#ambiguousWide);
    this.#cursorShapes = options.cursorShapes ?? true;
  }

  /** Sets the size. Terminals reflow, cut and fill differently, so the next frame is painted whole. */
  resize(cols: number, rows: number): void {
    this.#cols = cols;
    this.#rows = rows;
    this.#images.resized();
    this.#forgetCells();
  }

  /** Takes over capabilities. May be called before each frame: known values change nothing. */
  learn({ synchronized, ambiguousWide, images, cell }: Learned): void {
    this.#images.learn(images, cell);
    if (synchronized !== undefined) this.#synchronized = synchronized;
    if (ambiguousWide === undefined || ambiguousWide === this.#ambiguousWide) return;
    this.#ambiguousWide = ambiguousWide;
    this.#drawn = drawnWidth(ambiguousWide);
    this.invalidate();
  }

  /** Forgets the screen after something else wrote to the terminal: the next frame is painted whole. */
  invalidate(): void {
    this.#images.forget();
    this.#forgetCells();
  }

  /** Returns the bytes that remove our images, to be written before another program gets the terminal. */
  leave(): string {
    return this.#images.leave();
  }

  #forgetCells(): void {
    this.#shown = undefined;
    this.#prepared = false;
    this.#cursorShown = undefined;
    this.#shape = '';
    this.#pen.forget();
  }

  /** Assumes a screen just cleared in the default style: the next frame is painted onto blanks. */
  reset(): void {
    this.invalidate();
    this.#shown = new Array<Row>(this.#rows).fill(blankRow(this.#cols));
  }

  /** Paints a frame. Returns false when the terminal already shows it. */
  paint(frame: Frame): boolean {
    const { rows, removal, gone } = this.#images.next(frame.rows);
    this.#pen.raw(removal);
    for (const each of gone) this.#unknown(each);
    this.#paintRows(rows);
    this.#paintImages();
    return this.#write(frame.cursor);
  }

  /** Paints the row of the cursor, where the last frame had another. Does nothing while the screen is unknown. */
  paintRow(row: Row, cursor: FrameCursor): void {
    const before = this.#shown?.[cursor.y];
    if (this.#shown === undefined || before === undefined) return;
    this.#paintRow(cursor.y, row, before);
    this.#pen.endLink();
    this.#shown = this.#shown.map((each, y) => (y === cursor.y ? row : each));
    this.#write(cursor);
  }

  /** Writes what was painted, and the cursor. Returns false when that is nothing. */
  #write(cursor: FrameCursor | undefined): boolean {
    const cells = this.#pen.take();
    const cursorHidden = this.#hideWhilePainting(cells);
    this.#placeCursor(cursor);
    const bytes = cursorHidden + cells + this.#pen.take();
    if (bytes === '') return false;
    // A cursor that only moves has no half-painted state to hide.
    this.#outer.write(cells !== '' && this.#synchronized ? `\x1b[?2026h${bytes}\x1b[?2026l` : bytes);
    return true;
  }

  #paintRows(rows: readonly Row[]): void {
    this.#prepare();
    const shown = this.#shown;
    const painted: Row[] = [];
    for (let y = 0; y < this.#rows; y += 1) {
      const row = rows[y] ?? blankRow(this.#cols);
      const before = shown?.[y];
      painted.push(row);
      if (before !== row) this.#paintRow(y, row, before);
    }
    this.#pen.endLink();
    this.#shown = painted;
  }

  #paintRow(y: number, row: Row, before: Row | undefined): void {
    const canvas = { pen: this.#pen, cols: this.#cols, drawn: this.#drawn };
    const spans = before ? changedSpans(before, row, this.#cols, this.#drawn) : [{ from: 0, to: this.#cols }];
    for (const span of spans) {
      paintSpan(row, y, span, canvas);
      this.#images.painted(y, span.from, span.to);
    }
  }

  /** Writes images over the blanks that were painted for them; the cursor position after them depends on the terminal. */
  #paintImages(): void {
    for (const { visible, bytes } of this.#images.added()) {
      this.#pen.moveTo(visible.x, visible.y);
      this.#pen.astray(bytes);
    }
  }

  /** Marks the cells of a removed image as unknown, so that they are painted again. */
  #unknown({ x, y, cols, rows }: VisibleImage): void {
    if (this.#shown === undefined) return;
    this.#shown = this.#shown.map((row, line) =>
      line < y || line >= y + rows
        ? row
        : { ...row, chars: row.chars.map((char, at) => (at >= x && at < x + cols ? UNKNOWN : char)) },
    );
  }

  /**
   * Switches autowrap off, so that a character in the last column, even if drawn too wide, never scrolls the
   * screen.
   */
  #prepare(): void {
    if (this.#prepared) return;
    this.#pen.raw('\x1b[?7l');
    this.#prepared = true;
  }

  #hideWhilePainting(cells: string): string {
    if (cells === '' || this.#synchronized || this.#cursorShown === false) return '';
    this.#cursorShown = false;
    return '\x1b[?25l';
  }

  #placeCursor(cursor: FrameCursor | undefined): void {
    const isInside = cursor !== undefined && cursor.x < this.#cols && cursor.y < this.#rows;
    const visible = isInside && cursor.hidden !== true;
    if (isInside) this.#pen.moveTo(cursor.x, cursor.y);
    if (visible) this.#setShape(cursor);
    if (visible === this.#cursorShown) return;
    this.#cursorShown = visible;
    this.#pen.raw(visible ? '\x1b[?25h' : '\x1b[?25l');
  }

  #setShape({ shape, blinking }: FrameCursor): void {
    const bytes = `\x1b[${shapeNumber(shape, blinking)} q`;
    if (!this.#cursorShapes || bytes === this.#shape) return;
    this.#shape = bytes;
    this.#pen.raw(bytes);
  }
}

/** The character of a cell with unknown content; it equals no cell of a row. */
const UNKNOWN = '\0';

/** Number of a cursor shape in DECSCUSR: 0 is the terminal's default; blinking shapes have odd numbers. */
function shapeNumber(shape: FrameCursor['shape'], blinking: boolean): number {
  if (shape === 'default') return 0;
  const steady = { block: 2, underline: 4, bar: 6 }[shape];
  return blinking ? steady - 1 : steady;
}
