/**
 * Keeps the output between commands: of background jobs, and servers that were started with `&`. It is separated from what the
 * prompt and the line editor draw on demand, or when the next command begins (printed-lines.ts).
 */

import { newlinesIn } from '../../protocol/terminal/newlines.ts';
import { safeCut, safeEnd } from '../../protocol/terminal/safe-cut.ts';
import { plainLines } from '../../screen/text/plain-stream.ts';
import type { Mark } from '../../shell/mark.ts';
import type { BetweenEvent, Size } from './between-event.ts';
import { type PromptEnding, printedLines } from './printed-lines.ts';

/**
 * Limits in UTF-16 units. Of the text at one prompt, beyond the first limit only the beginning (with the prompt) and the end are
 * kept. Of the output of programs, the oldest lines are dropped. In both cases a line says how many lines are missing.
 */
const [MOST_TEXT, HEAD, TAIL] = [128 * 1024, 2 * 1024, 16 * 1024];
const MOST_PRINTED = 16 * 1024;
/** Limit: keys and sizes at one prompt; only the first key counts, and of the sizes the last ones. */
const MOST_EVENTS = 256;
/** Number of last prompts that decide whether prompt hooks print lines of their own: then such lines are no output. */
const PROMPTS = 8;

/** State for a checkpoint. */
export type BetweenState = {
  readonly phase: 'off' | 'hooks' | 'prompt';
  readonly size: Size;
  readonly events: readonly BetweenEvent[];
  readonly lines: readonly string[];
  readonly left: number;
  readonly hookLines: readonly number[];
};

export class BetweenText {
  /** `hooks`: a command has ended, and the prompt has not begun. `off`: a command runs, or no shell reports its prompts. */
  #phase: BetweenState['phase'] = 'off';
  /** The size when the events began. */
  #size: Size;
  #events: BetweenEvent[] = [];
  #chars = 0;
  /** Output lines that were separated already, and the number of older ones that were dropped. */
  #lines: readonly string[] = [];
  #left = 0;
  /** Numbers of lines that were printed before each of the last prompts. */
  #hookLines: readonly number[] = [];
  readonly #sizeNow: () => Size;

