/**
 * Output of a command as plain lines: no escape sequences, and of what was overwritten only what was left of it.
 *
 * The cursor moves within its line only; what is drawn on the alternate screen is no output and is left out. The time
 * it takes grows with the text alone, whatever the text is: a program's output must not hold up the host.
 */

import { nextSequence, sequenceEnd } from '../protocol/terminal/sequence.ts';

/** A cursor that is sent further stays here: no line is padded to more than this. */
const MAX_MOVE = 1000;

const CSI = /^(?:\x1b\[|\x9b)([\x20-\x3f]*)([\x40-\x7e])$/;
const ALTERNATE = /^\?(?:47|1047|1049)$/;
/** Whatever does more than to stand in its line; tabs stay. */
const CONTROL = /[\x00-\x08\x0a-\x1f\x7f-\x9f]/g;

export function plainLines(text: string): readonly string[] {
  const lines = new Lines();
  for (let at = 0; at < text.length; ) {
    const stop = nextSequence(text, at);
    print(lines, text.slice(at, stop));
    // An unfinished one at the end is dropped whole.
    at = stop === text.length ? stop : (sequenceEnd(text, stop) ?? text.length);
    obey(lines, text.slice(stop, at));
  }
  return lines.end();
}

class Lines {
  readonly #done: string[] = [];
  /** Grows at its end only; from the first overwriting on the line is in `#cells`. */
  #text = '';
  #cells: string[] | undefined;
  #column = 0;
  alternate = false;

  write(text: string): void {
    if (this.#cells === undefined) {
      this.#text += text;
      return;
    }
    while (this.#cells.length < this.#column) this.#cells.push(' ');
    for (const char of text) {
      this.#cells[this.#column] = char;
      this.#column += 1;
    }
  }

  feed(): void {
    this.#done.push(this.#line());
    this.#text = '';
    this.#cells = undefined;
    this.#column = 0;
  }

  /** One character counts as one cell. */
  move(to: (column: number) => number): void {
    this.#open();
    const column = Math.max(0, to(this.#column));
    this.#column = column > this.#column ? Math.max(this.#column, Math.min(column, MAX_MOVE)) : column;
  }

  erase(which: number): void {
    const cells = this.#open();
    if (which === 0) cells.length = Math.min(cells.length, this.#column);
    else if (which === 2) this.#erased();
    else if (this.#column + 1 >= cells.length) this.#erased();
    else cells.fill(' ', 0, Math.min(this.#column + 1, MAX_MOVE));
  }

  end(): readonly string[] {
    const rest = this.#line();
    return rest === '' ? this.#done : [...this.#done, rest];
  }

  #erased(): void {
    this.#cells = [];
    this.#column = Math.min(this.#column, MAX_MOVE);
  }

  #open(): string[] {
    if (this.#cells !== undefined) return this.#cells;
    this.#cells = Array.from(this.#text);
    this.#column = this.#cells.length;
    return this.#cells;
  }

  #line(): string {
    return (this.#cells?.join('') ?? this.#text).trimEnd();
  }
}

/** Text with controls, without sequences. */
function print(lines: Lines, text: string): void {
  if (lines.alternate) return;
  let from = 0;
  for (const { 0: control, index } of text.matchAll(CONTROL)) {
    if (index > from) lines.write(text.slice(from, index));
    from = index + 1;
    if (control === '\n' || control === '\v' || control === '\f' || control === '\x85') lines.feed();
    else if (control === '\b') lines.move((column) => column - 1);
    // The first half of a line end changes nothing.
    else if (control === '\r' && text[from] !== '\n') lines.move(() => 0);
  }
  if (from < text.length) lines.write(text.slice(from));
}

function obey(lines: Lines, sequence: string): void {
  const [, parameters = '', final = ''] = CSI.exec(sequence) ?? [];
  if (ALTERNATE.test(parameters) && /[hl]/.test(final)) lines.alternate = final === 'h';
  if (lines.alternate) return;
  const count = Number.parseInt(parameters, 10) || 0;
  if (final === 'C') lines.move((column) => column + Math.max(1, count));
  else if (final === 'D') lines.move((column) => column - Math.max(1, count));
  else if (final === 'G') lines.move(() => Math.max(1, count) - 1);
  else if (final === 'K') lines.erase(count);
}
