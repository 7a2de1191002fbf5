/** State of a line editor: text, cursor, undo steps, kill ring and history. */

import { type HistoryState, NO_HISTORY } from './line-history.ts';
import type { UndoState } from './undo.ts';

export type EditorState = {
  readonly graphemes: readonly string[];
  /** UTF-16 units of the text. */
  readonly size: number;
  /** Index of the grapheme under the cursor; `graphemes.length` is behind the last one. */
  readonly cursor: number;
  /** At a soft wrap, shows the cursor behind the upper row instead of at the start of the lower row. */
  readonly trailing: boolean;
  /** Column that Up and Down aim at, while no other key is pressed. */
  readonly goal: number | undefined;
  /** Kind of the last command, where the next command may continue it. */
  readonly chain: Chain;
  /** Kill ring: cut texts, newest first. */
  readonly kills: readonly string[];
  readonly undo: UndoState;
  readonly history: HistoryState;
  /** The last insertion was refused because the text would be too long. */
  readonly refused: boolean;
};

export type Chain =
  | { readonly kind: 'none' }
  /** More typing or deleting joins the same undo step. */
  | { readonly kind: 'type' | 'delete' }
  /** The next cut joins this kill ring entry. */
  | { readonly kind: 'kill' }
  /** Range of the argument just inserted, its place among those found, and whether no more can be found. */
  | {
      readonly kind: 'argument';
      readonly from: number;
      readonly to: number;
      readonly index: number;
      readonly found: readonly string[];
      readonly whole: boolean;
    }
  /** Range of the text just put back, which `yankOlder` may replace. */
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
  history: NO_HISTORY,
  refused: false,
};

export function editorText(state: EditorState): string {
  return state.graphemes.join('');
}
