/** Cursor moves. Rows are rows on screen, so moves up, down and to a row's ends need the width of the text. */

import { type EditorState, UNCHAINED } from './editor-state.ts';
import { columnOf, indexAt, layoutRows, rowOf } from './text-layout.ts';

export function moveTo(state: EditorState, cursor: number): EditorState {
  const inside = Math.max(0, Math.min(cursor, state.graphemes.length));
  return { ...state, cursor: inside, trailing: false, goal: undefined, chain: UNCHAINED, refused: false };
}

/** Moves to the start of the row; if already there, to the start of the whole text. */
export function moveHome(state: EditorState, columns: number): EditorState {
  const { row } = place(state, columns);
  return moveTo(state, row.start === state.cursor ? 0 : row.start);
}

/** Moves to the end of the row; if already there, to the end of the whole text. */
export function moveEnd(state: EditorState, columns: number): EditorState {
  const { row } = place(state, columns);
  if (row.end === state.cursor) return moveTo(state, state.graphemes.length);
  return { ...moveTo(state, row.end), trailing: row.soft };
}

/** Moves one row up or down and keeps the starting column. Returns undefined at the edge of the text. */
export function moveRow(state: EditorState, by: 1 | -1, columns: number): EditorState | undefined {
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
