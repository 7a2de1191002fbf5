/** The line editor with the keys of vi. Pure. */

import { cleanText, kill, moveTo, replace, type, undo } from './edit.ts';
import { type EditorState, UNCHAINED } from './editor-state.ts';
import { lineEnd, lineStart } from './graphemes.ts';

/** A request of a key that concerns more than the line: history, search, the palette, the external editor. */
export type ViAct = 'older' | 'newer' | 'search' | 'editor' | 'commands';

export type ViStep = { readonly vi: ViState; readonly editor: EditorState; readonly act?: ViAct };

/** Takes a character typed in normal mode. */
export function viKey(vi: ViState, editor: EditorState, character: string): ViStep {
  const keys = vi.pending + character;
  const command = readViCommand(keys);
  if (command === 'more') return { vi: { ...vi, pending: keys }, editor };
  const ready = { ...vi, pending: '' };
  if (command === 'unknown') return { vi: ready, editor };
  return settled(carriedOut(ready, editor, command, keys));
}

/** Esc: from insert to normal mode, one column left as in vi; drops an incomplete command. */
export function viEscape(vi: ViState, editor: EditorState): ViStep {
  if (vi.mode === 'normal') return { vi: { ...vi, pending: '' }, editor };
  const { inserting } = vi;
  const typed = inserting === undefined ? '' : editor.graphemes.slice(inserting.from, editor.cursor).join('');
  const change = inserting === undefined ? vi.change : { keys: inserting.keys, typed };
  const left = Math.max(lineStart(editor.graphemes, editor.cursor), editor.cursor - 1);
  return {
    vi: { ...vi, mode: 'normal', pending: '', change, inserting: undefined },
    editor: moveTo(editor, left),
  };
}

/** In normal mode the cursor stands on a character, not behind the last one. */
export function onCharacter(editor: EditorState): EditorState {
  const { graphemes, cursor } = editor;
  const start = lineStart(graphemes, cursor);
  const last = Math.max(start, lineEnd(graphemes, cursor) - 1);
  return cursor > last ? moveTo(editor, last) : editor;
}

function settled(step: ViStep): ViStep {
  return step.vi.mode === 'normal' ? { ...step, editor: onCharacter(step.editor) } : step;
}

function carriedOut(vi: ViState, editor: EditorState, command: ViCommand, keys: string): ViStep {
  switch (command.kind) {
    case 'move': {
      const { motion } = command;
      const target = viTarget(editor.graphemes, editor.cursor, motion, vi.find);
      const known = { ...vi, find: findOf(motion) ?? vi.find };
      return { vi: known, editor: target === undefined ? editor : moveTo(editor, target.at) };
    }
    case 'operate':
      return operated(vi, editor, command, keys);
    case 'key':
      return pressed(vi, editor, command, keys);
  }
}

function findOf({ key, character }: ViMotion): ViFind | undefined {
  return key === 'f' || key === 'F' || key === 't' || key === 'T' ? { key, character } : undefined;
}

type Operation = Extract<ViCommand, { kind: 'operate' }>;

function operated(vi: ViState, editor: EditorState, command: Operation, keys: string): ViStep {
  const { operator, motion, object } = command;
  const range =
    object === undefined ? reachOf(vi, editor, command) : viObject(editor.graphemes, editor.cursor, object);
  const known = { ...vi, find: (motion && findOf(motion)) ?? vi.find };
  // `cw` after the last word still inserts there; without a text object nothing happens.
  if (range === undefined)
    return operator === 'c' && object === undefined ? inserting(known, editor, keys) : { vi: known, editor };
  const [from, to] = range;
  if (operator === 'y') {
    const kills = [editor.graphemes.slice(from, to).join(''), ...editor.kills];
    return {
      vi: known,
      editor: moveTo(
        { ...editor, kills },
        motion === undefined && object === undefined ? editor.cursor : from,
      ),
    };
  }
  const cut = kill({ ...editor, chain: UNCHAINED, cursor: from }, from, to);
  if (operator === 'c') return inserting(known, cut, keys);
  return { vi: { ...known, change: { keys, typed: '' } }, editor: cut };
}

