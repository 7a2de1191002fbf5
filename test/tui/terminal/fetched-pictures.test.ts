import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PicturePiece } from '../../../src/protocol/cotty/cotty-requests.ts';
import { keepPicture, keepPictures, pictureOf } from '../../../src/screen/picture/picture-table.ts';
import { FetchedPictures } from '../../../src/tui/terminal/fetched-pictures.ts';

beforeEach(() => keepPictures(true));
afterEach(() => keepPictures(false));

const BYTES = Buffer.from('abcdefghij');
/** Returns an answer of at most four bytes. */
const piece = (from: number, format = 'rgb'): PicturePiece => ({
  format,
  width: 3,
  height: 1,
  bytes: BYTES.length,
  data: BYTES.toString('base64', from, from + 4),
});

/** Fetches one picture and returns what was asked for. */
async function fetched(answer: (from: number) => PicturePiece) {
  const asked: number[] = [];
  let shown = 0;
  const pictures = new FetchedPictures(
    async (_key, from) => {
      asked.push(from);
      return answer(from);
    },
    () => {
      shown += 1;
    },
  );
  pictures.want(new Set(['key']));
  for (let turn = 0; turn < 20; turn += 1) await null;
  return { pictures, asked, shown: () => shown };
}

describe('a picture that is not here', () => {
  test('is fetched once, piece by piece', async () => {
    const { pictures, asked, shown } = await fetched((from) => piece(from));
    pictures.want(new Set(['key']));
    expect(asked).toEqual([0, 4, 8]);
    expect(shown()).toBe(1);
    const key = keepPicture('rgb', { width: 3, height: 1 }, BYTES);
    expect(pictureOf(key)?.bytes.toString()).toBe('abcdefghij');
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
    const { pictures, asked } = await fetched(() => {
      throw error;
    });
    pictures.want(new Set(['key']));
    expect(asked).toHaveLength(times);
  });
});
