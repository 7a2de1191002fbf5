/** The line editor: computes the next state from a state and a command. Pure. */

import {
  applyStep,
  type Chain,
  type EditorState,
  EMPTY_EDITOR,
  editorText,
  inverse,
  popRedo,
  popUndo,
  record,
  UNCHAINED,
  type UndoState,
  type UndoStep,
} from './editor-state.ts';
import { lineEnd, lineStart, MAX_TEXT, splice } from './graphemes.ts';
import {
  addOlder,
  beginWalk,
  forget,
  type Recalled,
  recallNext,
  recallPrevious,
  remember,
} from './line-history.ts';
import { columnOf, indexAt, layoutRows, rowOf } from './text-layout.ts';

export type EditCommand =
  /** Inserts typed text. */
  | { readonly type: 'insert'; readonly text: string }
  /** Inserts a paste as one undo step; `more` says that another piece of the paste follows. */
  | { readonly type: 'paste'; readonly text: string; readonly more?: boolean }
  /** Replaces the whole text; undo brings the old text back. */
  | { readonly type: 'set'; readonly text: string }
  /** Empties the editor after the line was sent. `remember` adds the line to the history (not for secrets). */
  | { readonly type: 'submit'; readonly remember: boolean }
  /** Adds a shell command that was not typed in this editor to the history. */
  | { readonly type: 'remember'; readonly text: string }
  /** Begins a walk through shell commands, oldest first: those that begin with the text. */
  | { readonly type: 'history'; readonly entries: readonly string[]; readonly more?: boolean }
  /** Adds older shell commands, which were asked for, to the walk, newest first. */
  | { readonly type: 'older'; readonly entries: readonly string[]; readonly more: boolean }
  | { readonly type: PlainEdit };

type Rule = (state: EditorState, columns: number) => EditorState;

const PLAIN_EDITS = {
  newline: (state) => type(state, '\n'),
  left: (state) => moveTo(state, state.cursor - 1),
  right: (state) => moveTo(state, state.cursor + 1),
  wordLeft: (state) => moveTo(state, wordLeft(state.graphemes, state.cursor)),
  wordRight: (state) => moveTo(state, wordRight(state.graphemes, state.cursor)),
  home: moveHome,
  end: moveEnd,
  up: (state, columns) => moveRow(state, -1, columns) ?? showPrevious(state),
  down: (state, columns) => moveRow(state, 1, columns) ?? showNext(state),
  historyPrevious: (state) => showPrevious(state),
  historyNext: (state) => showNext(state),
  deleteLeft: (state) => remove(state, Math.max(0, state.cursor - 1), state.cursor),
  deleteRight: (state) => remove(state, state.cursor, Math.min(state.cursor + 1, state.graphemes.length)),
  deleteWordLeft: (state) => kill(state, wordLeft(state.graphemes, state.cursor), state.cursor),
  deleteWordRight: (state) => kill(state, state.cursor, wordRight(state.graphemes, state.cursor)),
  deleteArgumentLeft: (state) => kill(state, argumentLeft(state.graphemes, state.cursor), state.cursor),
  killToEnd,
  killToStart,
  yank,
  yankOlder,
  transpose,
  undo,
  redo,
  clear: (state) => ({ ...replaceAll(state, ''), history: forget(state.history) }),
} as const satisfies Readonly<Record<string, Rule>>;

export type PlainEdit = keyof typeof PLAIN_EDITS;

/**
 * Runs a command. `columns` is the text width on screen (`textColumns`), for moves by rows; by default rows never
 * wrap.
 */
export function edit(
  state: EditorState,
  command: EditCommand,
  columns = Number.POSITIVE_INFINITY,
): EditorState {
  switch (command.type) {
    case 'insert':
      return type(state, cleanText(command.text));
    case 'paste':
      return paste(state, command.more ? cleanText(command.text) : cleanPaste(command.text));
    case 'set':
      return { ...replaceAll(state, cleanText(command.text)), history: forget(state.history) };
    case 'submit':
      return submit(state, command.remember);
    case 'remember':
      return { ...state, history: remember(state.history, cleanText(command.text)) };
    case 'history':
      return {
        ...state,
        history: beginWalk(state.history, command.entries.map(cleanText), editorText(state), command.more),
      };
    case 'older':
      return show(
        state,
        addOlder(state.history, editorText(state), command.entries.map(cleanText), command.more),
      );
    default: {
      const rule: Rule = PLAIN_EDITS[command.type];
      return rule(state, columns);
    }
  }
}