function reachOf(
  vi: ViState,
  editor: EditorState,
  command: Operation,
): readonly [number, number] | undefined {
  const { operator, motion } = command;
  return motion === undefined ? linesFrom(editor, command) : rangeOf(vi, editor, operator, motion);
}

/** Returns the range of characters from the cursor to the target of a motion. */
function rangeOf(
  { find }: ViState,
  { graphemes, cursor }: EditorState,
  operator: ViOperator,
  motion: ViMotion,
): readonly [from: number, to: number] | undefined {
  const isWord = motion.key === 'w' || motion.key === 'W';
  const onBlank = (graphemes[cursor] ?? ' ').trim() === '';
  // `cw` leaves the blank behind the word.
  const key = operator === 'c' && isWord && !onBlank ? (motion.key === 'w' ? 'e' : 'E') : motion.key;
  // The end of the word on which the cursor stands counts, also at its last character.
  const start = key === motion.key ? cursor : cursor - 1;
  const target = viTarget(graphemes, start, { ...motion, key }, find);
  if (target === undefined) return undefined;
  const [from, to] = target.at < cursor ? [target.at, cursor] : [cursor, target.at + (target.whole ? 1 : 0)];
  return from === to ? undefined : [from, Math.min(to, graphemes.length)];
}

/** Returns the range of whole lines; `cc` leaves the end of the last one. */
function linesFrom(
  { graphemes, cursor }: EditorState,
  { operator, count }: Operation,
): readonly [number, number] {
  const start = lineStart(graphemes, cursor);
  let end = lineEnd(graphemes, cursor);
  for (let n = 1; n < count && end < graphemes.length; n += 1) end = lineEnd(graphemes, end + 1);
  if (operator !== 'd' || (start === 0 && end === graphemes.length)) return [start, end];
  return end < graphemes.length ? [start, end + 1] : [start - 1, end];
}

function inserting(vi: ViState, editor: EditorState, keys: string): ViStep {
  return { vi: { ...vi, mode: 'insert', inserting: { keys, from: editor.cursor } }, editor };
}

type KeyCommand = Extract<ViCommand, { kind: 'key' }>;

const ACTS: Readonly<Record<string, ViAct>> = {
  k: 'older',
  '-': 'older',
  j: 'newer',
  '+': 'newer',
  '/': 'search',
  '?': 'search',
  n: 'search',
  N: 'search',
  v: 'editor',
  ':': 'commands',
};

function pressed(
  vi: ViState,
  editor: EditorState,
  { key, count, character }: KeyCommand,
  keys: string,
): ViStep {
  const act = ACTS[key];
  if (act !== undefined) return { vi, editor, act };
  const { graphemes, cursor } = editor;
  const changed = (next: EditorState): ViStep => ({
    vi: { ...vi, change: { keys, typed: '' } },
    editor: next,
  });
  switch (key) {
    case 'i':
      return inserting(vi, editor, keys);
    case 'a':
      return inserting(vi, moveTo(editor, Math.min(cursor + 1, lineEnd(graphemes, cursor))), keys);
    case 'I':
      return inserting(vi, moveTo(editor, viTarget(graphemes, cursor, FIRST, undefined)?.at ?? 0), keys);
    case 'A':
      return inserting(vi, moveTo(editor, lineEnd(graphemes, cursor)), keys);
    case 'p':
      return changed(put(editor, Math.min(cursor + 1, lineEnd(graphemes, cursor)), count));
    case 'P':
      return changed(put(editor, cursor, count));
    case 'r':
      return changed(over(editor, count, () => cleanText(character)));
    case '~':
      return changed(toggled(editor, count));
    case 'u':
      return { vi, editor: Array.from({ length: count }).reduce<EditorState>((next) => undo(next), editor) };
    case '.':
      return repeated(vi, editor);
    default:
      return { vi, editor };
  }
}