  constructor(sizeNow: () => Size, earlier?: BetweenState) {
    this.#sizeNow = sizeNow;
    this.#size = earlier?.size ?? sizeNow();
    if (earlier === undefined) return;
    this.#phase = earlier.phase;
    this.#events = [...earlier.events];
    this.#chars = earlier.events.reduce(
      (sum, event) => sum + (event.kind === 'text' ? event.text.length : 0),
      0,
    );
    this.#lines = earlier.lines;
    this.#left = earlier.left;
    this.#hookLines = earlier.hookLines;
  }

  get state(): BetweenState {
    return {
      phase: this.#phase,
      size: this.#size,
      events: this.#events,
      lines: this.#lines,
      left: this.#left,
      hookLines: this.#hookLines,
    };
  }

  /** Must be called with each text that is shown, in the order of the pty. */
  printed(text: string): void {
    if (this.#phase === 'off') return;
    const last = this.#events.at(-1);
    if (last?.kind === 'text')
      this.#events[this.#events.length - 1] = { kind: 'text', text: last.text + text };
    else this.#events.push({ kind: 'text', text });
    this.#chars += text.length;
    while (this.#chars > MOST_TEXT) this.#shorten();
  }

  /** Must be called with each input. */
  typed(): void {
    if (this.#phase === 'prompt' && !this.#events.some(({ kind }) => kind === 'typed'))
      this.#events.push({ kind: 'typed' });
  }

  resized(size: Size): void {
    if (this.#phase === 'off') return;
    this.#events.push({ kind: 'resized', ...size });
    if (this.#events.length <= MOST_EVENTS) return;
    const oldest = this.#events.findIndex(({ kind }) => kind === 'resized');
    const [before, , after] = this.#events.slice(oldest - 1, oldest + 2);
    if (before?.kind === 'text' && after?.kind === 'text')
      this.#events.splice(oldest - 1, 3, { kind: 'text', text: before.text + after.text });
    else this.#events.splice(oldest, 1);
  }

  /** Must be called with each mark after its actions; `isRunning` when a command runs. */
  marked(mark: Mark, isRunning: boolean): void {
    if (isRunning) return;
    if (mark.kind === 'promptStart') this.#beginPrompt();
    else if (mark.kind === 'promptEnd' && this.#phase === 'prompt') this.#endPrompt();
    else if (mark.kind !== 'property') return;
    // The line editor draws a half-typed line again, as if it had just been typed.
    else if (mark.key === 'Put') this.typed();
    else if (mark.key === 'Taken' && this.#phase === 'prompt') this.#endBeforeCommand();
  }

  /** Must be called when a command has ended. */
  commandEnded(): void {
    this.#begin('hooks');
  }

  /** Must be called when the terminal was cleared. */
  cleared(): void {
    const end = this.#events.findIndex(({ kind }) => kind === 'promptEnd');
    this.#events = this.#events.slice(0, end + 1);
    this.#chars = this.#events.reduce(
      (sum, event) => sum + (event.kind === 'text' ? event.text.length : 0),
      0,
    );
    this.#lines = [];
    this.#left = 0;
  }

  /** Ends with the command that the shell runs now. Returns what was printed before it; undefined if nothing was. */
  take(commandLine: string): string | undefined {
    const text = this.#text({ kind: 'executed', command: commandLine.split('\n') });
    this.#begin('off');
    this.#lines = [];
    this.#left = 0;
    return text;
  }

  /** Ends with the terminal. Returns what was printed since the last command; undefined if nothing was. */
  end(): string | undefined {
    // Text after the last command without a prompt is what the shell prints at its exit, or a prompt without integration.
    if (this.#phase === 'hooks') this.#begin('off');
    const text = this.#text({ kind: 'dropped' });
    this.#begin('off');
    this.#lines = [];
    this.#left = 0;
    return text;
  }

  /** Returns what was printed since the last command; undefined if nothing was. */
  read(): string | undefined {
    return this.#text({ kind: 'open' });
  }

  #begin(phase: BetweenState['phase']): void {
    this.#phase = phase;
    this.#events = [];
    this.#chars = 0;
    this.#size = this.#sizeNow();
  }

  #beginPrompt(): void {
    this.#keep(this.#linesFor({ kind: 'dropped' }));
    if (this.#phase === 'hooks') this.#countHookLines();
    this.#begin('prompt');
    this.#events.push({ kind: 'promptStart' });
  }

  /** Only the first end counts: the prompt may be drawn again. */
  #endPrompt(): void {
    if (!this.#events.some(({ kind }) => kind === 'promptEnd')) this.#events.push({ kind: 'promptEnd' });
  }

  /** The shell has accepted a delivered command: text until it runs is its echo. */
  #endBeforeCommand(): void {
    this.#keep(this.#linesFor({ kind: 'open' }));
    this.#begin('off');
  }

  #countHookLines(): void {
    this.#hookLines = [...this.#hookLines, this.#hookText().length].slice(-PROMPTS);
  }

  #linesFor(ending: PromptEnding): readonly string[] {
    if (this.#phase === 'off') return [];
    if (this.#phase === 'prompt') return printedLines(this.#events, this.#size, ending);
    // Lines before every prompt are printed by its hooks and count as a part of it.
    return this.#hookLines.length > 0 && this.#hookLines.every((count) => count > 0) ? [] : this.#hookText();
  }

  #hookText(): readonly string[] {
    const text = this.#events.map((event) => (event.kind === 'text' ? event.text : '')).join('');
    return plainLines(text).filter((line) => line !== '');
  }

  #text(ending: PromptEnding): string | undefined {
    const { lines, left } = newest([...this.#lines, ...this.#linesFor(ending)], this.#left);
    if (lines.length === 0) return undefined;
    const note = left === 0 ? [] : [`… ${left} lines left out`];
    return [...note, ...lines].map((line) => `${line}\r\n`).join('');
  }

  #keep(lines: readonly string[]): void {
    const kept = newest([...this.#lines, ...lines], this.#left);
    this.#lines = kept.lines;
    this.#left = kept.left;
  }

  /** Joins texts that follow one another. */
  #join(): void {
    const joined: BetweenEvent[] = [];
    for (const event of this.#events) {
      const last = joined.at(-1);
      if (event.kind === 'text' && last?.kind === 'text')
        joined[joined.length - 1] = { kind: 'text', text: last.text + event.text };
      else joined.push(event);
    }
    this.#events = joined;
  }

  /** Leaves out the middle of the longest text. */
  #shorten(): void {
    const lengths = this.#events.map((event) => (event.kind === 'text' ? event.text.length : 0));
    const at = lengths.indexOf(Math.max(...lengths));
    const event = this.#events[at];
    if (event?.kind !== 'text') return;
    const before = this.#events[at - 1];
    const { text } = event;
    // Many short texts between many resizes: drop the resizes, which matter least, so that the texts can be joined.
    if (text.length <= HEAD + TAIL) {
      this.#events = this.#events.filter(({ kind }) => kind !== 'resized');
      this.#join();
      return;
    }
    const head = before?.kind === 'gap' ? 0 : Math.max(0, text.lastIndexOf('\n', HEAD) + 1);
    const tail = safeCut(text, Math.max(head, text.length - TAIL));
    const lines = newlinesIn(text, head, tail);
    const gap = { kind: 'gap', lines: lines + (before?.kind === 'gap' ? before.lines : 0) } as const;
    const parts: BetweenEvent[] = [gap, { kind: 'text', text: text.slice(tail) }];
    if (head > 0) parts.unshift({ kind: 'text', text: text.slice(0, head) });
    if (before?.kind === 'gap') this.#events.splice(at - 1, 2, ...parts);
    else this.#events.splice(at, 1, ...parts);
    this.#chars -= tail - head;
  }
}

function withoutEnd(line: string): string {
  return `${line.slice(0, safeEnd(line, MOST_PRINTED))}\x1b[0m`;
}

/** Returns the newest lines that fit, and how many older ones there were. */
function newest(
  lines: readonly string[],
  left: number,
): { readonly lines: readonly string[]; readonly left: number } {
  let room = MOST_PRINTED;
  const over = lines.findLastIndex((line) => {
    room -= line.length + 2;
    return room < 0;
  });
  // A single line is longer than all that is kept.
  if (over === lines.length - 1 && over >= 0)
    return { lines: [withoutEnd(lines.at(-1) ?? '')], left: left + over };
  return { lines: lines.slice(over + 1), left: left + over + 1 };
}
