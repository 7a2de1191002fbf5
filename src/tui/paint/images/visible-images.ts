/** Finds the images in the rows of a frame: rectangles of cells that belong together. */

import type { Row } from '../../../screen/cells/row.ts';
import { internStyle, type StyleId } from '../../../screen/cells/style.ts';
import { styleLink, styleNumber, styleWords } from '../../../screen/cells/style-table.ts';
import { decodedPixels } from '../../../screen/image/decode/pixels.ts';
import { imageCell } from '../../../screen/image/draw-image.ts';
import type { Pixels } from '../../../screen/image/image-size.ts';
import type { Image, ShownImage } from '../../../screen/image/image-table.ts';

/** A rectangle of cells on the screen that shows a part of an image. */
export type VisibleImage = {
  /** The number of the image in the table of images. */
  readonly number: number;
  readonly x: number;
  readonly y: number;
  readonly cols: number;
  readonly rows: number;
  /** The cell of the image's box that is at the upper left. */
  readonly fromColumn: number;
  readonly fromRow: number;
};

type Run = Omit<VisibleImage, 'y' | 'rows'>;

const NO_RUNS: readonly Run[] = [];
/** Cached by row: rows are immutable, and most have no image. */
const known = new WeakMap<Row, readonly Run[]>();

export function visibleImages(rows: readonly Row[]): readonly VisibleImage[] {
  const found: VisibleImage[] = [];
  let above = new Map<string, VisibleImage>();
  for (const [y, row] of rows.entries()) {
    const here = new Map<string, VisibleImage>();
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

/** Style of the blanks under an image: unlike plain blanks they are never erased together with their neighbours. */
const UNDER: StyleId = internStyle({ invisible: true });

/** Blanks the cells under images; the other cells of images become plain cells of a box. */
export function withoutImages(rows: readonly Row[], shown: readonly VisibleImage[]): readonly Row[] {
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
    const cell = imageCell(link, styleWords(style).ext);
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

// Crops an image to its visible part, at the size in which the outer terminal shows it.

/** Pixels of a cell of the outer terminal. */
export type OuterCell = { readonly width: number; readonly height: number };

/** Limit: pixels that are written for one image. */
const MOST_PIXELS = 8 * 1024 * 1024;

/** The image that was decoded last: when it moves, it is cropped again. */
let last: { readonly key: string; readonly pixels: Pixels | undefined } | undefined;

/** Returns undefined for images that cannot be decoded. */
export function pixelsOf(image: Image): Pixels | undefined {
  if (last?.key !== image.key) last = { key: image.key, pixels: decodedPixels(image) };
  return last.pixels;
}

/** Returns pixels for all cells of the visible part; where the image ends within a cell, they are transparent. */
export function cut(place: ShownImage, visible: VisibleImage, cell: OuterCell): Pixels | undefined {
  const { image, part, across, down } = place;
  const [width, height] = [visible.cols * cell.width, visible.rows * cell.height];
  const from = image === undefined || width * height > MOST_PIXELS ? undefined : pixelsOf(image);
  if (from === undefined) return undefined;
  const source = words(from.rgba);
  const target = new Uint32Array(width * height);
  const columns = Int32Array.from({ length: width }, (_, x) =>
    sourceOf(visible.fromColumn + (x + 0.5) / cell.width, across, part.width),
  );
  for (let y = 0; y < height; y += 1) {
    const row = sourceOf(visible.fromRow + (y + 0.5) / cell.height, down, part.height);
    if (row < 0) continue;
    const line = (part.y + row) * from.width + part.x;
    for (let x = 0; x < width; x += 1) {
      const column = columns[x] ?? -1;
      if (column >= 0) target[y * width + x] = source[line + column] ?? 0;
    }
  }
  return { width, height, rgba: new Uint8Array(target.buffer) };
}

/** Returns the pixel of the part at a place given in cells; −1 beyond its end. */
function sourceOf(cells: number, all: number, pixels: number): number {
  return cells >= all ? -1 : Math.min(pixels - 1, Math.floor((cells * pixels) / all));
}

function words(bytes: Uint8Array): Uint32Array {
  if (bytes.byteOffset % 4 === 0) return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  return new Uint32Array(bytes.slice().buffer);
}

/** Encodes images for the outer terminal: as kitty graphics, as sixel, or in iTerm2's sequence. */
export type ImageEncoder = {
  /** Returns the bytes that show a part of an image from the cursor on; undefined when it cannot be shown. */
  show(place: ShownImage, visible: VisibleImage): string | undefined;
  /** Returns the bytes that remove it; absent if overwriting its cells removes it. */
  remove?(visible: VisibleImage): string;
  /** Returns the bytes that remove all images from the screen; the terminal keeps their data. */
  unplaceAll(): string;
  /** Returns the bytes that remove all images, and their data in the terminal. */
  removeAll(): string;
  /** Whether an image in the last row could scroll the screen. */
  readonly needsRowBelow: boolean;
};
