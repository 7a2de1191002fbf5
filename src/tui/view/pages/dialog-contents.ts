/** The contents of a dialog's box, before it has a place. */

import type { EditorState } from '../../editor/editor-state.ts';
import type { Piece } from '../../model/derived/mode-chip.ts';

export type DialogContents = {
  readonly title: string;
  readonly lines: readonly (readonly Piece[])[];
  /** The field with the cursor: its line inside the box. */
  readonly field:
    | { readonly line: number; readonly editor: EditorState; readonly placeholder: string }
    | undefined;
  readonly footer: string;
};

/** Returns the lines of a long page that fit, and which lines they are, in words. */
export function pageOf<T>(
  lines: readonly T[],
  scroll: number,
  room: number,
): { readonly shown: readonly T[]; readonly where: string } {
  const from = Math.max(0, Math.min(scroll, lines.length - room));
  const to = Math.min(from + room, lines.length);
  return {
    shown: lines.slice(from, to),
    where: lines.length <= room ? '' : `${from + 1}–${to} of ${lines.length} · `,
  };
}
