/** What the control data of a kitty graphics command say of an image: whether it can be taken, its size, its part, its cells. */
import type { Cell } from './cell-size.ts';
import { imageSize, type PixelSize } from './image-size.ts';
import type { ImageFormat, ImagePart } from './image-table.ts';
import type { KittyControl } from './kitty-keys.ts';
import { fromBase64, type Payload } from './payload.ts';

/** Limit: pixels of a side. */
const MOST_PIXELS = 10_000;

/** Returns why an image cannot be taken; undefined when it can. */
export function problemOf(control: KittyControl): string | undefined {
  const medium = control.letter('t');
  if (medium !== '' && medium !== 'd') return 'EINVAL:only images in the sequence itself (t=d) are taken';
  if (![0, 24, 32, 100].includes(control.number('f'))) return 'EINVAL:the format is not known';
  const compression = control.letter('o');
  return compression === '' || compression === 'z' ? undefined : 'EINVAL:the compression is not known';
}

/** Returns an image as it was sent; without `pixels` when its size is missing, or too large. */
export function readImage(control: KittyControl, payload: Payload) {
  const bytes = fromBase64(payload.bytes);
  const format = control.number('f');
  if (format === 100) return { format: 'png' as const, pixels: sane(imageSize(bytes)), bytes };
  const raw: ImageFormat = format === 24 ? 'rgb' : 'rgba';
  return {
    format: control.letter('o') === 'z' ? (`deflated ${raw}` as const) : raw,
    pixels: sane({ width: control.number('s'), height: control.number('v') }),
    bytes,
  };
}

function sane(pixels: PixelSize | undefined): PixelSize | undefined {
  if (pixels === undefined) return undefined;
  const { width, height } = pixels;
  return Math.min(width, height) > 0 && Math.max(width, height) <= MOST_PIXELS ? pixels : undefined;
}

/** Returns the part that is asked for. */
export function partOf(control: KittyControl, { width, height }: PixelSize): ImagePart {
  const x = clamp(control.number('x'), 0, width - 1);
  const y = clamp(control.number('y'), 0, height - 1);
  return {
    x,
    y,
    width: clamp(control.number('w') || width, 1, width - x),
    height: clamp(control.number('h') || height, 1, height - y),
  };
}

/** Cells that a part takes: as many as asked for, else as many as it has pixels, in its shape. */
export function cellsOf(control: KittyControl, part: ImagePart, cell: Cell) {
  const [cols, rows] = [Math.max(0, control.number('c')), Math.max(0, control.number('r'))];
  const ratio = part.height / cell.height / (part.width / cell.width);
  return {
    across: cols || (rows === 0 ? part.width / cell.width : rows / ratio),
    down: rows || (cols === 0 ? part.height / cell.height : cols * ratio),
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
