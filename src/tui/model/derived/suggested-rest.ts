/** The part of a suggestion that stands behind the cursor, to be accepted by Right. */

import { cleanText } from '../../editor/edit.ts';
import { editorText } from '../../editor/editor-state.ts';
import type { TabView } from '../model.ts';

/** Returns `''` when nothing is suggested, or the cursor is not at the end. */
export function suggestedRest({ editor, suggestion }: Pick<TabView, 'editor' | 'suggestion'>): string {
  const line = suggestion?.line;
  if (line === undefined || editor.cursor !== editor.graphemes.length || editor.graphemes.length === 0)
    return '';
  const text = editorText(editor);
  const rest = goesOn(line, text) ? line.slice(text.length) : '';
  // It may come from others: what would be accepted is what is seen.
  return cleanText(rest) === rest ? rest : '';
}

/** Whether a line begins with a text and goes on after it. */
export function goesOn(line: string, text: string): boolean {
  return line.length > text.length && line.startsWith(text);
}
