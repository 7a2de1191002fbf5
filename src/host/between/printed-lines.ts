/**
 * Separates the output of programs between two commands from what the prompt and the line editor have drawn. The README beside
 * this file describes the rule.
 */

import { newlinesIn } from '../../protocol/terminal/newlines.ts';
import type { BetweenEvent, Size } from './between-event.ts';
import { withPromptEnd } from './prompt-end.ts';
import {
  cellsOf,
  type DrawnBetween,
  drawBetween,
  type ScreenLine,
  textOf,
  writeCells,
} from './screen-lines.ts';

/**
 * How a prompt has ended: `executed` with the lines of the command that runs, `dropped` if a new prompt follows without a command
 * (an empty line, Ctrl+C), `open` while it is waiting.
 */
export type PromptEnding =
  | { readonly kind: 'executed'; readonly command: readonly string[] }
  | { readonly kind: 'dropped' }
  | { readonly kind: 'open' };

/** Returns the lines that programs have printed from the beginning of a prompt on, as terminal text without line ends. */
export function printedLines(
  events: readonly BetweenEvent[],
  size: Size,
  ending: PromptEnding,
): readonly string[] {
  const marked = withPromptEnd(events);
  if (!mayHoldMore(marked, ending)) return [];
  const drawn = drawBetween(marked, size);
  const { prompt } = drawn;
  // Without the end of the prompt it is unknown which part of its line is the prompt.
  const first = prompt?.line ?? 1;
  const lines = read(drawn, first);
  // A command that runs was typed. If it is unknown when (typed ahead), any line may have a part of it.
  const unknown = ending.kind === 'executed' ? first : drawn.lines.length;
  const { typedAt = unknown } = drawn;
  const quiet = lines.filter(({ at }) => at < typedAt).filter(isKept);
  const typed = typedFor(
    lines.filter(({ at }) => at >= typedAt),
    ending,
    drawn.typedAt !== undefined,
  );
  return trimmed([...quiet, ...typed].map(({ rest }) => writeCells(rest)));
}

/**
 * Returns false if programs cannot have printed anything, so that no screen must be drawn. After most prompts there is only the
 * echo of the command: no text before the first key, and no more line ends than the command has lines.
 */
function mayHoldMore(events: readonly BetweenEvent[], ending: PromptEnding): boolean {
  const end = events.findIndex(({ kind }) => kind === 'promptEnd');
  if (end < 0) return events.some(({ kind }) => kind === 'text');
  const behind = events.slice(end + 1);
  if (behind.some(({ kind }) => kind === 'gap' || kind === 'resized')) return true;
  const isTypedAhead = events.slice(0, end).some(({ kind }) => kind === 'typed');
  const typedAt = isTypedAhead ? 0 : behind.findIndex(({ kind }) => kind === 'typed');
  const quiet = textsOf(typedAt < 0 ? behind : behind.slice(0, typedAt));
  if (quiet.includes('\n') || hasText(quiet)) return true;
  const ends = typedAt < 0 ? 0 : newlinesIn(textsOf(behind.slice(typedAt)));
  return ends > (ending.kind === 'executed' ? ending.command.length : 1);
}

function textsOf(events: readonly BetweenEvent[]): string {
  return events.map((event) => (event.kind === 'text' ? event.text : '')).join('');
}

/** Whether a text without line ends shows anything beside sequences, by their first characters. */
function hasText(text: string): boolean {
  let isSequence = false;
  for (const char of text) {
    if (char === '\x1b') isSequence = true;
    else if (isSequence) isSequence = !(char >= '@' && char <= '~' && char !== '[');
    else if (char > ' ') return true;
  }
  return false;
}

type Line = {
  /** Its number among all lines. */
  readonly at: number;
  /** Without the prompt, if the line begins with it. */
  readonly rest: ScreenLine;
  readonly text: string;
  readonly hasPrompt: boolean;
};

/**
 * Returns the lines from that of the prompt on. Prompts that were drawn again are taken off, with the rows above their last one.
 */
function read({ lines, prompt }: DrawnBetween, first: number): readonly Line[] {
  const column = prompt?.column ?? 0;
  const sign = textOf((lines[first] ?? []).slice(0, column));
  const right = prompt?.right ?? '';
  const above = lines.slice(0, first).map((line) => textOf(line).trimEnd());
  const found: Line[] = [];
  for (const [index, line] of lines.slice(first).entries()) {
    const isPrompt = index === 0 || (sign.trim() !== '' && textOf(line).startsWith(sign));
    const rest = isPrompt ? withoutRight(line.slice(column), right) : line;
    if (isPrompt && index > 0) dropAbove(found, above);
    found.push({
      at: first + index,
      rest,
      text: textOf(rest).trimEnd(),
      hasPrompt: prompt !== undefined && isPrompt,
    });
  }
  return found;
}

/** Removes the right prompt from a line. */
function withoutRight(line: ScreenLine, right: string): ScreenLine {
  const text = textOf(line).trimEnd();
  if (right === '' || !text.endsWith(right)) return line;
  return line.slice(0, cellsOf(line, text.length - right.length));
}

/** Drops the upper rows of a prompt that was drawn again. */
function dropAbove(found: Line[], above: readonly string[]): void {
  const from = found.length - above.length;
  if (above.length === 0 || from < 0) return;
  if (above.every((text, index) => found[from + index]?.text === text)) found.length = from;
}