const FIRST: ViMotion = { key: '^', count: 1, character: '' };

/** Inserts the text that was cut or copied last; the cursor stands on its last character. */
function put(editor: EditorState, at: number, count: number): EditorState {
  const text = (editor.kills[0] ?? '').repeat(count);
  if (text === '') return editor;
  const next = replace(editor, at, at, text);
  return next.refused ? next : moveTo(next, next.cursor - 1);
}

/** Replaces `count` characters. If the line has fewer, nothing is changed, as in vi. */
function over(editor: EditorState, count: number, change: (character: string) => string): EditorState {
  const { graphemes, cursor } = editor;
  const to = cursor + count;
  if (to > lineEnd(graphemes, cursor)) return editor;
  const next = replace(editor, cursor, to, graphemes.slice(cursor, to).map(change).join(''));
  return moveTo(next, Math.max(cursor, next.cursor - 1));
}

function toggled(editor: EditorState, count: number): EditorState {
  const most = Math.min(count, lineEnd(editor.graphemes, editor.cursor) - editor.cursor);
  if (most <= 0) return editor;
  const next = over(editor, most, (each) =>
    each === each.toLowerCase() ? each.toUpperCase() : each.toLowerCase(),
  );
  return moveTo(next, next.cursor + 1);
}

/** Repeats the last change, with the text typed then. */
function repeated(vi: ViState, editor: EditorState): ViStep {
  const { change } = vi;
  const command = change === undefined ? 'unknown' : readViCommand(change.keys);
  if (change === undefined || typeof command === 'string') return { vi, editor };
  const done = carriedOut(vi, editor, command, change.keys);
  if (done.vi.mode === 'normal') return done;
  return viEscape(done.vi, type(done.editor, change.typed));
}

// Reads the keys of a command of vi's normal mode: `[count][operator][count]motion`, an operator with a
// text object, or one key with its count.

type ViMotion = {
  readonly key: string;
  readonly count: number;
  /** The character of `f`, `F`, `t` and `T`. */
  readonly character: string;
};

type ViOperator = 'd' | 'c' | 'y';

type ViCommand =
  | { readonly kind: 'move'; readonly motion: ViMotion }
  /** Without motion and object it acts on whole lines: `dd`. */
  | {
      readonly kind: 'operate';
      readonly operator: ViOperator;
      readonly motion: ViMotion | undefined;
      readonly object?: ViObject;
      readonly count: number;
    }
  | { readonly kind: 'key'; readonly key: string; readonly count: number; readonly character: string };

const MOTIONS = 'hl0^$wWbBeE;,|';
const FINDS = 'fFtT';
const KEYS = 'xXDCSYspPr~iaIAu.jk+-/?nN:v';

/** Limit: a larger count is a mistake, and would take long. */
const MOST = 9_999;

/** Keys that mean something else written out. */
const SHORT: Readonly<Record<string, string>> = {
  D: 'd$',
  C: 'c$',
  S: 'cc',
  Y: 'yy',
  s: 'cl',
  x: 'dl',
  X: 'dh',
};

/** Returns `more` while keys are missing, and `unknown` for keys that mean nothing. */
function readViCommand(keys: string): ViCommand | 'more' | 'unknown' {
  const [count, rest] = counted(keys);
  const [first = '', ...others] = [...rest];
  if (first === '') return 'more';
  const times = count ?? 1;
  const long = SHORT[first];
  if (long !== undefined) return others.length === 0 ? readOperator(long, times) : 'unknown';
  if (isOperator(first)) return readOperator(rest, times);
  const motion = readMotion(rest, times);
  if (motion !== 'unknown') return motion === 'more' ? 'more' : { kind: 'move', motion };
  if (!KEYS.includes(first)) return 'unknown';
  const [character = ''] = others;
  if (first === 'r' && character === '') return 'more';
  return { kind: 'key', key: first, count: times, character };
}

