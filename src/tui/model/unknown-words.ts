/** The commands in RUN's line that do not exist, as far as the host has said so. */

import type { EditorState } from '../editor/editor-state.ts';
import { type CommandWord, commandWords } from '../editor/syntax/command-words.ts';
import type { LookedUp, TabView } from './model.ts';

/** Longest line that is looked at, in graphemes: it is read with each key. */
const LONGEST_LINE = 2000;

export const NO_WORDS: LookedUp = { asked: [], unknown: [] };

/** Returns the words that name commands and that nobody is typing: the cursor is neither in them nor right behind them. */
export function typedWords({ graphemes, cursor }: EditorState): readonly CommandWord[] {
  if (graphemes.length > LONGEST_LINE) return [];
  return commandWords(graphemes).filter(({ start, end }) => cursor <= start || cursor > end);
}

/** Returns those that are unknown. */
export function unknownWords({ editor, words }: Pick<TabView, 'editor' | 'words'>): readonly CommandWord[] {
  if (words.unknown.length === 0) return [];
  return typedWords(editor).filter(({ word }) => words.unknown.includes(word));
}
