/** State of a line editor: text, cursor, undo steps, kill ring and history. */

import { type HistoryState, NO_HISTORY } from './line-history.ts';

export type EditorState = {
  readonly graphemes: readonly string[];
  /** UTF-16 units of the text. */
  readonly size: number;
  /** Index of the grapheme under the cursor; `graphemes.length` is behind the last one. */
  readonly cursor: number;
  /** At a soft wrap, shows the cursor behind the upper row instead of at the start of the lower row. */
  readonly trailing: boolean;
  /** The column that repeated Up and Down keep to; undefined after any other key. */
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
  /** After Alt+.: range of the inserted argument, its index in `found`, and whether `found` is complete. */
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

// Undo as a list of replacements: each step has a position, the text removed there and the text
// inserted.

export type UndoStep = {
  readonly at: number;
  readonly removed: readonly string[];
  readonly inserted: readonly string[];
  readonly cursorBefore: number;
  readonly cursorAfter: number;
};

export type UndoState = { readonly done: readonly UndoStep[]; readonly undone: readonly UndoStep[] };

/**
 * Limits on steps and on graphemes in all steps (a few full-size pastes). The oldest are dropped; the newest stays.
 */
const MAX_STEPS = 500;
const MAX_GRAPHEMES = 262_144;

/** Text and cursor before or after a change. */
type TextAndCursor = { readonly graphemes: readonly string[]; readonly cursor: number };

/** Adds a change as a step. `join` merges it with the last step where it continues that step. */
export function record(
  state: UndoState,
  before: TextAndCursor,
  after: TextAndCursor,
  join: boolean,
): UndoState {
  const step = difference(before, after);
  const last = state.done.at(-1);
  const joined = join && last ? joinSteps(last, step) : undefined;
  const done = joined ? [...state.done.slice(0, -1), joined] : [...state.done, step];
  return { done: withinLimits(done), undone: [] };
}

/** Takes the step to undo off the list; undefined when there is none. */
export function popUndo(state: UndoState): { readonly step: UndoStep; readonly undo: UndoState } | undefined {
  const step = state.done.at(-1);
  if (step === undefined) return undefined;
  return { step, undo: { done: state.done.slice(0, -1), undone: [...state.undone, step] } };
}

/** Takes the step to redo off the list; undefined when there is none. */
export function popRedo(state: UndoState): { readonly step: UndoStep; readonly undo: UndoState } | undefined {
  const step = state.undone.at(-1);
  if (step === undefined) return undefined;
  return { step, undo: { done: [...state.done, step], undone: state.undone.slice(0, -1) } };
}

/** Returns the step that reverts a step. */
export function inverse({ at, removed, inserted, cursorBefore, cursorAfter }: UndoStep): UndoStep {
  return { at, removed: inserted, inserted: removed, cursorBefore: cursorAfter, cursorAfter: cursorBefore };
}

export function applyStep(graphemes: readonly string[], { at, removed, inserted }: UndoStep): string[] {
  return [...graphemes.slice(0, at), ...inserted, ...graphemes.slice(at + removed.length)];
}

function difference(before: TextAndCursor, after: TextAndCursor): UndoStep {
  const [old, now] = [before.graphemes, after.graphemes];
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start += 1;
  let tail = 0;
  while (tail < shorter - start && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1;
  return {
    at: start,
    removed: old.slice(start, old.length - tail),
    inserted: now.slice(start, now.length - tail),
    cursorBefore: before.cursor,
    cursorAfter: after.cursor,
  };
}

/** Merges two steps into one; undefined when the second does not begin where the first ended. */
function joinSteps(first: UndoStep, next: UndoStep): UndoStep | undefined {
  const cursors = { cursorBefore: first.cursorBefore, cursorAfter: next.cursorAfter };
  const continues = next.removed.length === 0 && next.at === first.at + first.inserted.length;
  if (continues) return { ...first, inserted: [...first.inserted, ...next.inserted], ...cursors };
  if (first.inserted.length > 0 || next.inserted.length > 0) return undefined;
  if (next.at === first.at) return { ...first, removed: [...first.removed, ...next.removed], ...cursors };
  if (next.at + next.removed.length !== first.at) return undefined;
  return { ...next, removed: [...next.removed, ...first.removed], ...cursors };
}

function withinLimits(steps: readonly UndoStep[]): readonly UndoStep[] {
  let room = MAX_GRAPHEMES;
  let first = steps.length;
  while (first > 0 && steps.length - first < MAX_STEPS) {
    const step = steps[first - 1];
    room -= (step?.removed.length ?? 0) + (step?.inserted.length ?? 0);
    if (room < 0 && first < steps.length) break;
    first -= 1;
  }
  return first === 0 ? steps : steps.slice(first);
}
