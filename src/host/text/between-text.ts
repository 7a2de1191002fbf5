/**
 * Keeps the output between commands: of background jobs, and servers that were started with `&`. It is the text behind the prompt as it
 * was drawn, without the last line, which is the command. The README beside this file describes what that may contain.
 */

import { CharFinder } from '../../protocol/sequences/char-finder.ts';
import { newlinesIn } from '../../protocol/terminal/newlines.ts';
import { safeCut, safeEnd } from '../../protocol/terminal/safe-cut.ts';
import { clusterSequence } from '../../screen/cells/cluster-mode.ts';
import { sgr } from '../../screen/cells/style.ts';
import { OutputRenderer, type TextLine } from '../../screen/text/output-renderer.ts';
import { plainLines, plainText } from '../../screen/text/plain-stream.ts';
import type { Mark } from '../../shell/mark.ts';

/**
 * Limits in UTF-16 units. Of the text at one prompt, beyond the first limit only the prompt (up to `HEAD`) and the end are kept. Of the
 * output of programs, the oldest lines are dropped. In both cases a line says how many lines are missing.
 */
const [MOST_TEXT, HEAD, TAIL] = [128 * 1024, 2 * 1024, 16 * 1024];
const MOST_PRINTED = 16 * 1024;
/** Number of last prompts that decide whether prompt hooks print lines of their own: then such lines are no output. */
const PROMPTS = 8;

const TAB = '\t';

/** State for a checkpoint. */
export type BetweenState = {
  /** `hooks`: a command has ended, and the prompt has not begun. `off`: a command runs, or no shell reports its prompts. */
  readonly phase: 'off' | 'hooks' | 'prompt';
  /** What was printed since then. Earlier versions kept it in another form, which is ignored. */
  readonly text: string;
  /** Where in the text the prompt ends, and where the first key was typed. */
  readonly promptEnd?: number;
  readonly typedFrom?: number;
  /** Output lines of earlier prompts since the last command, and the number of older ones that were dropped. */
  readonly lines: readonly string[];
  readonly left: number;
  /** Numbers of lines that were printed before each of the last prompts. */
  readonly hookLines: readonly number[];
};

export class BetweenText {
  #phase: BetweenState['phase'] = 'off';
  #text = '';
  #promptEnd: number | undefined;
  #typedFrom: number | undefined;
  /** Where in the text Tab was typed since the prompt was drawn. */
  #listFrom: number | undefined;
  #lines: readonly string[] = [];
  #left = 0;
  #hookLines: readonly number[] = [];
  readonly #cols: () => number;

  /** `cols`: the width of the terminal in cells. */
  constructor(cols: () => number, earlier?: BetweenState) {
    this.#cols = cols;
    if (typeof earlier?.text !== 'string') return;
    this.#phase = earlier.phase;
    this.#text = earlier.text;
    this.#promptEnd = earlier.promptEnd;
    this.#typedFrom = earlier.typedFrom;
    this.#lines = earlier.lines;
    this.#left = earlier.left;
    this.#hookLines = earlier.hookLines;
  }

