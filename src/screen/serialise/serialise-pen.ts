/** Text, attributes and hyperlinks as a stream — what is printed with which pen, and no join where none was. */

import { joins, properties, widthOf } from '../cells/grapheme-width.ts';
import { sgrOf } from '../cells/style.ts';
import { PROTECTED, plainBg, plainColor, plainExt, plainFg, UNDERLINE_COLOR } from '../cells/style-bits.ts';
import type { Pen, RawCell } from '../emulator/emulator-state.ts';

export const PLAIN_PEN: Pen = { fg: 0, bg: 0, ext: 0, link: undefined };

/** Designating ASCII where ASCII is designated: it does nothing but keep the next character from joining the last. */
export const BREAK = '\x1b(B';

/** The join state after a plain narrow character. */
const PLAIN_JOIN = properties(0x61, 0);

export class PenWriter {
  #out: string[] = [];
  #sgr = '\x1b[0m';
  #background = 0;
  #last: Pen = PLAIN_PEN;
  #protected = false;
  #link: string | undefined;
  /** Join state the emulator that reads this will be in. */
  #join = 0;

  /** A sequence that leaves the pen alone. */
  raw(sequence: string): void {
    if (sequence === '') return;
    this.#out.push(sequence);
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

  /** The pen itself, which may hold an underline colour for an underline yet to come. */
  exactPen(pen: Pen): void {
    const color = pen.ext & UNDERLINE_COLOR;
    const waiting = color === UNDERLINE_COLOR ? 0 : color;
    const ext = plainExt(pen.fg, pen.bg, pen.ext) || waiting;
    this.#last = pen;
    this.#attributes(sgrOf({ fg: plainFg(pen.fg), bg: plainBg(pen.bg), ext }), pen);
  }

  get hasBackground(): boolean {
    return this.#background !== 0;
  }

  /** After a sequence that changed the pen in a way not followed here. */
  forgetPen(): void {
    this.#sgr = '';
  }

  print(text: string): void {
    const first = text.codePointAt(0) ?? 0;
    if (this.#join !== 0 && joins(properties(first, this.#join))) this.raw(BREAK);
    this.#out.push(text);
    for (const char of text) this.#join = properties(char.codePointAt(0) ?? 0, this.#join);
  }

  /** A cell that has text, with its pen. */
  cell(cell: RawCell): void {
    this.pen(cell.pen);
    const code = cell.text.charCodeAt(0);
    // By far the most; nothing but a prepended mark joins these to what stands before them.
    if (code < 127 && cell.text.length === 1 && this.#join <= PLAIN_JOIN) {
      this.#out.push(cell.text);
      this.#join = PLAIN_JOIN;
      return;
    }
    this.print(typed(cell));
  }

  toString(): string {
    return this.#out.join('');
  }

  #attributes(sgr: string, pen: Pen): void {
    const isProtected = (pen.bg & PROTECTED) !== 0;
    if (sgr !== this.#sgr || (this.#protected && !isProtected)) {
      this.raw(sgr);
      this.#sgr = sgr;
      this.#background = plainColor(pen.bg);
      // xterm's SGR 0 also lifts the protection.
      this.#protected = false;
    }
    if (isProtected && !this.#protected) this.raw('\x1b[1"q');
    this.#protected = isProtected;
    if (pen.link === this.#link) return;
    this.raw(`\x1b]8;;${pen.link ?? ''}\x1b\\`);
    this.#link = pen.link;
  }
}

function samePen(a: Pen, b: Pen): boolean {
  return a === b || (a.fg === b.fg && a.bg === b.bg && a.ext === b.ext && a.link === b.link);
}

/** The state the joins are in after a text printed on its own. */
export function joinState(text: string): number {
  let state = 0;
  for (const char of text) state = properties(char.codePointAt(0) ?? 0, state);
  return state;
}

/** True when a text printed on its own comes out as one cell of this width. */
export function isTyped(text: string, width: number): boolean {
  let state = 0;
  let first = true;
  for (const char of text) {
    state = properties(char.codePointAt(0) ?? 0, state);
    if (!first && !joins(state)) return false;
    first = false;
  }
  return !first && widthOf(state) === width;
}

/** The cell's text, or blanks for the rare cluster that came about piecemeal and cannot be typed in one go. */
function typed(cell: RawCell): string {
  return isTyped(cell.text, cell.width) ? cell.text : ' '.repeat(cell.width || 1);
}
