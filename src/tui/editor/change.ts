/** Changes of the text: replace a range, cut, put back, undo and redo. All but undo and redo go through `replace`. */

import { MAX_TEXT } from './editor-limits.ts';
import { type Chain, type EditorState, editorText, UNCHAINED } from './editor-state.ts';
import { splice } from './graphemes.ts';
import { applyStep, inverse, popRedo, popUndo, record, type UndoState, type UndoStep } from './undo.ts';

/** Texts in the kill ring; the oldest is dropped beyond this. */
const MAX_KILLS = 32;

export type ChangeOptions = {
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

export function replaceAll(state: EditorState, text: string): EditorState {
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
export function remove(state: EditorState, from: number, to: number): EditorState {
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

export function yank(state: EditorState): EditorState {
  const [text] = state.kills;
  if (text === undefined) return { ...state, chain: UNCHAINED };
  return putBack(state, state.cursor, state.cursor, 0, text);
}

/** Directly after a yank, replaces the inserted text by the next older entry of the kill ring, in a circle. */
export function yankOlder(state: EditorState): EditorState {
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
export function transpose(state: EditorState): EditorState {
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

export function redo(state: EditorState): EditorState {
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
