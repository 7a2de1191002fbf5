/**
 * The images of a frame: which parts of which images the outer terminal shows, and where.
 *
 * Each cell of an image refers to the part that it shows, so the rows of a frame are enough: an image that was scrolled off,
 * covered or cleared has no cells there any more. A frame without images costs only a check whether there are any images.
 */

import type { Row } from '../../../screen/cells/row.ts';
import { hasNoImages, shownImage, wantImage } from '../../../screen/image/image-table.ts';
import { itermEncoder, sixelEncoder } from './drawn-images.ts';
import { KittyImages } from './kitty-images.ts';
import {
  type ImageEncoder,
  type OuterCell,
  type VisibleImage,
  visibleImages,
  withoutImages,
} from './visible-images.ts';

export type ImageProtocol = 'kitty' | 'sixel' | 'iterm';

/** The image sequences of a frame. */
export type ImageChange = {
  /** The rows to be painted. */
  readonly rows: readonly Row[];
  /** Bytes that remove images. */
  readonly removal: string;
  /** Areas of removed images, whose cells must be painted again. */
  readonly gone: readonly VisibleImage[];
};

type Placed = { readonly visible: VisibleImage; readonly bytes: string };

export class ImageLayer {
  #protocol: ImageProtocol | undefined;
  #cell: OuterCell | undefined;
  #encoder: ImageEncoder | undefined;
  #shown = new Map<string, VisibleImage>();
  #added: Placed[] = [];
  /** Bytes that remove images of earlier frames. */
  #leftovers = '';

  learn(protocol: ImageProtocol | undefined, cell: OuterCell | undefined): void {
    const isKnown =
      protocol === this.#protocol && cell?.width === this.#cell?.width && cell?.height === this.#cell?.height;
    if (isKnown) return;
    this.forget();
    this.#protocol = protocol;
    this.#cell = cell;
    this.#encoder = encoderFor(protocol, cell);
  }

  /** The terminal's content is unknown: images that it may still show are removed first. */
  forget(): void {
    this.#leftovers += this.#encoder?.removeAll() ?? '';
    this.#shown.clear();
  }

  /** The terminal was resized: its images have moved, and it keeps their data. */
  resized(): void {
    this.#leftovers += this.#encoder?.unplaceAll() ?? '';
    this.#shown.clear();
  }

  /** The terminal is given back: returns the bytes that remove everything from it. */
  leave(): string {
    this.forget();
    const removal = this.#leftovers;
    this.#leftovers = '';
    return removal;
  }

  /** Takes the rows of the next frame. */
  next(rows: readonly Row[]): ImageChange {
    this.#added = [];
    if (hasNoImages()) return { rows, removal: '', gone: [] };
    let removal = this.#leftovers;
    this.#leftovers = '';
    const now = new Map<string, VisibleImage>();
    for (const visible of visibleImages(rows)) this.#take(this.#fitted(visible, rows.length), now);
    const gone = [...this.#shown].filter(([key]) => !now.has(key)).map(([, visible]) => visible);
    for (const visible of gone) removal += this.#encoder?.remove?.(visible) ?? '';
    this.#shown = now;
    const over = this.#encoder?.remove === undefined ? gone : [];
    return { rows: withoutImages(rows, [...now.values()]), removal, gone: over };
  }

  /** Must be called for each painted span of a row: images that it has overwritten are sent again. */
  painted(y: number, from: number, to: number): void {
    if (this.#shown.size === 0 || this.#encoder?.remove !== undefined) return;
    for (const visible of this.#shown.values()) {
      const { x, cols } = visible;
      const isHit = y >= visible.y && y < visible.y + visible.rows && from < x + cols && to > x;
      if (!isHit || this.#added.some((each) => each.visible === visible)) continue;
      const bytes = this.#encode(visible);
      if (bytes !== undefined) this.#added.push({ visible, bytes });
    }
  }

  /** Returns the image sequences with their cells, to be written after the cells were painted. */
  added(): readonly Placed[] {
    return this.#added;
  }

  #take(visible: VisibleImage | undefined, now: Map<string, VisibleImage>): void {
    if (visible === undefined) return;
    const place = shownImage(visible.number);
    const key = `${place?.image?.key} ${Object.values(visible).join(' ')}`;
    const before = this.#shown.get(key);
    if (before !== undefined) {
      now.set(key, before);
      return;
    }
    if (place?.key !== undefined && place.image === undefined) wantImage(place.key);
    const bytes = this.#encode(visible);
    if (bytes === undefined) return;
    this.#added.push({ visible, bytes });
    now.set(key, visible);
  }

  #encode(visible: VisibleImage): string | undefined {
    const place = shownImage(visible.number);
    return place && this.#encoder?.show(place, visible);
  }

  #fitted(visible: VisibleImage, height: number): VisibleImage | undefined {
    const over = this.#encoder?.needsRowBelow === true && visible.y + visible.rows >= height;
    if (!over) return visible;
    return visible.rows === 1 ? undefined : { ...visible, rows: visible.rows - 1 };
  }
}

/** Without the pixel size of a cell, only kitty can crop images to cells. */
function encoderFor(
  protocol: ImageProtocol | undefined,
  cell: OuterCell | undefined,
): ImageEncoder | undefined {
  if (protocol === 'kitty') return new KittyImages(cell);
  if (protocol === undefined || cell === undefined) return undefined;
  return protocol === 'sixel' ? sixelEncoder(cell) : itermEncoder(cell);
}
