/** Generators for editor tests: text that joins, splits and is wide, and any sequence of edits. */

import fc from 'fast-check';
import { type EditCommand, edit, type PlainEdit } from '../../../src/screen/editor/edit.ts';
import { type EditorState, EMPTY_EDITOR } from '../../../src/screen/editor/editor-state.ts';

const PIECES = [
  ...['a', 'b', 'Z', '1', '_', ' ', '-', '.', '/', '\t', '\n'],
  ...['é', 'e', '\u0301', '\u0308', '漢', '字', 'ｗ', '한', '\u1100', '\u1161', '\u11a8'],
  ...['👩', '\u200d', '👧', '\ufe0f', '❤', '🇩', '🇪', '👍', '🏽', '\u200b', '\u0903', '\u0600'],
];

export const sampleText = fc
  .array(fc.constantFrom(...PIECES), { maxLength: 24 })
  .map((pieces) => pieces.join(''));

/** Everything that only moves. */
export const MOVES: readonly PlainEdit[] = ['left', 'right', 'wordLeft', 'wordRight', 'home', 'end'];

const PLAIN: readonly PlainEdit[] = [
  ...MOVES,
  ...(['up', 'down', 'historyPrevious', 'historyNext', 'newline'] as const),
  ...(['deleteLeft', 'deleteRight', 'deleteWordLeft', 'deleteWordRight', 'deleteArgumentLeft'] as const),
  ...(['killToEnd', 'killToStart', 'yank', 'yankOlder', 'transpose', 'undo', 'redo', 'clear'] as const),
];

export const sampleCommand: fc.Arbitrary<EditCommand> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...PLAIN).map((type) => ({ type })) },
  { weight: 3, arbitrary: fc.constantFrom(...PIECES).map((text) => ({ type: 'insert' as const, text })) },
  { weight: 1, arbitrary: sampleText.map((text) => ({ type: 'paste' as const, text })) },
  { weight: 1, arbitrary: sampleText.map((text) => ({ type: 'set' as const, text })) },
  { weight: 1, arbitrary: sampleText.map((text) => ({ type: 'remember' as const, text })) },
);

export const sampleCommands = fc.array(sampleCommand, { maxLength: 40 });

export function play(commands: readonly EditCommand[], columns?: number, from = EMPTY_EDITOR): EditorState {
  return commands.reduce((state, command) => edit(state, command, columns), from);
}

/** An editor with this text, `|` marking the cursor. */
export function editorAt(marked: string): EditorState {
  const [before = '', after = ''] = marked.split('|');
  const typed = play([{ type: 'set', text: before }]);
  const cursor = typed.graphemes.length;
  return { ...play([{ type: 'set', text: before + after }]), cursor };
}

/** The text with `|` where the cursor is. */
export function marked({ graphemes, cursor }: EditorState): string {
  return `${graphemes.slice(0, cursor).join('')}|${graphemes.slice(cursor).join('')}`;
}
