/** Writes text, attributes and hyperlinks as a stream, and keeps characters apart that were not joined. */

import { joins, type Properties, properties, singleProperties, widthOf } from '../cells/grapheme-width.ts';
import { sgrOf } from '../cells/style.ts';
import { PROTECTED, plainBg, plainColor, plainExt, plainFg, UNDERLINE_COLOR } from '../cells/style-bits.ts';
import type { Pen, RawCell } from '../emulator/emulator-state.ts';

export const PLAIN_PEN: Pen = { fg: 0, bg: 0, ext: 0, link: undefined };

/** Designates ASCII as G0 again: this has no effect but that the next character does not join the last one. */
export const BREAK = '\x1b(B';

/** The join state after a plain narrow character. */
const PLAIN_JOIN = properties(0x61, 0);

/** Joining of code points in the emulator that reads the stream. */
export type Joining = (codepoint: number, before: Properties) => Properties;

export function joiningOf(clusters: boolean): Joining {
  return clusters ? properties : singleProperties;
}

export class PenWriter {
  readonly #properties: Joining;
  #out = '';
  #sgr = '\x1b[0m';
  #background = 0;
  #last: Pen = PLAIN_PEN;
  #protected = false;
  #link: string | undefined;
  /** Join state of the emulator that will read this stream. */
  #join = 0;

  constructor(joining: Joining) {
    this.#properties = joining;
  }

  /** Writes a sequence that does not change the pen. */
  raw(sequence: string): void {
    if (sequence === '') return;
    this.#out += sequence;
    this.#join = 0;
  }

  pen(pen: Pen): void {
    if (this.#sgr !== '' && samePen(pen, this.#last)) return;
    this.#last = pen;
    this.#attributes(
      sgrOf({ fg: plainFg(pen.fg), bg: plainBg(pen.bg), ext: plainExt(pen.fg, pen.bg, pen.ext) }),
      pen,
    );
  }

  /** Sets the program's own pen, which may have an underline colour before there is an underline. */
  exactPen(pen: Pen): void {
    this.#last = pen;
    this.#attributes(exactSgr(pen), pen);
  }

  get hasBackground(): boolean {
    return this.#background !== 0;
  }

  /** Called after a sequence that changed the pen in an unknown way. */
  forgetPen(): void {
    this.#sgr = '';
  }

  print(text: string): void {
    const first = text.codePointAt(0) ?? 0;
    if (this.#join !== 0 && joins(this.#properties(first, this.#join))) this.raw(BREAK);
    this.#out += text;
    for (const char of text) this.#join = this.#properties(char.codePointAt(0) ?? 0, this.#join);
  }

  /** Writes a cell that has text, with its pen. */
  cell(cell: RawCell): void {
    this.pen(cell.pen);
    const code = cell.text.charCodeAt(0);
    // The most common case: such a character joins the one before it only if that is a prepended mark.
    if (code < 127 && cell.text.length === 1 && this.#join <= PLAIN_JOIN) {
      this.#out += cell.text;
      this.#join = PLAIN_JOIN;
      return;
    }
    this.print(typed(cell, this.#properties));
  }

  toString(): string {
    return this.#out;
  }

  #attributes(sgr: string, pen: Pen): void {
    const isProtected = (pen.bg & PROTECTED) !== 0;
    if (sgr !== this.#sgr || (this.#protected && !isProtected)) {
      this.raw(sgr);
      this.#sgr = sgr;
      this.#background = plainColor(pen.bg);
      // xterm's SGR 0 also clears the protection (DECSCA).
      this.#protected = false;
    }
    if (isProtected && !this.#protected) this.raw('\x1b[1"q');
    this.#protected = isProtected;
    if (pen.link === this.#link) return;
    this.raw(`\x1b]8;;${pen.link ?? ''}\x1b\\`);
    this.#link = pen.link;
  }
}

/** Returns the sequence that sets a pen whatever it was before; undefined when more than SGR is needed. */
export function penSequence(pen: Pen): string | undefined {
  return pen.link === undefined && (pen.bg & PROTECTED) === 0 ? exactSgr(pen) : undefined;
}

function exactSgr(pen: Pen): string {
  const color = pen.ext & UNDERLINE_COLOR;
  const unusedColor = color === UNDERLINE_COLOR ? 0 : color;
  const ext = plainExt(pen.fg, pen.bg, pen.ext) || unusedColor;
  return sgrOf({ fg: plainFg(pen.fg), bg: plainBg(pen.bg), ext });
}

function samePen(a: Pen, b: Pen): boolean {
  return a === b || (a.fg === b.fg && a.bg === b.bg && a.ext === b.ext && a.link === b.link);
}

/** Returns the join state after a text printed on its own. */
export function joinState(text: string, joining: Joining): number {
  let state = 0;
  for (const char of text) state = joining(char.codePointAt(0) ?? 0, state);
  return state;
}

/** Whether a text printed on its own becomes one cell of this width. */
export function isTyped(text: string, width: number, joining: Joining): boolean {
  let state = 0;
  let first = true;
  for (const char of text) {
    state = joining(char.codePointAt(0) ?? 0, state);
    if (!first && !joins(state)) return false;
    first = false;
  }
  return !first && widthOf(state) === width;
}

/** The cell's text, or blanks for a rare cluster that was built piece by piece and cannot be printed at once. */
function typed(cell: RawCell, joining: Joining): string {
  return isTyped(cell.text, cell.width, joining) ? cell.text : ' '.repeat(cell.width || 1);
}
