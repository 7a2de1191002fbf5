/** Cuts what is visible of a picture out of it, at the size in which the outer terminal shows it. */

import { decodedPixels } from '../../../screen/picture/decode/pixels.ts';
import type { Pixels } from '../../../screen/picture/image-size.ts';
import type { Picture, ShownPicture } from '../../../screen/picture/picture-table.ts';
import type { VisiblePicture } from './visible-pictures.ts';

/** Pixels of a cell of the outer terminal. */
export type OuterCell = { readonly width: number; readonly height: number };

/** Limit: pixels that are written for one picture. */
const MOST_PIXELS = 8 * 1024 * 1024;

/** The picture that was decoded last, since it is mostly cut again when it moves. */
let last: { readonly key: string; readonly pixels: Pixels | undefined } | undefined;

/** Returns undefined for pictures that cannot be decoded. */
export function pixelsOf(picture: Picture): Pixels | undefined {
  if (last?.key !== picture.key) last = { key: picture.key, pixels: decodedPixels(picture) };
  return last.pixels;
}

/** Returns pixels for all cells of the visible part; where the picture ends within a cell, they are transparent. */
export function cut(place: ShownPicture, visible: VisiblePicture, cell: OuterCell): Pixels | undefined {
  const { picture, part, across, down } = place;
  const [width, height] = [visible.cols * cell.width, visible.rows * cell.height];
  const from = picture === undefined || width * height > MOST_PIXELS ? undefined : pixelsOf(picture);
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
