/** Images for terminals that draw them into cells: sixel and iTerm2's sequence. They are cropped to the visible part here. */

import { pngFile } from '../../../screen/image/decode/png-pixels.ts';
import type { Pixels } from '../../../screen/image/image-size.ts';
import type { ShownImage } from '../../../screen/image/image-table.ts';
import { cut, type ImageEncoder, type OuterCell, type VisibleImage } from './visible-images.ts';

/** Limit: UTF-16 units of encoded images that are kept; the oldest is dropped. */
const KEPT_LIMIT = 16 * 1024 * 1024;

export function sixelEncoder(cell: OuterCell): ImageEncoder {
  return drawn((place, visible) => {
    const pixels = cut(place, visible, cell);
    return pixels && sixelBytes(pixels);
  });
}

export function itermEncoder(cell: OuterCell): ImageEncoder {
  return drawn((place, visible) => {
    const file = wholeFile(place, visible) ?? pngOf(place, visible, cell);
    if (file === undefined) return undefined;
    const size = `size=${file.length};width=${visible.cols};height=${visible.rows}`;
    const how = 'inline=1;preserveAspectRatio=0;doNotMoveCursor=1';
    return `\x1b]1337;File=${how};${size}:${file.toString('base64')}\x07`;
  });
}

/** Returns the file of an image that cannot be decoded and cropped here, if all of it is visible. */
function wholeFile({ image, across, down }: ShownImage, visible: VisibleImage): Buffer | undefined {
  const isWhole = visible.cols === Math.ceil(across) && visible.rows === Math.ceil(down);
  return image?.format === 'file' && isWhole ? image.bytes : undefined;
}

function pngOf(place: ShownImage, visible: VisibleImage, cell: OuterCell): Buffer | undefined {
  const pixels = cut(place, visible, cell);
  return pixels && pngFile(pixels);
}

type Encode = (place: ShownImage, visible: VisibleImage) => string | undefined;

/** Caches encoded images: an image that scrolls has the same bytes at another row. */
function drawn(encode: Encode): ImageEncoder {
  const kept = new Map<string, string | undefined>();
  let length = 0;
  return {
    show(place, visible) {
      const { number, cols, rows, fromColumn, fromRow } = visible;
      const key = `${place.image?.key} ${number} ${cols} ${rows} ${fromColumn} ${fromRow}`;
      if (kept.has(key)) return kept.get(key);
      const bytes = encode(place, visible);
      kept.set(key, bytes);
      length += bytes?.length ?? key.length;
      for (const [oldest, its] of kept) {
        if (length <= KEPT_LIMIT || kept.size === 1) break;
        kept.delete(oldest);
        length -= its?.length ?? oldest.length;
      }
      return bytes;
    },
    unplaceAll: () => '',
    removeAll: () => '',
    needsRowBelow: true,
  };
}

/** Encodes pixels as a sixel image. */
const SIXEL = 6;
/** Colours that all terminals with sixel have. */
const COLORS = 256;
/** Levels of red, green and blue where an image has more colours: 252 in all. */
const LEVELS = [6, 7, 6] as const;
/** Thresholds of ordered dithering (Bayer matrix, 4 × 4). */
const BAYER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];
const FIRST = 0x3f;
/** Fewest equal sixels for which a repeat count (`!n`) is shorter. */
const REPEATED = 4;

/** Returns the sequence. Transparent pixels are left as they are. */
export function sixelBytes(pixels: Pixels): string {
  const { width, height } = pixels;
  const { palette, indexes } = indexed(pixels);
  const bands: string[] = [];
  for (let top = 0; top < height; top += SIXEL) {
    bands.push(band(indexes, width, top, Math.min(SIXEL, height - top)));
  }
  const colors = palette.map((color, at) => `#${at};2;${percents(color)}`);
  return `\x1bP0;1;0q"1;1;${width};${height}${colors.join('')}${bands.join('-')}\x1b\\`;
}

function band(indexes: Int16Array, width: number, top: number, rows: number): string {
  const lines = new Map<number, Uint8Array>();
  for (let row = 0; row < rows; row += 1) {
    for (let x = 0; x < width; x += 1) {
      const color = indexes[(top + row) * width + x] ?? -1;
      if (color < 0) continue;
      let line = lines.get(color);
      if (line === undefined) {
        line = new Uint8Array(width);
        lines.set(color, line);
      }
      line[x] = (line[x] ?? 0) | (1 << row);
    }
  }
  return [...lines].map(([color, line]) => `#${color}${repeated(line)}`).join('$');
}

function repeated(line: Uint8Array): string {
  let text = '';
  let end = line.length;
  while (end > 0 && line[end - 1] === 0) end -= 1;
  for (let x = 0; x < end; ) {
    let next = x + 1;
    while (next < end && line[next] === line[x]) next += 1;
    const sixel = String.fromCharCode(FIRST + (line[x] ?? 0));
    text += next - x < REPEATED ? sixel.repeat(next - x) : `!${next - x}${sixel}`;
    x = next;
  }
  return text;
}

type Indexed = { readonly palette: readonly number[]; readonly indexes: Int16Array };

/** Gives each pixel the number of a colour, −1 where it is more transparent than not. */
function indexed(pixels: Pixels): Indexed {
  return exact(pixels) ?? mixed(pixels);
}

/** Returns undefined when there are too many colours. */
function exact({ width, height, rgba }: Pixels): Indexed | undefined {
  const numbers = new Map<number, number>();
  const indexes = new Int16Array(width * height).fill(-1);
  for (let at = 0; at < indexes.length; at += 1) {
    if ((rgba[4 * at + 3] ?? 0) < 128) continue;
    const color = ((rgba[4 * at] ?? 0) << 16) | ((rgba[4 * at + 1] ?? 0) << 8) | (rgba[4 * at + 2] ?? 0);
    let number = numbers.get(color);
    if (number === undefined) {
      if (numbers.size === COLORS) return undefined;
      number = numbers.size;
      numbers.set(color, number);
    }
    indexes[at] = number;
  }
  return { palette: [...numbers.keys()], indexes };
}

function mixed({ width, height, rgba }: Pixels): Indexed {
  const [reds, greens, blues] = LEVELS;
  const indexes = new Int16Array(width * height).fill(-1);
  for (let at = 0; at < indexes.length; at += 1) {
    if ((rgba[4 * at + 3] ?? 0) < 128) continue;
    const y = Math.floor(at / width);
    const threshold = ((BAYER[(y % 4) * 4 + ((at - y * width) % 4)] ?? 0) + 0.5) / BAYER.length;
    const level = (offset: number, levels: number) =>
      Math.floor(((rgba[4 * at + offset] ?? 0) * (levels - 1)) / 255 + threshold);
    indexes[at] = (level(0, reds) * greens + level(1, greens)) * blues + level(2, blues);
  }
  const palette = Array.from({ length: reds * greens * blues }, (_, number) => {
    const byte = (level: number, levels: number) => Math.round((level * 255) / (levels - 1));
    const red = byte(Math.floor(number / (greens * blues)), reds);
    return (
      (red << 16) | (byte(Math.floor(number / blues) % greens, greens) << 8) | byte(number % blues, blues)
    );
  });
  return { palette, indexes };
}

function percents(color: number): string {
  return [color >> 16, (color >> 8) & 255, color & 255]
    .map((byte) => Math.round((byte * 100) / 255))
    .join(';');
}
