/** The body as text that can be selected: its lines one after another, without chips, times and signs. */

import { blankRow, type Row, textRow } from '../../../screen/cells/row.ts';
import type { StyleId } from '../../../screen/cells/style.ts';
import { textWidth } from '../../../screen/cells/text-width.ts';
import { isFollowing } from '../block/block-view.ts';
import type { BodyInput, BodyLine, Place } from '../block/body-line.ts';
import { blockLine } from '../header/header-row.ts';
import type { SpanRole } from '../header/span.ts';
import { type BodyList, bodyList, type Position } from '../list/block-list.ts';
import { below, firstScreenRow, lineOf, placeOf, positionOf, topOf } from '../list/list-position.ts';

export type BodyText = {
  readonly cols: number;
  line(position: Position): BodyLine;
  /** Returns the cells of a line that can be selected; undefined for lines that are no text. */
  row(position: Position): Row | undefined;
  /** Returns the line below or above; undefined beyond the end. */
  step(position: Position, by: 1 | -1): Position | undefined;
  positionOf(place: Place): Position;
  placeOf(position: Position): Place;
  readonly first: Position;
  readonly last: Position;
  /** The lines at the edges of the body. */
  readonly top: Position;
  readonly bottom: Position;
};

/** Parts of a header that are text. */
const TEXT_ROLES: ReadonlySet<SpanRole> = new Set(['command', 'match']);

export function bodyText(input: BodyInput): BodyText {
  const { live, cols } = input;
  const list = bodyList(input);
  const screen = live.screen !== undefined && isFollowing(input.view);
  const livePart = list.count - 1;
  const first = screen ? { item: livePart, line: list.lead + (live.screen?.top ?? 0) } : { item: 0, line: 0 };
  const last = { item: livePart, line: list.lead + live.rows - 1 };
  const line = (position: Position): BodyLine => lineOf(list, position, screen);
  // Most moves ask for no edge, and to find it the blocks are measured.
  let known: Edges | undefined;
  const edges = (): Edges => {
    known ??= edgesOf(input, list, screen);
    return known;
  };
  return {
    cols,
    get top() {
      return edges().top;
    },
    get bottom() {
      return edges().bottom;
    },
    first,
    last,
    line,
    row: (position) => rowOf(line(position), input),
    step: (position, by) => stepped(list, position, by, { first, last }),
    positionOf: (place) => positionOf(list, place),
    placeOf: (position) => placeOf(list, position),
  };
}

type Edges = { readonly top: Position; readonly bottom: Position };

function edgesOf(input: BodyInput, list: BodyList, screen: boolean): Edges {
  const { live, height } = input;
  if (screen && live.screen !== undefined) {
    const item = list.count - 1;
    const first = list.lead + firstScreenRow(live.screen, live, height);
    return { top: { item, line: first }, bottom: { item, line: first + height - 1 } };
  }
  const top = topOf(list, input);
  const end = { item: list.count - 1, line: list.size(list.count - 1) - 1 };
  return { top, bottom: below(list, top, height - 1) ?? end };
}

function rowOf(line: BodyLine, { live, cols }: BodyInput): Row | undefined {
  switch (line.kind) {
    case 'output':
      return line.row;
    case 'live':
      return live.row?.(line.index) ?? blankRow(cols);
    case 'header':
    case 'command':
    case 'note':
      return chromeText(line, cols);
    default:
      return undefined;
  }
}

/** Returns the text of a header or a note at the columns at which it is painted. */
function chromeText(line: Extract<BodyLine, { kind: 'header' | 'command' | 'note' }>, cols: number): Row {
  const spans = blockLine(line, { cols, now: line.block.timestamp, ascii: false });
  const isText = (role: SpanRole) => line.kind === 'note' || TEXT_ROLES.has(role);
  return textRow(
    spans.map(({ text, role }) => ({ text: isText(role) ? text : ' '.repeat(textWidth(text)) })),
    cols,
  );
}

type Ends = { readonly first: Position; readonly last: Position };

function stepped(
  list: BodyList,
  { item, line }: Position,
  by: 1 | -1,
  { first, last }: Ends,
): Position | undefined {
  if (by < 0) {
    if (item === first.item && line <= first.line) return undefined;
    if (line > 0 || item <= first.item) return { item, line: line - 1 };
    return { item: item - 1, line: list.size(item - 1) - 1 };
  }
  if (item === last.item) return line >= last.line ? undefined : { item, line: line + 1 };
  if (item < 0) return { item: 0, line: 0 };
  return line + 1 < list.size(item) ? { item, line: line + 1 } : { item: item + 1, line: 0 };
}

// The line that a program wrote, out of the rows into which the window wrapped it.

export type LogicalLine = {
  readonly cells: readonly string[];
  readonly styles: readonly StyleId[];
  /** The rows, each with the cell of the line at which it begins. */
  readonly rows: readonly { readonly position: Position; readonly from: number }[];
};

/** Limit: rows read above and below one row, so that a line without end costs nothing to point at. */
const ROWS_LIMIT = 64;

export function logicalLine(text: BodyText, position: Position): LogicalLine {
  let first = position;
  for (let rows = 0; rows < ROWS_LIMIT && text.row(first)?.wrapped === true; rows++) {
    const above = text.step(first, -1);
    if (above === undefined || !isAlike(text, first, above)) break;
    first = above;
  }
  const cells: string[] = [];
  const styles: StyleId[] = [];
  const rows: { position: Position; from: number }[] = [];
  let at: Position | undefined = first;
  for (let count = 0; at !== undefined && count < 2 * ROWS_LIMIT; count++) {
    const row = text.row(at);
    if (row === undefined || (count > 0 && !(row.wrapped && isAlike(text, first, at)))) break;
    rows.push({ position: at, from: cells.length });
    cells.push(...row.chars);
    styles.push(...row.styles);
    at = text.step(at, 1);
  }
  return { cells, styles, rows };
}

/** Whether two lines are of the same output: of a line that was wrapped the beginning may not be there any more. */
export function isAlike(text: BodyText, one: Position, other: Position): boolean {
  return one.item === other.item && text.line(one).kind === text.line(other).kind;
}

/** Returns the cell of a logical line that stands at column `x` of one of its rows. */
export function cellAt(line: LogicalLine, { item, line: row }: Position, x: number): number {
  const found = line.rows.find(({ position }) => position.item === item && position.line === row);
  return (found?.from ?? 0) + x;
}

/** Returns row and column of a cell of a logical line. */
export function rowAndColumn(
  line: LogicalLine,
  cell: number,
): { readonly position: Position; readonly x: number } {
  const row = line.rows.findLast(({ from }) => from <= cell) ?? line.rows[0];
  if (row === undefined) return { position: { item: 0, line: 0 }, x: 0 };
  return { position: row.position, x: cell - row.from };
}