function readOperator(keys: string, times: number): ViCommand | 'more' | 'unknown' {
  const [operator = '', ...others] = [...keys];
  if (!isOperator(operator)) return 'unknown';
  const [count, rest] = counted(others.join(''));
  const all = Math.min(MOST, times * (count ?? 1));
  if (rest === '') return 'more';
  if (rest === operator) return { kind: 'operate', operator, motion: undefined, count: all };
  const object = readObject(rest);
  if (object === 'more') return 'more';
  if (object !== 'unknown') return { kind: 'operate', operator, motion: undefined, object, count: all };
  const motion = readMotion(rest, all);
  return typeof motion === 'string' ? motion : { kind: 'operate', operator, motion, count: all };
}

/** Reads `iw`, `a"` and the like, which only an operator takes. */
function readObject(keys: string): ViObject | 'more' | 'unknown' {
  const [where = '', key = ''] = [...keys];
  if (where !== 'i' && where !== 'a') return 'unknown';
  if (key === '') return 'more';
  return isViObject(key) ? { key, around: where === 'a' } : 'unknown';
}

function readMotion(keys: string, count: number): ViMotion | 'more' | 'unknown' {
  const [key = '', character = ''] = [...keys];
  if (MOTIONS.includes(key)) return { key, count, character: '' };
  if (!FINDS.includes(key)) return 'unknown';
  return character === '' ? 'more' : { key, count, character };
}

/** Splits off the count at the beginning; `0` alone is a motion. */
function counted(keys: string): readonly [count: number | undefined, rest: string] {
  const digits = /^[1-9]\d*/.exec(keys)?.[0] ?? '';
  return [digits === '' ? undefined : Math.min(MOST, Number(digits)), keys.slice(digits.length)];
}

function isOperator(key: string): key is ViOperator {
  return key === 'd' || key === 'c' || key === 'y';
}

// Motions: each returns the position to which the cursor moves.

/** `whole`: an operator takes the character at the target as well. */
type ViTarget = { readonly at: number; readonly whole: boolean };

/** Returns undefined where the motion leads nowhere. */
function viTarget(
  text: readonly string[],
  cursor: number,
  { key, count, character }: ViMotion,
  find: ViFind | undefined,
): ViTarget | undefined {
  switch (key) {
    case 'h':
      return reached(cursor, Math.max(lineStart(text, cursor), cursor - count));
    case 'l':
      return reached(cursor, Math.min(lineEnd(text, cursor), cursor + count));
    case '0':
      return { at: lineStart(text, cursor), whole: false };
    case '|':
      return { at: Math.min(lineStart(text, cursor) + count - 1, lineEnd(text, cursor)), whole: false };
    case '^':
      return { at: firstInLine(text, cursor), whole: false };
    case '$':
      return { at: lineEnd(text, cursor), whole: false };
    case ';':
      return find && found(text, cursor, find, count, true);
    case ',':
      return find && found(text, cursor, { ...find, key: turned(find.key) }, count, true);
    case 'f':
    case 'F':
    case 't':
    case 'T':
      return found(text, cursor, { key, character }, count, false);
    default:
      return byWords(text, cursor, key, count);
  }
}

function reached(from: number, at: number): ViTarget | undefined {
  return at === from ? undefined : { at, whole: false };
}

function firstInLine(text: readonly string[], cursor: number): number {
  const end = lineEnd(text, cursor);
  let at = lineStart(text, cursor);
  while (at < end && kindOf(text[at], false) === 'blank') at += 1;
  return at;
}

const TURNED = { f: 'F', F: 'f', t: 'T', T: 't' } as const;

function turned(key: ViFind['key']): ViFind['key'] {
  return TURNED[key];
}

