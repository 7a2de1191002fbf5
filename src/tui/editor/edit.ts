/** The line editor: computes the next state from a state and a command. Pure. */

import { kill, redo, remove, replace, replaceAll, transpose, type, undo, yank, yankOlder } from './change.ts';
import { cleanPaste, cleanText } from './clean.ts';
import { type EditorState, EMPTY_EDITOR, editorText } from './editor-state.ts';
import { lineEnd, lineStart } from './graphemes.ts';
import {
  addOlder,
  beginWalk,
  forget,
  type Recalled,
  recallNext,
  recallPrevious,
  remember,
} from './line-history.ts';
import { moveEnd, moveHome, moveRow, moveTo } from './move.ts';
import { argumentLeft, wordLeft, wordRight } from './words.ts';

export type EditCommand =
  /** Inserts typed text. */
  | { readonly type: 'insert'; readonly text: string }
  /** Inserts a paste as one undo step; `more` says that another piece of the paste follows. */
  | { readonly type: 'paste'; readonly text: string; readonly more?: boolean }
  /** Replaces the whole text; undo brings the old text back. */
  | { readonly type: 'set'; readonly text: string }
  /** Empties the editor after the line was sent. `remember` adds the line to the history (not for secrets). */
  | { readonly type: 'submit'; readonly remember: boolean }
  /** Adds a shell command to the history that was not typed here. */
  | { readonly type: 'remember'; readonly text: string }
  /** Begins a walk through shell commands, oldest first: those that begin with the text. */
  | { readonly type: 'history'; readonly entries: readonly string[]; readonly more?: boolean }
  /** Adds older shell commands to the walk, newest first, as they were asked for. */
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
  // A step that waits for an older entry leaves cursor and text alone.
  const shown = recalled.text === editorText(state) ? state : replaceAll(state, recalled.text);
  return { ...shown, history: recalled.history };
}
