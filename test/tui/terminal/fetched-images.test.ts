import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ImagePiece } from '../../../src/protocol/cotty/cotty-requests.ts';
import { imageOf, keepImage, keepImages } from '../../../src/screen/image/image-table.ts';
import { FetchedImages } from '../../../src/tui/terminal/fetched-images.ts';

beforeEach(() => keepImages(true));
afterEach(() => keepImages(false));

const BYTES = Buffer.from('abcdefghij');
/** Returns an answer of at most four bytes. */
const piece = (from: number, format = 'rgb'): ImagePiece => ({
  format,
  width: 3,
  height: 1,
  bytes: BYTES.length,
  data: BYTES.toString('base64', from, from + 4),
});

/** Fetches one image and returns what was asked for. */
async function fetched(answer: (from: number) => ImagePiece) {
  const asked: number[] = [];
  let shown = 0;
  const images = new FetchedImages(
    async (_key, from) => {
      asked.push(from);
      return answer(from);
    },
    () => {
      shown += 1;
    },
  );
  images.want(new Set(['key']));
  for (let turn = 0; turn < 20; turn += 1) await null;
  return { images, asked, shown: () => shown };
}

describe('an image that is not here', () => {
  test('is fetched once, piece by piece', async () => {
    const { images, asked, shown } = await fetched((from) => piece(from));
    images.want(new Set(['key']));
    expect(asked).toEqual([0, 4, 8]);
    expect(shown()).toBe(1);
    const key = keepImage('rgb', { width: 3, height: 1 }, BYTES);
    expect(imageOf(key)?.bytes.toString()).toBe('abcdefghij');
  });

  test.each([
    ['in an unknown format', (from: number) => piece(from, 'tiff'), [0, 4, 8]],
    ['that ends early', (from: number) => ({ ...piece(from), data: '' }), [0]],
    ['with more bytes than it said', (from: number) => ({ ...piece(from), bytes: 3 }), [0]],
    ['larger than any', (from: number) => ({ ...piece(from), bytes: 1e12 }), [0, 4, 8, 10]],
  ])('stays a box %s', async (_name, answer, wanted) => {
    const { asked, shown } = await fetched(answer);
    expect(asked).toEqual(wanted);
    expect(shown()).toBe(0);
  });

  test.each([
    [
      'is not asked for again when the host has refused it',
      Object.assign(new Error('no'), { code: -32008 }),
      1,
    ],
    ['is asked for again when the connection was lost', new Error('gone'), 2],
  ])('%s', async (_name, error, times) => {
    const { images, asked } = await fetched(() => {
      throw error;
    });
    images.want(new Set(['key']));
    expect(asked).toHaveLength(times);
  });
});
