/** The panes of a split as rectangles: they and the borders of one cell between them fill the area exactly. */

import type { Arrangement, Split } from '../split.ts';
import type { Rect, Size } from '../window-layout.ts';

/** A terminal and its place in the window; `folded` to one row in a stack, it shows its state and not its screen. */
export type Pane = { readonly uri: string; readonly rect: Rect; readonly folded?: true };

/** Least size of a pane: a prompt and a few words. */
export const LEAST_PANE: Size = { cols: 20, rows: 3 };

/** Least size of a window with panes: below, the terminal in front has it alone. */
export const LEAST_WINDOW: Size = { cols: 80, rows: 12 };

/** Returns where the panes are; undefined when the area has no room for all of them, in any arrangement that may stand in. */
export function panesIn(split: Split, front: string, area: Rect): readonly Pane[] | undefined {
  const { members, arrangement } = split;
  const found = standIns(arrangement).find((each) => fits(each, members.length, area));
  if (found === undefined) return undefined;
  if (found === 'stack') return stacked(members, front, area);
  // Shares belong to the arrangement in which they were set.
  const shares = found === arrangement ? split : { columns: [], rows: [] };
  return rowsOf(found, members, shares, area);
}

/** Whether an arrangement has room for so many panes of the least size. */
export function fits(arrangement: Arrangement, count: number, { width, height }: Rect): boolean {
  const { cols, rows } = shape(arrangement, count);
  if (arrangement === 'stack') return height >= count - 1 + LEAST_PANE.rows;
  return width >= needed(cols, LEAST_PANE.cols) && height >= needed(rows, LEAST_PANE.rows);
}

/** Number of columns and rows of an arrangement. */
export function shape(arrangement: Arrangement, count: number): Size {
  switch (arrangement) {
    case 'beside':
      return { cols: count, rows: 1 };
    case 'below':
    case 'stack':
      return { cols: 1, rows: count };
    case 'main':
      return { cols: Math.min(2, count), rows: Math.max(1, count - 1) };
    case 'grid': {
      const cols = Math.ceil(Math.sqrt(count));
      return { cols, rows: Math.ceil(count / cols) };
    }
  }
}

/** The arrangement itself, and those that take its place in a window too small for it. */
function standIns(arrangement: Arrangement): readonly Arrangement[] {
  return arrangement === 'stack' ? ['stack'] : [arrangement, 'grid', 'stack'];
}

type Shares = Pick<Split, 'columns' | 'rows'>;

function rowsOf(
  arrangement: Exclude<Arrangement, 'stack'>,
  members: readonly string[],
  shares: Shares,
  area: Rect,
): readonly Pane[] {
  const { cols, rows } = shape(arrangement, members.length);
  const columns = tracks(area.width, cols, shares.columns, LEAST_PANE.cols);
  const [main, ...rest] = members;
  if (arrangement === 'main' && main !== undefined) {
    const [left, right] = columns;
    const first = { uri: main, rect: { ...area, width: left?.cells ?? area.width } };
    if (right === undefined) return [first];
    const lines = tracks(area.height, rest.length, shares.rows, LEAST_PANE.rows);
    const others = rest.map((uri, index) => ({
      uri,
      rect: {
        x: area.x + right.at,
        y: area.y + (lines[index]?.at ?? 0),
        width: right.cells,
        height: lines[index]?.cells ?? 0,
      },
    }));
    return [first, ...others];
  }
  return tracks(area.height, rows, shares.rows, LEAST_PANE.rows).flatMap((line, row) => {
    const across = members.slice(row * cols, (row + 1) * cols);
    // A last row with fewer panes is divided evenly.
    const widths = across.length === cols ? columns : tracks(area.width, across.length, [], LEAST_PANE.cols);
    return across.map((uri, index) => ({
      uri,
      rect: {
        x: area.x + (widths[index]?.at ?? 0),
        y: area.y + line.at,
        width: widths[index]?.cells ?? 0,
        height: line.cells,
      },
    }));
  });
}

const FOLDED = { folded: true } as const;

/** One row for each pane, and all that is left for the one in front. */
function stacked(members: readonly string[], front: string, area: Rect): readonly Pane[] {
  const open = Math.max(0, members.indexOf(front));
  const rest = area.height - (members.length - 1);
  return members.map((uri, index) => ({
    uri,
    rect: {
      ...area,
      y: area.y + (index <= open ? index : index - 1 + rest),
      height: index === open ? rest : 1,
    },
    ...(index === open ? {} : FOLDED),
  }));
}

// Tracks: a length of cells divided into parts by shares, with a border of one cell between two parts.

/** One part of the length: where it begins and how many cells it has. */
type Track = { readonly at: number; readonly cells: number };

/** Divides `total` cells, which must hold `count` parts of `least` cells; the parts and their borders fill it exactly. */
function tracks(total: number, count: number, shares: readonly number[], least: number): Track[] {
  const weights = Array.from({ length: count }, (_, index) => shares[index] ?? 1);
  const sum = weights.reduce((all, each) => all + each, 0);
  const inner = total - (count - 1);
  // Edges are rounded, not sizes, so that the parts always add up.
  const sizes: number[] = [];
  let before = 0;
  let edge = 0;
  for (const weight of weights) {
    edge += (weight / sum) * inner;
    sizes.push(Math.round(edge) - before);
    before = Math.round(edge);
  }
  const fair = inner < count * least ? sizes : atLeast(sizes, least);
  let at = 0;
  return fair.map((cells) => {
    const track = { at, cells };
    at += cells + 1;
    return track;
  });
}

/** Cells that `count` parts of `least` cells need with their borders. */
function needed(count: number, least: number): number {
  return count * least + count - 1;
}

/** Gives parts below the least size what they lack, out of the largest ones. */
function atLeast(sizes: readonly number[], least: number): number[] {
  const given = [...sizes];
  for (const [index, size] of sizes.entries()) {
    let lacking = least - size;
    while (lacking > 0) {
      const largest = given.indexOf(Math.max(...given));
      const taken = Math.min(lacking, (given[largest] ?? 0) - least);
      if (taken <= 0) break;
      given[largest] = (given[largest] ?? 0) - taken;
      given[index] = (given[index] ?? 0) + taken;
      lacking -= taken;
    }
  }
  return given;
}