/** `again`: a repeated `t` does not stay before the character at which it stands. */
function found(
  text: readonly string[],
  cursor: number,
  { key, character }: ViFind,
  count: number,
  again: boolean,
): ViTarget | undefined {
  const forward = key === 'f' || key === 't';
  const isTill = key === 't' || key === 'T';
  const by = forward ? 1 : -1;
  const [start, end] = [lineStart(text, cursor), lineEnd(text, cursor)];
  let left = count;
  const skipped = again && isTill && text[cursor + by] === character ? 2 : 1;
  for (let at = cursor + by * skipped; at >= start && at < end; at += by) {
    if (text[at] === character && --left === 0) return { at: isTill ? at - by : at, whole: forward };
  }
  return undefined;
}

const WORD: Readonly<Record<string, (text: readonly string[], at: number, big: boolean) => number>> = {
  w: nextWord,
  b: previousWord,
  e: wordEnd,
};

function byWords(text: readonly string[], cursor: number, key: string, count: number): ViTarget | undefined {
  const step = WORD[key.toLowerCase()];
  if (step === undefined) return undefined;
  let at = cursor;
  for (let n = 0; n < count; n += 1) at = step(text, at, key !== key.toLowerCase());
  return { at, whole: key === 'e' || key === 'E' };
}

function nextWord(text: readonly string[], from: number, big: boolean): number {
  let at = from;
  const here = kindOf(text[at], big);
  if (here !== 'blank') while (at < text.length && kindOf(text[at], big) === here) at += 1;
  while (at < text.length && kindOf(text[at], big) === 'blank') at += 1;
  return at;
}

function previousWord(text: readonly string[], from: number, big: boolean): number {
  let at = from - 1;
  while (at > 0 && kindOf(text[at], big) === 'blank') at -= 1;
  const here = kindOf(text[at], big);
  while (at > 0 && kindOf(text[at - 1], big) === here) at -= 1;
  return Math.max(0, at);
}

function wordEnd(text: readonly string[], from: number, big: boolean): number {
  let at = from + 1;
  while (at < text.length && kindOf(text[at], big) === 'blank') at += 1;
  const here = kindOf(text[at], big);
  while (at + 1 < text.length && kindOf(text[at + 1], big) === here) at += 1;
  return Math.min(at, Math.max(0, text.length - 1));
}

// Text objects of vi: the word, the quoted text or the brackets in which the cursor stands.

/** `around`: `a`, with the blanks, quotes or brackets; `i` takes only the inside. */
type ViObject = { readonly key: string; readonly around: boolean };

type Range = readonly [from: number, to: number];

const QUOTES = '"\'`';
/** Keys of brackets, with the two signs of each. */
const BRACKETS: Readonly<Record<string, readonly [open: string, close: string]>> = {
  '(': ['(', ')'],
  ')': ['(', ')'],
  b: ['(', ')'],
  '[': ['[', ']'],
  ']': ['[', ']'],
  '{': ['{', '}'],
  '}': ['{', '}'],
  B: ['{', '}'],
  '<': ['<', '>'],
  '>': ['<', '>'],
};

function isViObject(key: string): boolean {
  return key === 'w' || key === 'W' || QUOTES.includes(key) || BRACKETS[key] !== undefined;
}

/** Returns the characters of the object at the cursor; undefined where there is none. */
function viObject(text: readonly string[], cursor: number, { key, around }: ViObject): Range | undefined {
  if (key === 'w' || key === 'W') return wordAt(text, cursor, key === 'W', around);
  const found =
    BRACKETS[key] === undefined ? quotesAt(text, cursor, key) : bracketsAt(text, cursor, BRACKETS[key]);
  if (found === undefined) return undefined;
  const [open, close] = found;
  return around ? [open, close + 1] : [open + 1, close];
}