/** A line with nothing but a prompt does not count. */
function isKept({ text, hasPrompt }: Line): boolean {
  return text !== '' || !hasPrompt;
}

/** Returns the lines of programs from the first line with typed text on; `isKnown`: whether that line is known. */
function typedFor(lines: readonly Line[], ending: PromptEnding, isKnown: boolean): readonly Line[] {
  const last = lines.findLastIndex(({ text }) => text !== '');
  // It is unknown how much of the first and the last line was typed: both belong to the editor.
  if (ending.kind !== 'executed') {
    const lists = listsIn(lines);
    return lines.slice(1, Math.max(1, last)).filter((line) => !line.hasPrompt && !lists.has(line));
  }
  const matched = matchCommand(lines, last, ending.command);
  if (matched === undefined) return [];
  const above = lines.slice(0, matched.from);
  return [...withoutEcho(above, ending.command.join('\n'), { ...matched, isKnown }), ...matched.beside];
}

/** Returns the lines of completion lists: they are between a prompt with typed text and the same prompt drawn again. */
function listsIn(lines: readonly Line[]): ReadonlySet<Line> {
  const listed = new Set<Line>();
  let from = 0;
  for (const [index, line] of lines.entries()) {
    if (index === 0 || !line.hasPrompt) continue;
    if (line.text.startsWith(lines[from]?.text ?? ''))
      for (const between of lines.slice(from + 1, index)) listed.add(between);
    from = index;
  }
  return listed;
}

type Matched = {
  /** First line of the command. */
  readonly from: number;
  /** The part of the command that was typed before that line. */
  readonly typed: string;
  /** Lines before the command, on its line. */
  readonly beside: readonly Line[];
  /** Whether there is a prompt before the command. */
  readonly hasPrompt: boolean;
};

/**
 * Finds the command at the end of the lines; undefined where the editor has drawn something else (a shorter prompt, an alias).
 */
function matchCommand(
  lines: readonly Line[],
  last: number,
  [first = '', ...further]: readonly string[],
): Matched | undefined {
  const at = last - further.length;
  const areThere = further.every((wanted, index) => lines[at + 1 + index]?.text.endsWith(wanted.trimEnd()));
  const line = lines[at];
  if (line === undefined || !areThere) return undefined;
  const wanted = first.trimEnd();
  if (line.text.endsWith(wanted)) return behindPrompt(line, at, wanted);
  // The rest of a line that was begun before a program printed.
  if (further.length > 0 || line.text === '' || !wanted.endsWith(line.text)) return undefined;
  const typed = wanted.slice(0, wanted.length - line.text.length);
  return { from: at, typed, beside: [], hasPrompt: false };
}

/** The command is complete on its line. */
function behindPrompt(line: Line, at: number, wanted: string): Matched {
  const before = line.rest.slice(0, cellsOf(line.rest, line.text.length - wanted.length));
  const text = textOf(before).trimEnd();
  // Without our prompt before it, it is another prompt.
  const beside = line.hasPrompt && text !== '' ? [{ ...line, rest: before, text }] : [];
  return { from: at, typed: '', beside, hasPrompt: line.hasPrompt };
}

/**
 * Removes the echo of typed text from the lines above the command. A completion list begins on a line of its own after the text
 * to complete, and the prompt is drawn again after it: such a list belongs to the editor.
 */
function withoutEcho(
  lines: readonly Line[],
  command: string,
  { typed, hasPrompt, isKnown }: Pick<Matched, 'typed' | 'hasPrompt'> & { readonly isKnown: boolean },
): readonly Line[] {
  const found: Line[] = [];
  let echoed = 0;
  let list: number | undefined;
  for (const [index, line] of lines.entries()) {
    if (line.hasPrompt) found.splice(list ?? found.length);
    const begins = line.hasPrompt || index === 0;
    if (!begins) {
      const { left, common } = withoutStart(line, typed.slice(echoed));
      echoed += common;
      found.push(left);
      continue;
    }
    const { left, common } = withoutStart(line, command);
    echoed = Math.max(echoed, common);
    list = left.text === '' ? found.length : undefined;
    if (!isAllTyped(left, isKnown && index === 0 && common === 0)) found.push(left);
  }
  return hasPrompt ? found.slice(0, list) : found;
}

/** Removes what a line has in common with the beginning of a text; `common` is its length. */
function withoutStart(line: Line, text: string): { readonly left: Line; readonly common: number } {
  const common = commonStart(line.text, text);
  const rest = line.rest.slice(cellsOf(line.rest, common));
  return { left: { ...line, rest, text: textOf(rest).trimEnd() }, common };
}

/**
 * Whether the line with typed text has nothing of a program: it has only the beginning of the command, was discarded by Ctrl+C,
 * or begins with something other than the command (`!!`).
 */
function isAllTyped({ text }: Line, isOther: boolean): boolean {
  return text === '' || text.endsWith('^C') || isOther;
}

function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && length < other.length && one[length] === other[length]) length += 1;
  return length;
}

/** Without blank lines at both ends. */
function trimmed(lines: readonly string[]): readonly string[] {
  const isText = (line: string): boolean => line !== '';
  const first = lines.findIndex(isText);
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex(isText) + 1);
}
