import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pngPixels } from '../../../src/screen/image/decode/png-pixels.ts';
import { rawPng } from '../../../src/web/screen/raw-png.ts';

const MOST_PIXELS = 1_000_000;

it('is a PNG file that holds the pixels it was made of', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }), (width, height) => {
      const bytes = Uint8Array.from({ length: width * height * 4 }, (_, at) => (at * 37) % 256);
      const file = Buffer.from(rawPng({ width, height, channels: 4, bytes }));
      expect(pngPixels(file, MOST_PIXELS)).toEqual({ width, height, rgba: expect.anything() });
      expect(Buffer.from(pngPixels(file, MOST_PIXELS)?.rgba ?? [])).toEqual(Buffer.from(bytes));
    }),
  );
});

it('also where the rows need several blocks of the zlib stream', () => {
  const [width, height] = [300, 300];
  const bytes = Uint8Array.from({ length: width * height * 3 }, (_, at) => at % 251);
  const read = pngPixels(Buffer.from(rawPng({ width, height, channels: 3, bytes })), MOST_PIXELS);
  const rgb = (read?.rgba ?? new Uint8Array()).filter((_, at) => at % 4 !== 3);
  expect(Buffer.from(rgb)).toEqual(Buffer.from(bytes));
});