/** Takes the blanks behind the word as well, or those before it where there are none. */
function wordAt(text: readonly string[], cursor: number, big: boolean, around: boolean): Range | undefined {
  const [start, end] = [lineStart(text, cursor), lineEnd(text, cursor)];
  if (cursor >= end) return undefined;
  const left = (at: number): number => runFrom(text, at, -1, start, big);
  const right = (at: number): number => runFrom(text, at, 1, end - 1, big);
  const [from, to] = [left(cursor), right(cursor) + 1];
  if (!around) return [from, to];
  if (kindOf(text[cursor], big) === 'blank') return [from, to < end ? right(to) + 1 : to];
  if (to < end && kindOf(text[to], big) === 'blank') return [from, right(to) + 1];
  const isAfterBlank = from > start && kindOf(text[from - 1], big) === 'blank';
  return [isAfterBlank ? left(from - 1) : from, to];
}

/** Returns the last character on the way that is of the same kind as the first. */
function runFrom(text: readonly string[], from: number, by: 1 | -1, edge: number, big: boolean): number {
  const kind = kindOf(text[from], big);
  let at = from;
  while (at !== edge && kindOf(text[at + by], big) === kind) at += by;
  return at;
}

/** Pairs the quotes of the line from its start; before the first pair, the next one in the line counts. */
function quotesAt(text: readonly string[], cursor: number, quote: string): Range | undefined {
  const end = lineEnd(text, cursor);
  let open: number | undefined;
  for (let at = lineStart(text, cursor); at < end; at += 1) {
    // A quote behind a backslash is none.
    if (text[at] === '\\') at += 1;
    else if (text[at] !== quote) continue;
    else if (open === undefined) open = at;
    else if (at >= cursor) return [open, at];
    else open = undefined;
  }
  return undefined;
}

function bracketsAt(
  text: readonly string[],
  cursor: number,
  [open, close]: readonly [string, string],
): Range | undefined {
  const from = text[cursor] === open ? cursor : partner(text, cursor - 1, -1, open, close);
  if (from === undefined) return undefined;
  const to = partner(text, from + 1, 1, close, open);
  return to === undefined ? undefined : [from, to];
}

/** Looks for a bracket that is not closed, or opened, by another one on the way. */
function partner(
  text: readonly string[],
  start: number,
  by: 1 | -1,
  wanted: string,
  other: string,
): number | undefined {
  let depth = 0;
  for (let at = start; at >= 0 && at < text.length; at += by) {
    if (text[at] === other) depth += 1;
    if (text[at] !== wanted) continue;
    if (depth === 0) return at;
    depth -= 1;
  }
  return undefined;
}

// The kinds of characters of which vi makes words.

const LETTER = /^[\p{L}\p{N}\p{M}_]/u;

/** Returns the character class of vi; for WORDs (`big`) every character that is not blank is of one class. */
function kindOf(character: string | undefined, big: boolean): 'blank' | 'letter' | 'sign' {
  if (character === undefined || character.trim() === '') return 'blank';
  return big || LETTER.test(character) ? 'letter' : 'sign';
}

/** State of vi mode beside the text: the mode, an incomplete command, and the commands that `.` and `;` repeat. */
export type ViState = {
  readonly mode: 'insert' | 'normal';
  /** Keys of an incomplete command. */
  readonly pending: string;
  /** The last `f`, `F`, `t` or `T` with its character. */
  readonly find: ViFind | undefined;
  /** The last change, for `.`: its keys, and the text typed after them. */
  readonly change: { readonly keys: string; readonly typed: string } | undefined;
  /** The change by which inserting began, and the cursor at that moment. */
  readonly inserting: { readonly keys: string; readonly from: number } | undefined;
};

type ViFind = { readonly key: 'f' | 'F' | 't' | 'T'; readonly character: string };

/** A new line begins in insert mode, as in shells. */
export const VI_INSERT: ViState = {
  mode: 'insert',
  pending: '',
  find: undefined,
  change: undefined,
  inserting: undefined,
};
