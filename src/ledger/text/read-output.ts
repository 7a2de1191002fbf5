/** Reads lines of an output, numbered as they were printed, from the stretches of it that are still stored. */

import type { OutputRange, OutputResult } from '../../protocol/cotty/command-output.ts';
import { linesIn, newlinesIn } from '../../protocol/terminal/newlines.ts';
import type { KeptOutput, TextSpan } from './text-spans.ts';

/** Limit of an answer in UTF-16 units if the request names none. */
const MOST_CHARS = 256 * 1024;

export async function readOutput(kept: KeptOutput, range: OutputRange): Promise<OutputResult> {
  const { total, running } = kept;
  const first =
    range.fromEnd === undefined ? (range.fromLine ?? 1) - 1 : Math.max(0, total.lines - range.fromEnd);
  const end = Math.min(total.lines, first + (range.lines ?? total.lines));
  const taken = new TakenLines({ first, end, skip: range.fromChar ?? 0 }, range.maxChars ?? MOST_CHARS);
  for (const [index, span] of kept.spans.entries()) {
    const next = kept.spans[index + 1];
    const isBefore = next !== undefined && taken.beginsBehind(next);
    if (taken.isDone) break;
    if (!isBefore) await taken.takeFrom(span);
  }
  if (!taken.isDone && kept.tail !== undefined) await taken.takeFrom(kept.tail);
  const cut = await firstCut(kept);
  return {
    text: taken.text,
    fromLine: taken.first + 1,
    lines: linesIn(taken.text),
    total,
    ...(cut === undefined ? {} : { cut }),
    more: taken.text !== '' && taken.next < end,
    running,
  };
}

/** Lines that are wanted, counted from 0; `skip` UTF-16 units of the first one are not. */
type Wanted = { readonly first: number; readonly end: number; readonly skip: number };

/** The lines taken so far, always without a gap between them. Lines are counted from 0. */
class TakenLines {
  text = '';
  first: number;
  readonly #end: number;
  readonly #most: number;
  /** Line ends taken. */
  #lines = 0;
  #isFull = false;
  /** UTF-16 units of the first line still to be left out, and whether some were. */
  #skip: number;
  #hasSkipped = false;

  constructor({ first, end, skip }: Wanted, most: number) {
    this.first = first;
    this.#end = end;
    this.#most = most;
    this.#skip = skip;
  }

  /** The line after those taken, whole or not. */
  get next(): number {
    return this.first + this.#lines + (this.#isInLine ? 1 : 0);
  }

  /**
   * Whether all that is still wanted is in this stretch or behind it, so that the stretches before need not be read: the next
   * wanted line begins in it at the earliest.
   */
  beginsBehind({ line, inLine }: TextSpan): boolean {
    const position = this.first + this.#lines;
    return inLine ? line < position : line <= position;
  }

  get isDone(): boolean {
    return this.#isFull || this.first + this.#lines >= this.#end;
  }

  get #isInLine(): boolean {
    return this.text === '' ? this.#hasSkipped : !this.text.endsWith('\n');
  }

  async takeFrom(span: TextSpan): Promise<void> {
    const isGap = span.line > this.first + this.#lines;
    if (isGap && this.text !== '') this.#isFull = true;
    if (isGap && span.line >= this.#end) this.#isFull = true;
    if (this.#isFull) return;
    const text = await span.read();
    if (text === undefined) return;
    if (isGap) {
      this.first = span.line;
      // The text before the wanted range belonged to a line that is not there.
      this.#skip = 0;
    }
    this.#take(text, span);
  }

  #take(text: string, span: TextSpan): void {
    const continues = this.#isInLine && span.inLine && span.follows;
    // If the beginning of a line is known, it stays even if its rest is missing.
    if (this.#isInLine && !continues) return;
    let at = this.#behindSkipped(text, startOfLine(text, this.first + this.#lines - span.line));
    while (at !== -1 && at < text.length && !this.isDone) {
      const newline = text.indexOf('\n', at);
      const lineEnd = newline === -1 ? text.length : newline + 1;
      if (this.text.length + lineEnd - at > this.#most) {
        this.#isFull = true;
        if (this.text === '') this.text = cutLine(text.slice(at, lineEnd), this.#most);
        return;
      }
      const to = this.#wholeLines(text, at, lineEnd);
      this.text += text.slice(at, to);
      at = to;
    }
  }

  /**
   * Leaves out what is not wanted of the first line, and returns the offset behind it; the end of the text when that is all of
   * it.
   */
  #behindSkipped(text: string, at: number): number {
    if (this.#skip === 0 || at === -1 || at === text.length) return at;
    const newline = text.indexOf('\n', at);
    const lineEnd = newline === -1 ? text.length : newline + 1;
    const end = Math.min(lineEnd, at + this.#skip);
    this.#hasSkipped = true;
    this.#skip -= end - at;
    if (end === lineEnd && newline !== -1) this.#isFull = true;
    return end;
  }

  /** Returns the end of as many lines as are wanted and fit, at least of the one that ends at `lineEnd`. */
  #wholeLines(text: string, from: number, lineEnd: number): number {
    let end = lineEnd;
    if (text[lineEnd - 1] === '\n') this.#lines += 1;
    while (!this.isDone) {
      const newline = text.indexOf('\n', end);
      if (newline === -1 || this.text.length + newline + 1 - from > this.#most) break;
      end = newline + 1;
      this.#lines += 1;
    }
    return end;
  }
}

/** Returns the offset of a line of the text, or -1 when the text ends before it. */
function startOfLine(text: string, line: number): number {
  let at = 0;
  for (let left = line; left > 0; left -= 1) {
    const newline = text.indexOf('\n', at);
    if (newline === -1) return -1;
    at = newline + 1;
  }
  return at;
}

/** Never leaves half a surrogate pair. */
function cutLine(line: string, most: number): string {
  const code = line.charCodeAt(most - 1);
  return line.slice(0, code >= 0xd800 && code <= 0xdbff ? most - 1 : most);
}

/** Returns the first range of lines that no span has. */
async function firstCut({ spans, tail, total }: KeptOutput): Promise<OutputResult['cut']> {
  if (tail === undefined) return undefined;
  for (const [index, span] of spans.entries()) {
    const next = spans[index + 1];
    if (next?.follows === true) continue;
    const text = (await span.read()) ?? '';
    const line = span.line + newlinesIn(text);
    const byte = span.byte + Buffer.byteLength(text);
    const after = next ?? tail;
    const isWhole = next === undefined && line + (text === '' || text.endsWith('\n') ? 0 : 1) >= total.lines;
    if (isWhole || after.line <= line) continue;
    return { fromLine: line + 1, lines: after.line - line, bytes: Math.max(0, after.byte - byte) };
  }
  return undefined;
}
