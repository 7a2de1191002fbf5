import { crc32, deflateSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { decodedPixels } from '../../../../src/screen/picture/decode/pixels.ts';
import { pngFile } from '../../../../src/screen/picture/decode/png-pixels.ts';
import type { Pixels } from '../../../../src/screen/picture/image-size.ts';
import {
  keepPicture,
  keepPictures,
  type Picture,
  type PictureFormat,
  pictureOf,
} from '../../../../src/screen/picture/picture-table.ts';
import { sixelBytes } from '../../../../src/tui/paint/pictures/drawn-pictures.ts';

beforeEach(() => keepPictures(true));
afterEach(() => keepPictures(false));

/** Pixels in the colours that sixel can name, and a transparent corner. */
function sample(width: number, height: number): Pixels {
  const rgba = new Uint8Array(width * height * 4);
  for (let at = 0; at < width * height; at += 1) {
    if (at > 1) rgba.set([at % 2 === 0 ? 255 : 0, at % 3 === 0 ? 51 : 102, 153, 255], at * 4);
  }
  return { width, height, rgba };
}

function pictureFrom(format: PictureFormat, bytes: Buffer, width: number, height: number): Picture {
  const picture = pictureOf(keepPicture(format, { width, height }, bytes));
  if (picture === undefined) throw new Error('the picture was not kept');
  return picture;
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
    expect(decodedPixels(pictureFrom('png', pngFile(pixels), 7, 5))).toEqual(pixels);
  });

  test('reads sixel back, with what is transparent', () => {
    const pixels = sample(9, 13);
    const text = sixelBytes(pixels);
    const body = Buffer.from(text.slice(text.indexOf('q') + 1, -2));
    expect(decodedPixels(pictureFrom('sixel', body, 9, 13))).toEqual(pixels);
  });

  test('reads a grey PNG of one bit a pixel', () => {
    const head = Buffer.from([0, 0, 0, 8, 0, 0, 0, 2, 1, 0, 0, 0, 0]);
    const data = deflateSync(Buffer.from([0, 0b10110010, 0, 0b00000001]));
    const file = pngOf(['IHDR', head], ['IDAT', data], ['IEND', Buffer.alloc(0)]);
    const bits = [1, 0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1];
    const rgba = Uint8Array.from(bits.flatMap((bit) => [bit * 255, bit * 255, bit * 255, 255]));
    expect(decodedPixels(pictureFrom('png', file, 8, 2))).toEqual({ width: 8, height: 2, rgba });
  });

  test.each<[PictureFormat, string]>([
    ['png', 'no picture'],
    ['png', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
    ['rgb', 'short'],
    ['rgba', 'short'],
    ['deflated rgb', 'no zlib'],
    ['file', 'GIF89a'],
  ])('gives nothing for %s that is broken or passed on', (format, text) => {
    expect(decodedPixels(pictureFrom(format, Buffer.from(text, 'latin1'), 10, 10))).toBeUndefined();
  });

  test('gives nothing for pictures that are too large', () => {
    expect(decodedPixels(pictureFrom('sixel', Buffer.from('~'), 10_000, 10_000))).toBeUndefined();
  });

  test.each([
    '!99999999999999999~',
    '#999999;2;999;999;999~',
    '#1;1;999;999;999~',
    '"9;9;9;9-$-$!',
    '\x00\xff~',
  ])('survives the sixel %j', (text) => {
    const found = decodedPixels(pictureFrom('sixel', Buffer.from(text, 'latin1'), 10, 10));
    expect(found?.rgba.length).toBe(400);
  });
});
