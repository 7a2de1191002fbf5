import { crc32, deflateSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { decodedPixels } from '../../../../src/screen/image/decode/pixels.ts';
import { pngFile } from '../../../../src/screen/image/decode/png-pixels.ts';
import type { Pixels } from '../../../../src/screen/image/image-size.ts';
import {
  type Image,
  type ImageFormat,
  imageOf,
  keepImage,
  keepImages,
} from '../../../../src/screen/image/image-table.ts';
import { sixelBytes } from '../../../../src/tui/paint/images/drawn-images.ts';

beforeEach(() => keepImages(true));
afterEach(() => keepImages(false));

/** Pixels in the colours that sixel can name, and a transparent corner. */
function sample(width: number, height: number): Pixels {
  const rgba = new Uint8Array(width * height * 4);
  for (let at = 0; at < width * height; at += 1) {
    if (at > 1) rgba.set([at % 2 === 0 ? 255 : 0, at % 3 === 0 ? 51 : 102, 153, 255], at * 4);
  }
  return { width, height, rgba };
}

function imageFrom(format: ImageFormat, bytes: Buffer, width: number, height: number): Image {
  const image = imageOf(keepImage(format, { width, height }, bytes));
  if (image === undefined) throw new Error('the image was not kept');
  return image;
}

function pngOf(...chunks: readonly (readonly [name: string, data: Buffer])[]): Buffer {
  const parts = chunks.map(([name, data]) => {
    const [length, body, check] = [
      Buffer.alloc(4),
      Buffer.concat([Buffer.from(name), data]),
      Buffer.alloc(4),
    ];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  });
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts]);
}

describe('decodedPixels', () => {
  test('reads a PNG file back', () => {
    const pixels = sample(7, 5);
    expect(decodedPixels(imageFrom('png', pngFile(pixels), 7, 5))).toEqual(pixels);
  });

  test('reads sixel back, with what is transparent', () => {
    const pixels = sample(9, 13);
    const text = sixelBytes(pixels);
    const body = Buffer.from(text.slice(text.indexOf('q') + 1, -2));
    expect(decodedPixels(imageFrom('sixel', body, 9, 13))).toEqual(pixels);
  });

  test('reads a grey PNG of one bit a pixel', () => {
    const head = Buffer.from([0, 0, 0, 8, 0, 0, 0, 2, 1, 0, 0, 0, 0]);
    const data = deflateSync(Buffer.from([0, 0b10110010, 0, 0b00000001]));
    const file = pngOf(['IHDR', head], ['IDAT', data], ['IEND', Buffer.alloc(0)]);
    const bits = [1, 0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1];
    const rgba = Uint8Array.from(bits.flatMap((bit) => [bit * 255, bit * 255, bit * 255, 255]));
    expect(decodedPixels(imageFrom('png', file, 8, 2))).toEqual({ width: 8, height: 2, rgba });
  });

  test.each<[ImageFormat, string]>([
    ['png', 'no image'],
    ['png', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
    ['rgb', 'short'],
    ['rgba', 'short'],
    ['deflated rgb', 'no zlib'],
    ['file', 'GIF89a'],
  ])('gives nothing for %s that is broken or passed on', (format, text) => {
    expect(decodedPixels(imageFrom(format, Buffer.from(text, 'latin1'), 10, 10))).toBeUndefined();
  });

  test('gives nothing for images that are too large', () => {
    expect(decodedPixels(imageFrom('sixel', Buffer.from('~'), 10_000, 10_000))).toBeUndefined();
  });

  test.each([
    '!99999999999999999~',
    '#999999;2;999;999;999~',
    '#1;1;999;999;999~',
    '"9;9;9;9-$-$!',
    '\x00\xff~',
  ])('survives the sixel %j', (text) => {
    const found = decodedPixels(imageFrom('sixel', Buffer.from(text, 'latin1'), 10, 10));
    expect(found?.rgba.length).toBe(400);
  });
});
