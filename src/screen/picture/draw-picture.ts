/**
 * Draws the box of a picture into the cells of a screen and ties the cells to the picture.
 *
 * Each cell knows the picture and its own place in the box, so scrolling, erasing, overwriting, reflow and clipping need no
 * rules of their own: what is left of the cells is what is left of the picture.
 */
import { HAS_EXTENDED } from '../cells/style-bits.ts';
import type { Core, CoreLine } from '../core/emulator-core.ts';
import { boxRows } from './image-box.ts';
import { type ShownPicture, shownPicture, showPicture } from './picture-table.ts';

/** Link numbers of an emulator behind this one are numbers of pictures. */
const FIRST_NUMBER = 0x40000000;
/** Place of a cell in its box: the row in the high twelve bits of 24, the column in the low ones. */
const ROW_SHIFT = 12;
const COLUMN = 0xfff;
/** Limit: rows of a box, on screens that are not higher. */
const MOST_ROWS = 100;
const CELL_WORDS = 3;
const BLANK = 1 << 22;

export type PictureCell = { readonly number: number; readonly row: number; readonly column: number };

/** Returns the number of a picture as a link of a style has it, for a link number of an emulator; 0 for other links. */
export function pictureLink(linkNumber: number): number {
  return linkNumber > FIRST_NUMBER ? FIRST_NUMBER - linkNumber : 0;
}

/** Returns the extended word of a style for a cell of a picture, from the cell's own. */
export function pictureExt(ext: number): number {
  return ext & 0xffffff;
}

/** Reads the link and the extended word of a style; undefined when its cells belong to no picture. */
export function pictureCell(link: number, ext: number): PictureCell | undefined {
  if (link >= 0) return undefined;
  return { number: -link, row: ext >> ROW_SHIFT, column: ext & COLUMN };
}

export type Drawing = Omit<ShownPicture, 'picture' | 'part'> & {
  readonly name: string;
  readonly pixels: { readonly width: number; readonly height: number } | undefined;
  /** Undefined when nothing is known of it. */
  readonly shown: Pick<ShownPicture, 'picture' | 'part'> | undefined;
  /** Whether the screen scrolls to make room for it; else it ends at the last row. */
  readonly scrolls: boolean;
};

type Size = { readonly cols: number; readonly rows: number };

/** Draws the box from the cursor on, and leaves the cursor behind it in its last row; returns its first column. */
export function drawPicture(core: Core, drawing: Drawing, screen: Size): number {
  const { active } = core.buffers;
  const { name, pixels, across, down, shown, scrolls, id, placement } = drawing;
  const left = Math.min(active.x, screen.cols - 1);
  const cols = within(Math.ceil(across), screen.cols - left);
  const most = scrolls ? Math.max(screen.rows, MOST_ROWS) : screen.rows - active.y;
  const rows = within(Math.ceil(down), most);
  const number = shown === undefined ? 0 : showPicture({ ...shown, across, down, id, placement });
  for (const [at, row] of boxRows({ name, pixels, cols, rows }).entries()) {
    if (at > 0 && scrolls) core._inputHandler.lineFeed();
    else if (at > 0) active.y += 1;
    active.x = left;
    const codepoints = Uint32Array.from(row, (char) => char.codePointAt(0) ?? 0);
    core._inputHandler.print(codepoints, 0, codepoints.length);
    if (number > 0) tie(core, left, cols, number, at);
  }
  return left;
}

/** Blanks the cells of the screen that belong to pictures of which `isGone` says so. */
export function erasePictures(core: Core, rows: number, isGone: (place: ShownPicture) => boolean): void {
  const { lines, ybase } = core.buffers.active;
  for (let at = ybase; at < Math.min(lines.length, ybase + rows); at += 1) {
    const line = lines.get(at);
    if (line !== undefined) eraseInLine(line, isGone);
  }
}

/** Returns the picture in a cell of the screen. */
export function pictureAt(core: Core, x: number, y: number): ShownPicture | undefined {
  const line = core.buffers.active.lines.get(core.buffers.active.ybase + y);
  return line === undefined ? undefined : pictureIn(line, x);
}

function eraseInLine(line: CoreLine, isGone: (place: ShownPicture) => boolean): void {
  for (let x = 0; x < line.length; x += 1) {
    const place = pictureIn(line, x);
    if (place === undefined || !isGone(place)) continue;
    const at = x * CELL_WORDS;
    line._data[at] = BLANK;
    line._data[at + 1] = 0;
    line._data[at + 2] = 0;
    delete line._extendedAttrs[x];
  }
}

function pictureIn(line: CoreLine, x: number): ShownPicture | undefined {
  if (((line._data[x * CELL_WORDS + 2] ?? 0) & HAS_EXTENDED) === 0) return undefined;
  const link = pictureLink(line._extendedAttrs[x]?.urlId ?? 0);
  return link === 0 ? undefined : shownPicture(-link);
}

function within(count: number, most: number): number {
  return Math.max(1, Math.min(count, most, COLUMN));
}

function tie(core: Core, left: number, cols: number, number: number, row: number): void {
  const { active } = core.buffers;
  const line = active.lines.get(active.ybase + active.y);
  if (line === undefined) return;
  const marked = core._inputHandler._curAttrData.extended.clone();
  marked.urlId = FIRST_NUMBER + number;
  for (let x = left; x < left + cols; x += 1) {
    const cell = marked.clone();
    cell.underlineColor = (row << ROW_SHIFT) | (x - left);
    line._extendedAttrs[x] = cell;
    const at = x * CELL_WORDS + 2;
    line._data[at] = (line._data[at] ?? 0) | HAS_EXTENDED;
  }
}
