/**
 * Pictures for terminals with kitty graphics: each is sent once, and placed, cropped and scaled by the terminal.
 *
 * Limit: 64 MiB and 64 pictures at the terminal, of which it may drop some on its own; beyond it the oldest is deleted there.
 */

import { deflateSync } from 'node:zlib';
import type { Picture, PicturePart, ShownPicture } from '../../../screen/picture/picture-table.ts';
import type { PictureEncoder, VisiblePicture } from './visible-pictures.ts';
import { type OuterCell, pixelsOf } from './visible-pictures.ts';

const SENT_LIMIT = 64;
const BYTES_LIMIT = 64 * 1024 * 1024;
/** Characters of one piece, as the protocol has it. */
const PIECE = 4096;
/** Numbers of pictures at the terminal: away from the small ones that other programs take. */
const FIRST_ID = 0x636f0000;

type Placement = { readonly id: number; readonly placement: number };
type Sent = { readonly id: number; readonly bytes: number };

export class KittyPictures implements PictureEncoder {
  readonly needsRowBelow = false;
  readonly #cell: OuterCell | undefined;
  readonly #sent = new Map<string, Sent>();
  readonly #broken = new Set<string>();
  /** Placements of images: image id and placement number. */
  readonly #placed = new Map<string, Placement>();
  #next = 1;
  #bytes = 0;

  /** `cell` is unknown for some terminals; pictures are scaled to cells then. */
  constructor(cell: OuterCell | undefined) {
    this.#cell = cell;
  }

  show(place: ShownPicture, visible: VisiblePicture): string | undefined {
    const { picture } = place;
    if (picture === undefined || this.#broken.has(picture.key)) return undefined;
    const known = this.#sent.get(picture.key);
    const sending = known === undefined ? this.#send(picture) : '';
    const id = this.#sent.get(picture.key)?.id;
    if (id === undefined) return undefined;
    const placement = this.#next++;
    this.#placed.set(placeKey(visible), { id, placement });
    const part = sourceOf(place, visible);
    const shown = `x=${part.x},y=${part.y},w=${part.width},h=${part.height}`;
    const size = this.#isScaled(place) ? `,c=${visible.cols},r=${visible.rows}` : '';
    return `${sending}\x1b_Ga=p,q=2,C=1,i=${id},p=${placement},${shown}${size}\x1b\\`;
  }

  remove(visible: VisiblePicture): string {
    const key = placeKey(visible);
    const placed = this.#placed.get(key);
    if (placed === undefined) return '';
    this.#placed.delete(key);
    return unplacing(placed);
  }

  unplaceAll(): string {
    const removed = [...this.#placed.values()].map(unplacing);
    this.#placed.clear();
    return removed.join('');
  }

  removeAll(): string {
    const deleted = [...this.#sent.values()].map(({ id }) => deletion(id));
    this.#sent.clear();
    this.#placed.clear();
    this.#bytes = 0;
    return deleted.join('');
  }

  #send(picture: Picture): string {
    const encoded = encodedFor(picture);
    if (encoded === undefined) {
      if (this.#broken.size > SENT_LIMIT) this.#broken.clear();
      this.#broken.add(picture.key);
      return '';
    }
    const id = FIRST_ID + this.#next++;
    this.#sent.set(picture.key, { id, bytes: encoded.bytes.length });
    this.#bytes += encoded.bytes.length;
    return this.#makeRoom() + pieces(`a=t,t=d,i=${id},${encoded.control}`, encoded.bytes.toString('base64'));
  }

  #makeRoom(): string {
    let deleted = '';
    const shown = new Set([...this.#placed.values()].map(({ id }) => id));
    for (const [key, { id, bytes }] of this.#sent) {
      if (this.#sent.size <= SENT_LIMIT && this.#bytes <= BYTES_LIMIT) break;
      if (shown.has(id) || this.#sent.size === 1) continue;
      this.#sent.delete(key);
      this.#bytes -= bytes;
      deleted += deletion(id);
    }
    return deleted;
  }

  /** Whether a pixel of the picture is not a pixel of the terminal. */
  #isScaled({ part, across, down }: ShownPicture): boolean {
    if (this.#cell === undefined) return true;
    const isSame = (pixels: number, cells: number, cell: number) => Math.abs(pixels - cells * cell) < 0.5;
    return !isSame(part.width, across, this.#cell.width) || !isSame(part.height, down, this.#cell.height);
  }
}

function unplacing({ id, placement }: Placement): string {
  return `\x1b_Ga=d,d=i,q=2,i=${id},p=${placement}\x1b\\`;
}

function deletion(id: number): string {
  return `\x1b_Ga=d,d=I,q=2,i=${id}\x1b\\`;
}

function placeKey({ number, x, y, cols, rows, fromColumn, fromRow }: VisiblePicture): string {
  return [number, x, y, cols, rows, fromColumn, fromRow].join(' ');
}

/** Returns the pixels that belong to the visible cells, at least one. */
function sourceOf({ part, across, down }: ShownPicture, visible: VisiblePicture): PicturePart {
  const range = (from: number, cells: number, all: number, pixels: number) => {
    const start = Math.min(pixels - 1, Math.round((from * pixels) / all));
    const end = Math.min(pixels, Math.round(((from + cells) * pixels) / all));
    return { start, length: Math.max(1, end - start) };
  };
  const columns = range(visible.fromColumn, visible.cols, across, part.width);
  const lines = range(visible.fromRow, visible.rows, down, part.height);
  return { x: part.x + columns.start, y: part.y + lines.start, width: columns.length, height: lines.length };
}

/** Encodes an image for kitty: a PNG file as it is, pixels deflated; undefined if it cannot be decoded. */
function encodedFor(picture: Picture): { readonly control: string; readonly bytes: Buffer } | undefined {
  const pixels = pixelsOf(picture);
  if (pixels === undefined) return undefined;
  if (picture.format === 'png') return { control: 'f=100', bytes: picture.bytes };
  const { width, height, rgba } = pixels;
  return { control: `f=32,o=z,s=${width},v=${height}`, bytes: deflateSync(rgba, { level: 1 }) };
}

function pieces(control: string, data: string): string {
  let text = '';
  for (let at = 0; at === 0 || at < data.length; at += PIECE) {
    const more = at + PIECE < data.length ? 1 : 0;
    text += `\x1b_G${at === 0 ? `${control},` : ''}q=2,m=${more};${data.slice(at, at + PIECE)}\x1b\\`;
  }
  return text;
}