  get state(): BetweenState {
    return {
      phase: this.#phase,
      text: this.#text,
      ...(this.#promptEnd === undefined ? {} : { promptEnd: this.#promptEnd }),
      ...(this.#typedFrom === undefined ? {} : { typedFrom: this.#typedFrom }),
      lines: this.#lines,
      left: this.#left,
      hookLines: this.#hookLines,
    };
  }

  /** Must be called with each text that is shown, in the order of the pty. */
  printed(text: string): void {
    if (this.#phase === 'off') return;
    this.#text += text;
    if (this.#text.length > MOST_TEXT) this.#shorten();
  }

  /** Must be called with each input. */
  typed(data = ''): void {
    if (this.#phase !== 'prompt') return;
    this.#typedFrom ??= this.#text.length;
    if (data.includes(TAB)) this.#listFrom ??= this.#text.length;
  }

  /** Must be called with each mark after its actions; `isRunning` when a command runs. */
  marked(mark: Mark, isRunning: boolean): void {
    if (isRunning) return;
    if (mark.kind === 'promptStart') this.#beginPrompt();
    else if (mark.kind === 'promptEnd' && this.#phase === 'prompt') this.#promptEnds();
    else if (mark.kind !== 'property') return;
    // The line editor draws a half-typed line again, as if it had just been typed.
    else if (mark.key === 'Put') this.typed();
    // The shell has accepted a delivered command: text until it runs is its echo.
    else if (mark.key === 'Taken' && this.#phase === 'prompt') {
      this.#keep();
      this.#begin('off');
    }
  }

  /** Must be called when a command has ended. */
  commandEnded(): void {
    this.#begin('hooks');
  }

  /** Must be called when the terminal was cleared. */
  cleared(): void {
    this.#text = this.#text.slice(0, this.#promptEnd ?? 0);
    this.#typedFrom = this.#listFrom = undefined;
    this.#lines = [];
    this.#left = 0;
  }

  /** Ends with the command that the shell runs now. Returns what was printed before it; undefined if nothing was. */
  take(commandLine: string): string | undefined {
    return this.#end(commandLine.split('\n').length);
  }

  /** Ends with the terminal. Returns what was printed since the last command; undefined if nothing was. */
  end(): string | undefined {
    // Text after the last command without a prompt is what the shell prints at its exit, or a prompt without integration.
    if (this.#phase === 'hooks') this.#begin('off');
    return this.#end();
  }

  /** Returns what was printed since the last command; undefined if nothing was. */
  read(): string | undefined {
    return this.#textOf(newest([...this.#lines, ...this.#linesNow()], this.#left));
  }

  #end(commandLines?: number): string | undefined {
    const found = newest([...this.#lines, ...this.#linesNow(commandLines)], this.#left);
    this.#begin('off');
    this.#lines = [];
    this.#left = 0;
    return this.#textOf(found);
  }

  #begin(phase: BetweenState['phase']): void {
    this.#phase = phase;
    this.#text = '';
    this.#promptEnd = this.#typedFrom = this.#listFrom = undefined;
  }

  /** Only the first end counts: the prompt may be drawn again, behind a list of completions. */
  #promptEnds(): void {
    this.#promptEnd ??= this.#text.length;
    if (this.#listFrom !== undefined) this.#text = this.#text.slice(0, this.#listFrom);
    this.#listFrom = undefined;
  }

  #beginPrompt(): void {
    this.#keep();
    if (this.#phase === 'hooks')
      this.#hookLines = [...this.#hookLines, this.#hookText().length].slice(-PROMPTS);
    this.#begin('prompt');
  }

  #keep(): void {
    const { lines, left } = newest([...this.#lines, ...this.#linesNow()], this.#left);
    this.#lines = lines;
    this.#left = left;
  }

  #textOf({ lines, left }: Newest): string | undefined {
    if (lines.length === 0) return undefined;
    const note = left === 0 ? [] : [`… ${left} lines left out`];
    return [...note, ...lines].map((line) => `${line}\r\n`).join('');
  }

  /** `commandLines`: the number of lines of the command that runs now; undefined while the prompt waits, and if none runs. */
  #linesNow(commandLines?: number): readonly string[] {
    if (this.#phase === 'off') return [];
    if (this.#phase === 'prompt') return this.#linesAtPrompt(commandLines);
    // Lines before every prompt are printed by its hooks and count as a part of it.
    return this.#hookLines.length > 0 && this.#hookLines.every((count) => count > 0) ? [] : this.#hookText();
  }

  #hookText(): readonly string[] {
    return plainLines(this.#text).filter((line) => line !== '');
  }

  #linesAtPrompt(commandLines?: number): readonly string[] {
    const end = this.#promptEnd ?? fishPromptEnd(this.#text);
    const text = this.#text.slice(end ?? 0);
    const typedFrom = Math.max(0, (this.#typedFrom ?? this.#text.length) - (end ?? 0));
    const [quiet, typed] = [text.slice(0, typedFrom), text.slice(typedFrom)];
    // After most prompts there is only the echo of the command: nothing has to be drawn for that.
    if (!quiet.includes('\n') && isBlank(quiet) && newlinesIn(typed) <= (commandLines ?? 1)) return [];
    // Without the end of the prompt it is unknown which part of its line is the prompt.
    const lines = drawn(text, this.#cols()).slice(end === undefined ? 1 : 0);
    const echoed = commandLines ?? (isBlank(typed) ? 0 : 1);
    const found = this.#withoutPrompt(lines.slice(0, Math.max(0, lines.length - echoed)), end);
    if (found.length > 0 || this.#typedFrom === undefined || end === undefined) return found;
    // The command stands behind output that has not ended its line.
    return this.#withoutPrompt(drawn(quiet, this.#cols()), end);
  }

  /**
   * Leaves out lines that are the last line of the prompt, which shells draw again when the size changes; and blank lines at both ends.
   * `end`: where in the text the prompt ends.
   */
  #withoutPrompt(lines: readonly string[], end: number | undefined): readonly string[] {
    const text = trimmed(lines);
    if (text.length === 0 || end === undefined) return text;
    const prompt = drawn(this.#text.slice(0, end), this.#cols()).at(-1);
    return trimmed(text.filter((line) => line !== prompt));
  }

  /** Leaves out the middle of the text. */
  #shorten(): void {
    this.#listFrom = undefined;
    const end = Math.min(HEAD, this.#promptEnd ?? fishPromptEnd(this.#text) ?? 0);
    const tail = safeCut(this.#text, this.#text.length - TAIL);
    this.#left += this.#lines.length + newlinesIn(this.#text, end, tail);
    this.#lines = [];
    this.#text = this.#text.slice(0, end) + this.#text.slice(tail);
    this.#promptEnd = end;
    if (this.#typedFrom !== undefined) this.#typedFrom = Math.max(end, this.#typedFrom - (tail - end));
  }
}

function isBlank(text: string): boolean {
  return plainText(text).trim() === '';
}

/** Draws a text on an empty screen of that width. Returns its lines with their colours, without blank ones at the end. */
function drawn(text: string, cols: number): readonly string[] {
  const renderer = new OutputRenderer(() => clusterSequence(true));
  try {
    return renderer.render(text, cols).lines.map(written);
  } finally {
    renderer.close();
  }
}

function written({ chars, styles }: TextLine): string {
  let end = chars.length;
  while (end > 0 && chars[end - 1] === ' ' && styles[end - 1] === 0) end -= 1;
  let out = '';
  let last = 0;
  for (let x = 0; x < end; x += 1) {
    const style = styles[x] ?? 0;
    if (style !== last) out += sgr(style);
    last = style;
    out += chars[x];
  }
  return last === 0 ? out : `${out}${sgr(0)}`;
}

/** Without blank lines at both ends. */
function trimmed(lines: readonly string[]): readonly string[] {
  const isText = (line: string) => line !== '';
  const first = lines.findIndex(isText);
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex(isText) + 1);
}

type Newest = { readonly lines: readonly string[]; readonly left: number };

/** Returns the newest lines that fit, and how many older ones there were. */
function newest(lines: readonly string[], left: number): Newest {
  let room = MOST_PRINTED;
  const over = lines.findLastIndex((line) => {
    room -= line.length + 2;
    return room < 0;
  });
  // A single line is longer than all that is kept.
  if (over === lines.length - 1 && over >= 0) {
    const last = lines.at(-1) ?? '';
    return { lines: [`${last.slice(0, safeEnd(last, MOST_PRINTED))}${sgr(0)}`], left: left + over };
  }
  return { lines: lines.slice(over + 1), left: left + over + 1 };
}

const RETURNS = new CharFinder([0x0d]);

/**
 * Returns the end of a prompt of fish, which prints no mark there. After drawing it, fish moves the cursor to the column where the input
 * begins: CR and `CSI n C`, once or several times. With a right prompt, it first moves to the column of that, draws it, and then moves
 * to the input. Undefined if there is no such move.
 */
function fishPromptEnd(text: string): number | undefined {
  for (let at = RETURNS.find(text, 0); at < text.length; at = RETURNS.find(text, at + 1)) {
    const move = moveAt(text, at);
    if (move !== undefined) return rightPromptEnd(text, move) ?? move.end;
  }
  return undefined;
}

/** Returns the end of the move to the input that follows a right prompt; undefined if none was drawn. */
function rightPromptEnd(text: string, first: Move): number | undefined {
  const back = RETURNS.find(text, first.end);
  const again = moveAt(text, back);
  if (again?.columns !== first.columns || text.slice(first.end, back).includes('\n')) return undefined;
  return moveAt(text, again.end)?.end;
}

type Move = { readonly columns: number; readonly end: number };

/** Parses a CR and the moves to the right (`CSI n C`) after it. */
function moveAt(text: string, at: number): Move | undefined {
  if (text[at] !== '\r') return undefined;
  let columns = 0;
  let end = at + 1;
  while (text.startsWith('\x1b[', end)) {
    let final = end + 2;
    while (isDigit(text.charCodeAt(final))) final += 1;
    if (text[final] !== 'C') break;
    columns += Number(text.slice(end + 2, final) || 1);
    end = final + 1;
  }
  return columns === 0 ? undefined : { columns, end };
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
