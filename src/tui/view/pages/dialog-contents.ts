/** The contents of a dialog's box, before it has a place. */

import { textWidth } from '../../../screen/cells/text-width.ts';
import type { EditorState } from '../../../screen/editor/editor-state.ts';
import { cut } from '../../blocks/header/span.ts';
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

/** Returns the lines of a long page that fit, and which of all lines they are, as text. */
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

// Shortens texts of several parts, so that an instruction in them is never cut in the middle.

/** Separator between the parts of a text. */
const PARTS = ' · ';

/** Fewest cells of a first part that is cut; with fewer it would be unreadable. */
const LEAST = 12;

/** Leaves out parts from the front until the text fits: the last one says how to get out. */
export function lastParts(text: string, width: number): string {
  const parts = text.split(PARTS);
  while (parts.length > 1 && textWidth(parts.join(PARTS)) > width) parts.shift();
  return cut(parts.join(PARTS), width, '…');
}

/** Shortens the information and keeps the instruction; if both do not fit, keeps the parts that fit whole. */
export function toldWhole(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  const [first = '', ...others] = text.split(PARTS);
  if (others.length === 0) return cut(text, width, '…');
  const rest = PARTS + others.join(PARTS);
  const room = width - textWidth(rest);
  if (room >= LEAST) return cut(first, room, '…') + rest;
  return textWidth(first) <= width ? first : lastParts(others.join(PARTS), width);
}

/** Breaks a text at blanks into lines of at most `width` cells; a longer word is cut. */
export function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    const joined = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && textWidth(joined) <= width) lines[lines.length - 1] = joined;
    else lines.push(cut(word, width, '…'));
  }
  return lines;
}
