/** Finds the pictures in the rows of a frame: rectangles of cells that belong together. */

import type { Row } from '../../../screen/cells/row.ts';
import { internStyle, type StyleId } from '../../../screen/cells/style.ts';
import { styleLink, styleNumber, styleWords } from '../../../screen/cells/style-table.ts';
import { pictureCell } from '../../../screen/picture/draw-picture.ts';

/** A rectangle of cells on the screen that shows a part of a picture. */
export type VisiblePicture = {
  /** The number of the picture in the table of pictures. */
  readonly number: number;
  readonly x: number;
  readonly y: number;
  readonly cols: number;
  readonly rows: number;
  /** The cell of the picture's box that is at the upper left. */
  readonly fromColumn: number;
  readonly fromRow: number;
};

type Run = Omit<VisiblePicture, 'y' | 'rows'>;

const NO_RUNS: readonly Run[] = [];
/** Rows never change, and most have no picture. */
const known = new WeakMap<Row, readonly Run[]>();

export function visiblePictures(rows: readonly Row[]): readonly VisiblePicture[] {
  const found: VisiblePicture[] = [];
  let above = new Map<string, VisiblePicture>();
  for (const [y, row] of rows.entries()) {
    const here = new Map<string, VisiblePicture>();
    for (const run of runsOf(row)) {
      const key = `${run.number} ${run.x} ${run.cols} ${run.fromColumn}`;
      const begun = above.get(key);
      const goesOn = begun !== undefined && begun.fromRow + begun.rows === run.fromRow;
      here.set(key, goesOn ? { ...begun, rows: begun.rows + 1 } : { ...run, y, rows: 1 });
      if (goesOn) above.delete(key);
    }
    found.push(...above.values());
    above = here;
  }
  found.push(...above.values());
  return found;
}

/** Drawn under a picture: unlike plain blanks these are never erased together with their neighbours. */
const UNDER: StyleId = internStyle({ invisible: true });

/** Blanks the cells under pictures; the other cells of pictures become plain cells of a box. */
export function withoutPictures(rows: readonly Row[], shown: readonly VisiblePicture[]): readonly Row[] {
  return rows.map((row, y) => {
    if (runsOf(row).length === 0) return row;
    const chars = [...row.chars];
    const styles = row.styles.map(plainStyle);
    for (const { x, cols } of shown.filter((each) => y >= each.y && y < each.y + each.rows)) {
      chars.fill(' ', x, x + cols);
      styles.fill(UNDER, x, x + cols);
    }
    return { chars, styles, wrapped: row.wrapped };
  });
}

function plainStyle(id: StyleId): StyleId {
  if (styleLink(id) >= 0) return id;
  const { fg, bg } = styleWords(id);
  return styleNumber(fg, bg, 0);
}

function runsOf(row: Row): readonly Run[] {
  const found = known.get(row);
  if (found !== undefined) return found;
  const runs: Run[] = [];
  for (const [x, style] of row.styles.entries()) {
    const link = styleLink(style);
    if (link >= 0) continue;
    const cell = pictureCell(link, styleWords(style).ext);
    if (cell === undefined) continue;
    const { number, row: fromRow, column } = cell;
    const last = runs.at(-1);
    const goesOn =
      last?.number === number &&
      last.fromRow === fromRow &&
      last.x + last.cols === x &&
      last.fromColumn + last.cols === column;
    if (goesOn) runs[runs.length - 1] = { ...last, cols: last.cols + 1 };
    else runs.push({ number, x, cols: 1, fromColumn: column, fromRow });
  }
  const result = runs.length === 0 ? NO_RUNS : runs;
  known.set(row, result);
  return result;
}