function paste(state: EditorState, text: string): EditorState {
  return replace(state, state.cursor, state.cursor, text);
}

/** Empties the editor but keeps the kill ring. Undo is forgotten: it must not bring the sent line back. */
function submit(state: EditorState, keep: boolean): EditorState {
  const history = keep ? remember(state.history, editorText(state)) : state.history;
  return { ...EMPTY_EDITOR, kills: state.kills, history: forget(history) };
}

/** Cuts to the end of the line; at the end, cuts the newline, so that repeating it cuts line after line. */
function killToEnd(state: EditorState): EditorState {
  const end = lineEnd(state.graphemes, state.cursor);
  return kill(state, state.cursor, end > state.cursor ? end : Math.min(end + 1, state.graphemes.length));
}

function killToStart(state: EditorState): EditorState {
  const start = lineStart(state.graphemes, state.cursor);
  return kill(state, start < state.cursor ? start : Math.max(0, start - 1), state.cursor);
}

function showPrevious(state: EditorState): EditorState {
  return show(state, recallPrevious(state.history, editorText(state)));
}

function showNext(state: EditorState): EditorState {
  return show(state, recallNext(state.history, editorText(state)));
}

function show(state: EditorState, recalled: Recalled | undefined): EditorState {
  if (recalled === undefined) return state;
  // While a step waits for an older entry, cursor and text stay unchanged.
  const shown = recalled.text === editorText(state) ? state : replaceAll(state, recalled.text);
  return { ...shown, history: recalled.history };
}

// Changes of the text: replace a range, cut, put back, undo and redo. All but undo and redo go through
// `replace`.

/** Texts in the kill ring; the oldest is dropped beyond this. */
const MAX_KILLS = 32;

type ChangeOptions = {
  readonly chain?: Chain;
  /** Whether the change joins the last undo step. */
  readonly join?: boolean;
};

/** Replaces graphemes by clean text and puts the cursor behind it. */
export function replace(
  state: EditorState,
  from: number,
  to: number,
  text: string,
  { chain = UNCHAINED, join = false }: ChangeOptions = {},
): EditorState {
  const size = state.size - textSize(state.graphemes, from, to) + text.length;
  if (size > MAX_TEXT) return { ...state, chain: UNCHAINED, refused: true };
  const after = splice(state.graphemes, from, to, text);
  const settled = { ...state, trailing: false, goal: undefined, chain, refused: false };
  if (from === to && text === '') return settled;
  return { ...settled, ...after, size, undo: record(state.undo, state, after, join) };
}

function replaceAll(state: EditorState, text: string): EditorState {
  return editorText(state) === text
    ? { ...state, cursor: state.graphemes.length, trailing: false, goal: undefined, chain: UNCHAINED }
    : replace(state, 0, state.graphemes.length, text);
}

/** Inserts typed text. Each word is one undo step. */
export function type(state: EditorState, text: string): EditorState {
  const before = state.graphemes[state.cursor - 1] ?? '';
  const beginsWord = /\s/.test(before) && !/^\s/.test(text);
  const join = state.chain.kind === 'type' && !beginsWord && !text.includes('\n');
  return replace(state, state.cursor, state.cursor, text, { chain: { kind: 'type' }, join });
}

/** Deletes single characters without keeping them in the kill ring. */
function remove(state: EditorState, from: number, to: number): EditorState {
  return replace(state, from, to, '', { chain: { kind: 'delete' }, join: state.chain.kind === 'delete' });
}

