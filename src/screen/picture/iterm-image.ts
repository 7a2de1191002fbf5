/** Pictures by iTerm2's sequence (OSC 1337 ; File = …): the box they take. */
import { cleanTitle } from '../report/clean-title.ts';
import type { ImageBox } from './image-box.ts';
import { imageSize, type PixelSize } from './image-size.ts';

/** Base64 takes four characters for three bytes. */
const QUANTUM = 4;

type Screen = { readonly cols: number; readonly rows: number };

/** Returns where the file begins in a payload that `itermImage` has taken for a picture. */
export function itermFile(payload: string): number {
  return payload.indexOf(':') + 1;
}

/**
 * Returns the box of a picture, of which the payload may be only the beginning; undefined for a file that is to be saved, and
 * for other requests of iTerm2. Its cells may be fractions.
 */
export function itermImage(payload: string, screen: Screen, cell: PixelSize): ImageBox | undefined {
  const end = payload.indexOf(':');
  if (!payload.startsWith('File=') || end < 0) return undefined;
  const given = new Map(
    payload
      .slice('File='.length, end)
      .split(';')
      .map((pair): [string, string] => {
        const at = pair.indexOf('=');
        return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
      }),
  );
  if (given.get('inline') !== '1') return undefined;
  const data = payload.slice(end + 1);
  const pixels = imageSize(Buffer.from(data.slice(0, data.length - (data.length % QUANTUM)), 'base64'));
  const name = cleanTitle(Buffer.from(given.get('name') ?? '', 'base64').toString());
  const across = cellsOf(given.get('width'), screen.cols, cell.width);
  const down = cellsOf(given.get('height'), screen.rows, cell.height);
  const width = pixels?.width ?? SQUARE * cell.width;
  const height = pixels?.height ?? (SQUARE * cell.height) / 2;
  // Rows of one column, as the picture has them.
  const ratio = Math.max(1, height) / cell.height / (Math.max(1, width) / cell.width);
  const cols = across ?? (down === undefined ? width / cell.width : down / ratio);
  const rows = down ?? (across === undefined ? height / cell.height : across * ratio);
  return { name: name === '' ? 'image' : name, pixels, cols, rows };
}

/** Columns of a picture of which nobody knows the size. */
const SQUARE = 20;

/** Reads `5`, `100px` and `50%`; undefined for `auto`, and for what is none of them. */
function cellsOf(text: string | undefined, all: number, pixels: number): number | undefined {
  const [, digits, unit] = /^(\d{1,5})(px|%)?$/.exec(text ?? '') ?? [];
  const number = Number(digits);
  if (digits === undefined || number === 0) return undefined;
  if (unit === 'px') return number / pixels;
  return unit === '%' ? (all * Math.min(100, number)) / 100 : number;
}
