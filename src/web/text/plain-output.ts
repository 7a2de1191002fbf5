/**
 * Output that is lines and colours and nothing else, read without an emulator: what most commands print. Anything that moves
 * the cursor back needs the emulator (`emulated-output.ts`).
 */

import { afterSgr } from './pen.ts';
import type { StyledLine, TextSpan, TextStyle } from './styled-line.ts';

const TAB_WIDTH = 8;
const [TAB, LF, CR, ESC, DEL] = [0x09, 0x0a, 0x0d, 0x1b, 0x7f];
const [BRACKET, FINAL_M] = [0x5b, 0x6d];

class Lines {
  readonly done: StyledLine[] = [];
  #line: TextSpan[] = [];
  #width = 0;
  #style: TextStyle | undefined;

  get isEmpty(): boolean {
    return this.#line.length === 0;
  }

  add(text: string): void {
    if (text === '') return;
    this.#width += text.length;
    this.#line.push(this.#style === undefined ? { text } : { text, style: this.#style });
  }

  tab(): void {
    this.add(' '.repeat(TAB_WIDTH - (this.#width % TAB_WIDTH)));
  }

  end(): void {
    this.done.push(this.#line);
    this.#line = [];
    this.#width = 0;
  }

  color(parameters: string): void {
    this.#style = afterSgr(this.#style, parameters);
  }
}

/** Returns the lines of an output; undefined when something in it needs an emulator. */
export function plainOutput(text: string): readonly StyledLine[] | undefined {
  const lines = new Lines();
  let start = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code >= 0x20 && code !== DEL) {
      at += 1;
      continue;
    }
    lines.add(text.slice(start, at));
    const next = control(lines, text, at, code);
    if (next === undefined) return undefined;
    at = next;
    start = at;
  }
  lines.add(text.slice(start));
  if (!lines.isEmpty) lines.end();
  return lines.done;
}

/** Takes one control character, and returns where the text goes on. */
function control(lines: Lines, text: string, at: number, code: number): number | undefined {
  switch (code) {
    case LF:
      lines.end();
      return at + 1;
    case CR: {
      // Programs on a terminal end lines so; a lone one goes back to the beginning of the line.
      let next = at + 1;
      while (text.charCodeAt(next) === CR) next += 1;
      return text.charCodeAt(next) === LF ? next : undefined;
    }
    case TAB:
      lines.tab();
      return at + 1;
    case ESC:
      return sgr(lines, text, at);
    default:
      return undefined;
  }
}

function sgr(lines: Lines, text: string, at: number): number | undefined {
  if (text.charCodeAt(at + 1) !== BRACKET) return undefined;
  let end = at + 2;
  while (isParameter(text.charCodeAt(end))) end += 1;
  if (text.charCodeAt(end) !== FINAL_M) return undefined;
  lines.color(text.slice(at + 2, end));
  return end + 1;
}

/** Digits, colons and semicolons. */
function isParameter(code: number): boolean {
  return code >= 0x30 && code <= 0x3b;
}