/** Cuts into the kill ring. Consecutive cuts make one entry. */
export function kill(state: EditorState, from: number, to: number): EditorState {
  if (from === to) return { ...state, chain: UNCHAINED };
  const text = state.graphemes.slice(from, to).join('');
  const [last = '', ...older] = state.kills;
  const isBackward = from < state.cursor;
  const joined = isBackward ? text + last : last + text;
  const kills = state.chain.kind === 'kill' ? [joined, ...older] : [text, ...state.kills].slice(0, MAX_KILLS);
  return { ...replace(state, from, to, '', { chain: { kind: 'kill' } }), kills };
}

function yank(state: EditorState): EditorState {
  const [text] = state.kills;
  if (text === undefined) return { ...state, chain: UNCHAINED };
  return putBack(state, state.cursor, state.cursor, 0, text);
}

/** Directly after a yank, replaces the inserted text by the next older entry of the kill ring, in a circle. */
function yankOlder(state: EditorState): EditorState {
  if (state.chain.kind !== 'yank') return { ...state, chain: UNCHAINED };
  const index = (state.chain.index + 1) % state.kills.length;
  return putBack(state, state.chain.from, state.chain.to, index, state.kills[index] ?? '');
}

function putBack(state: EditorState, from: number, to: number, index: number, text: string): EditorState {
  const put = replace(state, from, to, text);
  return put.refused
    ? put
    : { ...put, chain: { kind: 'yank', from: Math.min(from, put.cursor), to: put.cursor, index } };
}

/** Swaps the two characters at the cursor, or the last two at the end of a line. */
function transpose(state: EditorState): EditorState {
  const { graphemes, cursor } = state;
  const atEnd = cursor === graphemes.length || graphemes[cursor] === '\n';
  const from = atEnd ? cursor - 2 : cursor - 1;
  const [left, right] = [graphemes[from], graphemes[from + 1]];
  if (left === undefined || right === undefined || left === '\n' || right === '\n') return state;
  return replace(state, from, from + 2, right + left);
}

export function undo(state: EditorState): EditorState {
  const taken = popUndo(state.undo);
  return taken ? restore(state, inverse(taken.step), taken.undo) : state;
}

function redo(state: EditorState): EditorState {
  const taken = popRedo(state.undo);
  return taken ? restore(state, taken.step, taken.undo) : state;
}

function restore(state: EditorState, step: UndoStep, undoState: UndoState): EditorState {
  const graphemes = applyStep(state.graphemes, step);
  const { cursorAfter: cursor } = step;
  const size = textSize(graphemes, 0, graphemes.length);
  const settled = { trailing: false, goal: undefined, chain: UNCHAINED, refused: false };
  return { ...state, ...settled, graphemes, size, cursor, undo: undoState };
}

/** UTF-16 units in a range of graphemes. */
function textSize(graphemes: readonly string[], from: number, to: number): number {
  let units = 0;
  for (let i = from; i < to; i += 1) units += graphemes[i]?.length ?? 0;
  return units;
}

/** Cursor moves. Rows are rows on screen, so moves up, down and to a row's ends need the width of the text. */
export function moveTo(state: EditorState, cursor: number): EditorState {
  const inside = Math.max(0, Math.min(cursor, state.graphemes.length));
  return { ...state, cursor: inside, trailing: false, goal: undefined, chain: UNCHAINED, refused: false };
}

/** Moves to the start of the row; if already there, to the start of the whole text. */
function moveHome(state: EditorState, columns: number): EditorState {
  const { row } = place(state, columns);
  return moveTo(state, row.start === state.cursor ? 0 : row.start);
}

/** Moves to the end of the row; if already there, to the end of the whole text. */
function moveEnd(state: EditorState, columns: number): EditorState {
  const { row } = place(state, columns);
  if (row.end === state.cursor) return moveTo(state, state.graphemes.length);
  return { ...moveTo(state, row.end), trailing: row.soft };
}

/** Moves one row up or down and keeps the starting column. Returns undefined at the edge of the text. */
function moveRow(state: EditorState, by: 1 | -1, columns: number): EditorState | undefined {
  const { rows, index, row } = place(state, columns);
  const target = rows[index + by];
  if (target === undefined) return undefined;
  const goal = state.goal ?? columnOf(state.graphemes, row, state.cursor, columns);
  const cursor = indexAt(state.graphemes, target, goal, columns);
  return { ...moveTo(state, cursor), trailing: target.soft && cursor === target.end, goal };
}

