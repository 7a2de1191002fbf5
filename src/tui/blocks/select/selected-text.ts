/** The text of a selection: logical lines without blanks at their ends, commands without their chips. */

import { withoutControls } from '../../../client/blocks/copied-text.ts';
import { type Row, rowText } from '../../../screen/cells/row.ts';
import type { BodyLine } from '../block/body-line.ts';
import type { Position } from '../list/block-list.ts';
import type { BodyText } from './body-text.ts';
import { endsOf, type Point, type SpanOn, spansOf, type TextSelection } from './selection.ts';

export type SelectedText = { readonly text: string; readonly lines: number };

/** Limit: UTF-16 units of one copy. What is longer is cut there, at the end of a line. */
const CHARS_LIMIT = 16 * 1024 * 1024;

export function selectedText(text: BodyText, selection: TextSelection): SelectedText {
  const [first, last] = endsOf(selection, text.positionOf);
  const end = text.positionOf(last);
  const spanOn = spansOf(selection, text.positionOf);
  const lines: string[] = [];
  let chars = 0;
  let at = startOf(text, first);
  while (at !== undefined && chars < CHARS_LIMIT) {
    chars += taken(text, spanOn, selection.shape === 'rectangle', at, lines);
    if (at.item > end.item || (at.item === end.item && at.line >= end.line)) break;
    at = text.step(at, 1);
  }
  const trimmed = lines.map((line) => line.trimEnd());
  while (trimmed.at(-1) === '') trimmed.pop();
  return { text: trimmed.join('\n'), lines: trimmed.length };
}

/** Adds what is selected of a row to the lines, or to the last of them that it continues; returns its length. */
function taken(text: BodyText, spanOn: SpanOn, isRectangle: boolean, at: Position, lines: string[]): number {
  const row = text.row(at);
  const span = spanOn(at, row?.chars.length ?? 0);
  if (row === undefined || span === undefined) return 0;
  const piece = pieceOf(text.line(at), row, span.from, span.to);
  const goesOn = row.wrapped && !isRectangle && lines.length > 0;
  lines.push(goesOn ? `${lines.pop() ?? ''}${piece}` : piece);
  return piece.length;
}

/** A block that was trimmed away meanwhile began above everything that is left. */
function startOf(text: BodyText, first: Point): Position | undefined {
  const position = text.positionOf(first);
  return position.item < 0 ? text.first : position;
}

/** Returns the cells of a row that are selected; of a header that is selected whole, its command line. */
function pieceOf(line: BodyLine, row: Row, from: number, to: number): string {
  if (line.kind === 'header' && from === 0 && to >= rowText(row).length) {
    return withoutControls(line.block.commandLine).split('\n', 1)[0] ?? '';
  }
  const cells = row.chars.slice(from, to).join('');
  return line.kind === 'header' || line.kind === 'command' ? cells.trimStart() : cells;
}
