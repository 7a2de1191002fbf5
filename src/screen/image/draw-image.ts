/**
 * Draws the box of an image into the cells of a screen and ties the cells to the image.
 *
 * Each cell knows the image and its own place in the box, so scrolling, erasing, overwriting, reflow and clipping need no
 * rules of their own: what is left of the cells is what is left of the image.
 */
import { HAS_EXTENDED } from '../cells/style-bits.ts';
import type { Core, CoreLine } from '../core/emulator-core.ts';
import { boxRows } from './image-box.ts';
import { type ImagePlace, type ShownImage, showImage, shownImage } from './image-table.ts';

/** Link numbers of an emulator behind this one are numbers of images. */
const FIRST_NUMBER = 0x40000000;
/** Place of a cell in its box: the row in the high twelve bits of 24, the column in the low ones. */
const ROW_SHIFT = 12;
const COLUMN = 0xfff;
/** Limit: rows of a box, on screens that are not higher. */
const MOST_ROWS = 100;
const CELL_WORDS = 3;
const BLANK = 1 << 22;

export type ImageCell = { readonly number: number; readonly row: number; readonly column: number };

/** Returns the number of an image from the link number of a style; 0 for other links. */
export function imageLink(linkNumber: number): number {
  return linkNumber > FIRST_NUMBER ? FIRST_NUMBER - linkNumber : 0;
}

/** Returns the extended word of a style for a cell of an image, from the cell's own. */
export function imageExt(ext: number): number {
  return ext & 0xffffff;
}

/** Reads the link and the extended word of a style; undefined when its cells belong to no image. */
export function imageCell(link: number, ext: number): ImageCell | undefined {
  if (link >= 0) return undefined;
  return { number: -link, row: ext >> ROW_SHIFT, column: ext & COLUMN };
}

export type Drawing = Omit<ImagePlace, 'key' | 'part'> & {
  readonly name: string;
  readonly pixels: { readonly width: number; readonly height: number } | undefined;
  /** Undefined when nothing is known of it. */
  readonly shown: Pick<ImagePlace, 'key' | 'part'> | undefined;
  /** Whether the screen scrolls if the image is higher than the rows left; else the image ends at the last row. */
  readonly scrolls: boolean;
};

type Size = { readonly cols: number; readonly rows: number };

/** Draws the box from the cursor on, and leaves the cursor behind it in its last row; returns its first column. */
export function drawImage(core: Core, drawing: Drawing, screen: Size): number {
  const { active } = core.buffers;
  const { name, pixels, across, down, shown, scrolls, id, placement } = drawing;
  const left = Math.min(active.x, screen.cols - 1);
  const cols = within(Math.ceil(across), screen.cols - left);
  const most = scrolls ? Math.max(screen.rows, MOST_ROWS) : screen.rows - active.y;
  const rows = within(Math.ceil(down), most);
  const number = shown === undefined ? 0 : showImage({ ...shown, across, down, id, placement });
  for (const [at, row] of boxRows({ name, pixels, cols, rows }).entries()) {
    if (at > 0 && scrolls) core._inputHandler.lineFeed();
    else if (at > 0) active.y += 1;
    active.x = left;
    const codepoints = Uint32Array.from(row, (char) => char.codePointAt(0) ?? 0);
    core._inputHandler.print(codepoints, 0, codepoints.length);
    const line = number > 0 ? active.lines.get(active.ybase + active.y) : undefined;
    if (line !== undefined) tieCells(core, line, { x: left, cols, number, row: at, column: 0 });
  }
  return left;
}

/** Cells beside each other that show an image. */
export type ImageRun = ImageCell & { readonly x: number; readonly cols: number };

/** Ties cells to the image that they show; `row` and `column` are those of the first one in the box. */
export function tieCells(core: Core, line: CoreLine, run: ImageRun): void {
  const marked = core._inputHandler._curAttrData.extended.clone();
  marked.urlId = FIRST_NUMBER + run.number;
  for (let at = 0; at < Math.min(run.cols, line.length - run.x); at += 1) {
    const x = run.x + at;
    const cell = marked.clone();
    cell.underlineColor = (run.row << ROW_SHIFT) | (run.column + at);
    line._extendedAttrs[x] = cell;
    const word = x * CELL_WORDS + 2;
    line._data[word] = (line._data[word] ?? 0) | HAS_EXTENDED;
  }
}

/** Returns the cells of a line that show images, from left to right. */
export function imageRuns(line: CoreLine): readonly ImageRun[] {
  const runs: ImageRun[] = [];
  for (const key of Object.keys(line._extendedAttrs)) {
    const x = Number(key);
    const cell = x < line.length ? cellAt(line, x) : undefined;
    if (cell === undefined) continue;
    const last = runs.at(-1);
    const goesOn =
      last?.number === cell.number &&
      last.row === cell.row &&
      last.x + last.cols === x &&
      last.column + last.cols === cell.column;
    if (goesOn) runs[runs.length - 1] = { ...last, cols: last.cols + 1 };
    else runs.push({ ...cell, x, cols: 1 });
  }
  return runs;
}

/** Blanks the cells of images for which `isGone` returns true. */
export function eraseImages(core: Core, rows: number, isGone: (place: ShownImage) => boolean): void {
  const { lines, ybase } = core.buffers.active;
  for (let at = ybase; at < Math.min(lines.length, ybase + rows); at += 1) {
    const line = lines.get(at);
    if (line !== undefined) eraseInLine(line, isGone);
  }
}

/** Returns the image in a cell of the screen. */
export function imageAt(core: Core, x: number, y: number): ShownImage | undefined {
  const line = core.buffers.active.lines.get(core.buffers.active.ybase + y);
  return line === undefined ? undefined : imageIn(line, x);
}

function eraseInLine(line: CoreLine, isGone: (place: ShownImage) => boolean): void {
  for (let x = 0; x < line.length; x += 1) {
    const place = imageIn(line, x);
    if (place === undefined || !isGone(place)) continue;
    const at = x * CELL_WORDS;
    line._data[at] = BLANK;
    line._data[at + 1] = 0;
    line._data[at + 2] = 0;
    delete line._extendedAttrs[x];
  }
}

function imageIn(line: CoreLine, x: number): ShownImage | undefined {
  const cell = cellAt(line, x);
  return cell && shownImage(cell.number);
}

function cellAt(line: CoreLine, x: number): ImageCell | undefined {
  if (((line._data[x * CELL_WORDS + 2] ?? 0) & HAS_EXTENDED) === 0) return undefined;
  const { urlId = 0, _ext = 0 } = line._extendedAttrs[x] ?? {};
  return imageCell(imageLink(urlId), imageExt(_ext));
}

function within(count: number, most: number): number {
  return Math.max(1, Math.min(count, most, COLUMN));
}
