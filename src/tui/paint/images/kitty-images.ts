/**
 * Images for terminals with kitty graphics: each is sent once, and placed, cropped and scaled by the terminal.
 *
 * Limit: 64 MiB and 64 images at the terminal, of which it may drop some on its own; beyond it the oldest is deleted there.
 */

import { deflateSync } from 'node:zlib';
import type { Image, ImagePart, ShownImage } from '../../../screen/image/image-table.ts';
import { type ImageEncoder, type OuterCell, pixelsOf, type VisibleImage } from './visible-images.ts';

const SENT_LIMIT = 64;
const BYTES_LIMIT = 64 * 1024 * 1024;
/** Most characters of one chunk, as the protocol requires. */
const PIECE = 4096;
/** First image id at the terminal, far from the small ids that other programs use. */
const FIRST_ID = 0x636f0000;

type Placement = { readonly id: number; readonly placement: number };
type Sent = { readonly id: number; readonly bytes: number };

export class KittyImages implements ImageEncoder {
  readonly needsRowBelow = false;
  readonly #cell: OuterCell | undefined;
  readonly #sent = new Map<string, Sent>();
  readonly #broken = new Set<string>();
  /** Placements of images: image id and placement number. */
  readonly #placed = new Map<string, Placement>();
  #next = 1;
  #bytes = 0;

  /** `cell` is unknown for some terminals; images are scaled to cells then. */
  constructor(cell: OuterCell | undefined) {
    this.#cell = cell;
  }

  show(place: ShownImage, visible: VisibleImage): string | undefined {
    const { image } = place;
    if (image === undefined || this.#broken.has(image.key)) return undefined;
    const known = this.#sent.get(image.key);
    const sending = known === undefined ? this.#send(image) : '';
    const id = this.#sent.get(image.key)?.id;
    if (id === undefined) return undefined;
    const placement = this.#next++;
    this.#placed.set(placeKey(visible), { id, placement });
    const part = sourceOf(place, visible);
    const shown = `x=${part.x},y=${part.y},w=${part.width},h=${part.height}`;
    const size = this.#isScaled(place) ? `,c=${visible.cols},r=${visible.rows}` : '';
    return `${sending}\x1b_Ga=p,q=2,C=1,i=${id},p=${placement},${shown}${size}\x1b\\`;
  }

  remove(visible: VisibleImage): string {
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

  #send(image: Image): string {
    const encoded = encodedFor(image);
    if (encoded === undefined) {
      if (this.#broken.size > SENT_LIMIT) this.#broken.clear();
      this.#broken.add(image.key);
      return '';
    }
    const id = FIRST_ID + this.#next++;
    this.#sent.set(image.key, { id, bytes: encoded.bytes.length });
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

  /** Whether the terminal has to scale the image. */
  #isScaled({ part, across, down }: ShownImage): boolean {
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

function placeKey({ number, x, y, cols, rows, fromColumn, fromRow }: VisibleImage): string {
  return [number, x, y, cols, rows, fromColumn, fromRow].join(' ');
}

/** Returns the pixels that belong to the visible cells, at least one. */
function sourceOf({ part, across, down }: ShownImage, visible: VisibleImage): ImagePart {
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
function encodedFor(image: Image): { readonly control: string; readonly bytes: Buffer } | undefined {
  const pixels = pixelsOf(image);
  if (pixels === undefined) return undefined;
  if (image.format === 'png') return { control: 'f=100', bytes: image.bytes };
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