function place({ graphemes, cursor, trailing }: EditorState, columns: number) {
  const rows = layoutRows(graphemes, columns);
  const index = rowOf(rows, cursor, trailing);
  return { rows, index, row: rows[index] ?? { start: 0, end: graphemes.length, soft: false } };
}

// Cleans text for the editor: unifies line ends, removes escape sequences and control characters.

/** CSI sequences, which text copied from a coloured terminal may contain. */
const CSI = /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]/g;
/** OSC and similar strings. The body holds no other string start, so many unfinished ones cost only one pass. */
const STRINGS = /(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x90\x98\x9c-\x9f]*(?:\x07|\x1b\\|\x9c)/g;

/**
 * C0 without tab and newline, DEL, C1, lone surrogates, and invisible or direction-changing characters, so that
 * nothing hides in a shell command. Joiners stay, because words and emoji need them.
 */
const UNWANTED =
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]|\p{Surrogate}/gu;

const PLAIN = /^[\t\n -~]*$/;

export function cleanText(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .replace(STRINGS, '')
    .replace(CSI, '')
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(UNWANTED, '');
}

/** Cleans pasted text. The newline at the end of a copied line is not part of the shell command. */
export function cleanPaste(text: string): string {
  return cleanText(text).replace(/\n$/, '');
}

// Bounds of words, by the rules of readline, and of arguments, by the rules of a shell.

const LETTER = /^[\p{L}\p{N}\p{M}_]/u;
const BLANK = /^\s$/;

const isLetter = (grapheme: string | undefined): boolean => grapheme !== undefined && LETTER.test(grapheme);
const isBlank = (grapheme: string | undefined): boolean => grapheme !== undefined && BLANK.test(grapheme);

/** Index of the start of the word at or before the cursor. */
function wordLeft(graphemes: readonly string[], cursor: number): number {
  let at = cursor;
  while (at > 0 && !isLetter(graphemes[at - 1])) at -= 1;
  while (at > 0 && isLetter(graphemes[at - 1])) at -= 1;
  return at;
}

/** Index of the end of the word at or after the cursor. */
export function wordRight(graphemes: readonly string[], cursor: number): number {
  let at = cursor;
  while (at < graphemes.length && !isLetter(graphemes[at])) at += 1;
  while (at < graphemes.length && isLetter(graphemes[at])) at += 1;
  return at;
}

/** Index of the start of the argument (text between blanks) at or before the cursor. */
function argumentLeft(graphemes: readonly string[], cursor: number): number {
  let at = cursor;
  while (at > 0 && isBlank(graphemes[at - 1])) at -= 1;
  while (at > 0 && !isBlank(graphemes[at - 1])) at -= 1;
  return at;
}

/** Index of the end of the argument at or after the cursor. */
export function argumentRight(graphemes: readonly string[], cursor: number): number {
  let at = cursor;
  while (at < graphemes.length && isBlank(graphemes[at])) at += 1;
  while (at < graphemes.length && !isBlank(graphemes[at])) at += 1;
  return at;
}

/** Commands that are an edit of another name. */
const OTHER_NAMES: Readonly<Record<string, PlainEdit>> = {
  'input.newline': 'newline',
  'input.historyPrevious': 'up',
  'input.historyNext': 'down',
};

/** Returns the edit of a command, `left` of `edit.left`; undefined when the command does not edit text. */
export function editOf(command: string): { readonly type: PlainEdit } | undefined {
  const name = command.startsWith('edit.') ? command.slice('edit.'.length) : undefined;
  const other = Object.hasOwn(OTHER_NAMES, command) ? OTHER_NAMES[command] : undefined;
  const type = name !== undefined && isPlainEdit(name) ? name : other;
  return type && { type };
}

function isPlainEdit(name: string): name is PlainEdit {
  return Object.hasOwn(PLAIN_EDITS, name);
}
