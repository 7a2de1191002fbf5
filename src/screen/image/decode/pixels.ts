/** Decodes an image to pixels, so that it can be cropped and encoded for any outer terminal. */
import { inflateSync } from 'node:zlib';
import type { Pixels } from '../image-size.ts';
import type { Image } from '../image-table.ts';
import { pngPixels } from './png-pixels.ts';
import { sixelPixels } from './sixel-pixels.ts';

/** Limit in pixels of an image that is decoded, to 16 MiB. A larger one is shown as a box. */
const PIXELS_LIMIT = 4 * 1024 * 1024;

/** Returns undefined for an image that is broken, too large, or in a format that is passed on as it is. */
export function decodedPixels({ format, pixels, bytes }: Image): Pixels | undefined {
  const { width, height } = pixels;
  if (width * height > PIXELS_LIMIT) return undefined;
  try {
    switch (format) {
      case 'sixel':
        return sixelPixels(bytes, width, height);
      case 'png':
        return pngPixels(bytes, PIXELS_LIMIT);
      case 'file':
        return undefined;
      case 'rgba':
      case 'rgb':
        return rawPixels(bytes, width, height, format);
      case 'deflated rgba':
      case 'deflated rgb': {
        const raw = format === 'deflated rgb' ? 'rgb' : 'rgba';
        const most = width * height * raw.length;
        return rawPixels(inflateSync(bytes, { maxOutputLength: most }), width, height, raw);
      }
    }
  } catch {
    // The program has sent bytes that are not valid in the declared format.
    return undefined;
  }
}

function rawPixels(bytes: Buffer, width: number, height: number, format: 'rgb' | 'rgba'): Pixels | undefined {
  const count = width * height;
  if (bytes.length < count * format.length) return undefined;
  if (format === 'rgba') return { width, height, rgba: bytes.subarray(0, count * 4) };
  const rgba = new Uint8Array(count * 4);
  for (let at = 0; at < count; at += 1) {
    rgba[4 * at] = bytes[3 * at] ?? 0;
    rgba[4 * at + 1] = bytes[3 * at + 1] ?? 0;
    rgba[4 * at + 2] = bytes[3 * at + 2] ?? 0;
    rgba[4 * at + 3] = 255;
  }
  return { width, height, rgba };
}
