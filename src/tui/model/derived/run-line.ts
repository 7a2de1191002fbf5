/** The line of RUN: its columns, the suggestion behind it, and the commands that it recalls. */

import { cleanText } from '../../../screen/editor/edit.ts';
import { editorText } from '../../../screen/editor/editor-state.ts';
import { textColumns } from '../../../screen/editor/editor-view.ts';
import type { Mode, Model, TabView } from '../model.ts';
import type { SeenTerminal, ViewState } from '../view-state.ts';
import { chipWidth } from './mode-chip.ts';

// The width of RUN's line; cursor moves by rows depend on it.

/** Returns the cells of one row of RUN's text. */
export function runColumns(model: Model, viewState?: Pick<ViewState, 'inputColumns'>): number {
  const atPrompt = model.active === undefined ? undefined : viewState?.inputColumns(model.active);
  if (atPrompt !== undefined) return atPrompt;
  const mode: Mode = 'run';
  return textColumns(roomFor(model, mode), [{ text: `${model.appearance.glyphs.prompt} ` }]);
}

export function roomFor(model: Model, mode: Mode): number {
  return Math.max(1, model.size.cols - chipWidth(mode) - 1);
}

// The part of a suggestion that is shown behind the cursor and can be accepted with Right.

/** Returns `''` when nothing is suggested, or the cursor is not at the end. */
export function suggestedRest({ editor, suggestion }: Pick<TabView, 'editor' | 'suggestion'>): string {
  const line = suggestion?.line;
  if (line === undefined || editor.cursor !== editor.graphemes.length || editor.graphemes.length === 0)
    return '';
  const text = editorText(editor);
  const rest = goesOn(line, text) ? line.slice(text.length) : '';
  // Others may have typed the line: with control characters the accepted text would differ from the visible one.
  return cleanText(rest) === rest ? rest : '';
}

/** Whether a line begins with a text and goes on after it. */
export function goesOn(line: string, text: string): boolean {
  return line.length > text.length && line.startsWith(text);
}

// The command lines that ran in a terminal, as its line editor offers them again.

/** Commands of the terminal that Up walks through before the host is asked. */
const MOST = 500;

/** Returns the command lines oldest first, whoever typed them. */
export function ownCommands(terminal: SeenTerminal | undefined): readonly string[] {
  return (terminal?.blocks ?? []).slice(-MOST).map(({ commandLine }) => commandLine);
}
