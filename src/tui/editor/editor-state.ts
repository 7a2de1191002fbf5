/** The state of a line editor: text and cursor, and what undo, kill ring and history remember. */

import type { HistoryState } from './line-history.ts';
import type { UndoState } from './undo.ts';

export type EditorState = {
  readonly graphemes: readonly string[];
  /** UTF-16 units of the text. */
  readonly size: number;
  /** Index of the grapheme the cursor stands on; `graphemes.length` is behind the last. */
  readonly cursor: number;
  /** At the place where a row wraps softly: true shows the cursor behind the upper row, not on the lower. */
  readonly trailing: boolean;
  /** Cell that Up and Down steer for, while only they are pressed. */
  readonly goal: number | undefined;
  /** What the command just done may be continued by. */
  readonly chain: Chain;
  /** What was cut, newest first. */
  readonly kills: readonly string[];
  readonly undo: UndoState;
  readonly history: HistoryState;
  /** The last insertion was too long and not taken. */
  readonly refused: boolean;
};

export type Chain =
  | { readonly kind: 'none' }
  /** Typing and deleting go on in the same undo step. */
  | { readonly kind: 'type' | 'delete' }
  /** The next cut joins this one. */
  | { readonly kind: 'kill' }
  /** What was put back stands here and may be exchanged for what was cut before. */
  | { readonly kind: 'yank'; readonly from: number; readonly to: number; readonly index: number };

export const UNCHAINED: Chain = { kind: 'none' };

export const EMPTY_EDITOR: EditorState = {
  graphemes: [],
  size: 0,
  cursor: 0,
  trailing: false,
  goal: undefined,
  chain: UNCHAINED,
  kills: [],
  undo: { done: [], undone: [] },
  history: { entries: [], start: 0, position: undefined, drafts: new Map() },
  refused: false,
};

export function editorText(state: EditorState): string {
  return state.graphemes.join('');
}
