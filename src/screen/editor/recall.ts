/**
 * What the line recalls: earlier lines by Up and Down, the last argument of earlier lines, and the suggestion behind the cursor.
 * The lines of this terminal are there at once; the host is asked for older ones, and its answer is taken when it comes. Pure.
 */

import { argumentRight, cleanText, edit, replace, wordRight } from './edit.ts';
import { type EditorState, editorText } from './editor-state.ts';
import { graphemesOf } from './graphemes.ts';
import { isWalking, wantsOlder } from './line-history.ts';

/** The question for older lines: those that begin with `prefix`, without the newest `skip` of them. */
export type OlderAsk = { readonly prefix: string; readonly skip: number };

export type WalkMeans = {
  /** The lines of this terminal, oldest first. */
  readonly own: readonly string[];
  /** Whether a host can be asked for older ones. */
  readonly asks: boolean;
  /** Columns of the text on screen, for moves by rows. */
  readonly columns?: number;
};

/** Goes a row up or down, at the edge of the text to an older or newer line. `ask` is what the host is to be asked now. */
export function walked(
  before: EditorState,
  by: 'up' | 'down',
  { own, asks, columns }: WalkMeans,
): { readonly editor: EditorState; readonly ask?: OlderAsk } {
  const begun = isWalking(before.history, editorText(before))
    ? before
    : edit(before, { type: 'history', entries: own, more: asks });
  const editor = edit(begun, { type: by }, columns);
  const { history } = editor;
  const isWalk = history.position !== undefined || history.wanted > 0;
  // The host is asked before the walk has come to the end of the lines that are here.
  if (by === 'down' || !isWalk || !wantsOlder(history)) return { editor };
  const { prefix, received: skip } = history;
  return { editor: { ...editor, history: { ...history, asking: true } }, ask: { prefix, skip } };
}

/** Takes the host's answer, newest first; the same state when the walk that asked is over. */
export function withOlder(
  editor: EditorState,
  { prefix, skip }: OlderAsk,
  entries: readonly string[],
  more: boolean,
): EditorState {
  const { history } = editor;
  const isAsked = history.asking && history.prefix === prefix && history.received === skip;
  return isAsked ? edit(editor, { type: 'older', entries, more }) : editor;
}

// The last argument of earlier lines, as Alt+. inserts it.

/** Inserts the last argument of the newest line, or in place of the one just inserted that of an older line. */
export function withArgument(
  editor: EditorState,
  own: readonly string[],
): { readonly editor: EditorState } | { readonly ask: number } | undefined {
  const { chain } = editor;
  const again = chain.kind === 'argument';
  const found = again ? chain.found : argumentsOf(own.toReversed());
  const index = again ? chain.index + 1 : 0;
  if (index < found.length) return { editor: placed(editor, found, index) };
  // The host is asked once: after its answer the oldest argument stays.
  return again && chain.whole ? undefined : { ask: index };
}

/** Continues with the arguments of the host's lines, newest first; `index` is the one that was asked for. */
export function withFoundArgument(editor: EditorState, index: number, lines: readonly string[]): EditorState {
  const { chain } = editor;
  const known = chain.kind === 'argument' ? chain.found : [];
  if (known.length !== index) return editor;
  const found = [...new Set([...known, ...argumentsOf(lines)])];
  return index < found.length ? placed(editor, found, index, true) : editor;
}

function placed(editor: EditorState, found: readonly string[], index: number, whole = false): EditorState {
  const { chain, cursor } = editor;
  const [from, to] = chain.kind === 'argument' ? [chain.from, chain.to] : [cursor, cursor];
  const put = replace(editor, from, to, found[index] ?? '');
  if (put.refused) return put;
  const isWhole = whole || (chain.kind === 'argument' && chain.whole);
  return { ...put, chain: { kind: 'argument', from, to: put.cursor, index, found, whole: isWhole } };
}

/** Returns the last arguments, newest first, each once. */
function argumentsOf(lines: readonly string[]): string[] {
  return [...new Set(lines.map(lastArgument).filter((word) => word !== ''))];
}

/** Returns the last argument as a shell reads it, with its quotes; `''` without one. An open quote reaches to the end. */
export function lastArgument(line: string): string {
  let [start, end] = [0, 0];
  let at = 0;
  while (at < line.length) {
    while (/\s/.test(line[at] ?? '')) at += 1;
    if (at >= line.length) break;
    start = at;
    at = wordEnd(line, at);
    end = at;
  }
  return line.slice(start, end);
}

function wordEnd(line: string, from: number): number {
  let quote = '';
  let at = from;
  for (; at < line.length; at += 1) {
    const char = line[at] ?? '';
    if (char === '\\' && quote !== "'") at += 1;
    else if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (/\s/.test(char)) break;
  }
  return Math.min(at, line.length);
}

// The suggestion behind the cursor: the newest line that begins with what is typed.

/** What was found for a text, `undefined` for nothing. */
export type Suggestion = { readonly text: string; readonly line: string | undefined };

/** Whether a text has a suggestion at all: one line with more than blanks. */
export function maySuggest(text: string): boolean {
  return text.trim() !== '' && !text.includes('\n');
}

/** Whether a line begins with a text and goes on after it. */
export function goesOn(line: string, text: string): boolean {
  return line.length > text.length && line.startsWith(text);
}

/** Whether a suggestion still holds after more was typed: then the host need not be asked again. */
export function covers({ text, line }: Suggestion, typed: string): boolean {
  if (!typed.startsWith(text)) return false;
  return line === undefined ? true : goesOn(line, typed);
}

/** Returns the part of the suggestion behind the cursor, `''` when nothing is suggested or the cursor is not at the end. */
export function suggestedRest({
  editor,
  suggestion,
}: {
  readonly editor: EditorState;
  readonly suggestion: Suggestion | undefined;
}): string {
  const line = suggestion?.line;
  if (line === undefined || editor.cursor !== editor.graphemes.length || editor.graphemes.length === 0)
    return '';
  const text = editorText(editor);
  const rest = goesOn(line, text) ? line.slice(text.length) : '';
  // The line may come from others. Hidden characters are cleaned away when it is accepted, so it is not suggested with them.
  return cleanText(rest) === rest ? rest : '';
}

/** Commands that accept the suggestion behind the cursor, the whole or its next word, when there is one. */
export const ACCEPTING: Readonly<Record<string, 'all' | 'word'>> = {
  'edit.right': 'all',
  'edit.wordRight': 'word',
  'edit.end': 'all',
};

/** Returns the next word of a suggestion, with what is before it. */
export function nextWord(rest: string): string {
  const graphemes = graphemesOf(rest);
  return graphemes.slice(0, Math.max(wordRight(graphemes, 0), argumentRight(graphemes, 0), 1)).join('');
}

/** Inserts the suggestion, all of it or its next word. */
export function accepted(editor: EditorState, rest: string, part: 'all' | 'word'): EditorState {
  const text = part === 'all' ? rest : nextWord(rest);
  return edit(editor, { type: 'paste', text, more: true });
}
