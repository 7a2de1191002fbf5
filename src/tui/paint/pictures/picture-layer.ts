/**
 * The pictures of a frame: which parts of which pictures the outer terminal shows, and where.
 *
 * The cells of a picture know what they show of it, so a frame says it all: a picture that was scrolled off, covered or cleared
 * has no cells there any more. A frame without pictures costs one look at the table of pictures.
 */

import type { Row } from '../../../screen/cells/row.ts';
import { hasNoPictures, shownPicture, wantPicture } from '../../../screen/picture/picture-table.ts';
import { itermEncoder, sixelEncoder } from './drawn-pictures.ts';
import { KittyPictures } from './kitty-pictures.ts';
import type { OuterCell, PictureEncoder } from './visible-pictures.ts';
import { type VisiblePicture, visiblePictures, withoutPictures } from './visible-pictures.ts';

export type PictureProtocol = 'kitty' | 'sixel' | 'iterm';

/** The image sequences of a frame. */
export type PictureChange = {
  /** The rows to be painted. */
  readonly rows: readonly Row[];
  /** Bytes that remove pictures. */
  readonly removal: string;
  /** Areas of removed images, whose cells must be painted again. */
  readonly gone: readonly VisiblePicture[];
};

type Placed = { readonly visible: VisiblePicture; readonly bytes: string };

export class PictureLayer {
  #protocol: PictureProtocol | undefined;
  #cell: OuterCell | undefined;
  #encoder: PictureEncoder | undefined;
  #shown = new Map<string, VisiblePicture>();
  #added: Placed[] = [];
  /** Bytes that remove what a frame before has left behind. */
  #leftovers = '';

  learn(protocol: PictureProtocol | undefined, cell: OuterCell | undefined): void {
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
  next(rows: readonly Row[]): PictureChange {
    this.#added = [];
    if (hasNoPictures()) return { rows, removal: '', gone: [] };
    let removal = this.#leftovers;
    this.#leftovers = '';
    const now = new Map<string, VisiblePicture>();
    for (const visible of visiblePictures(rows)) this.#take(this.#fitted(visible, rows.length), now);
    const gone = [...this.#shown].filter(([key]) => !now.has(key)).map(([, visible]) => visible);
    for (const visible of gone) removal += this.#encoder?.remove?.(visible) ?? '';
    this.#shown = now;
    const over = this.#encoder?.remove === undefined ? gone : [];
    return { rows: withoutPictures(rows, [...now.values()]), removal, gone: over };
  }

  /** Whether a span of a row that was painted has damaged pictures: they are shown again. */
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

  #take(visible: VisiblePicture | undefined, now: Map<string, VisiblePicture>): void {
    if (visible === undefined) return;
    const place = shownPicture(visible.number);
    const key = `${place?.picture?.key} ${Object.values(visible).join(' ')}`;
    const before = this.#shown.get(key);
    if (before !== undefined) {
      now.set(key, before);
      return;
    }
    if (place?.key !== undefined && place.picture === undefined) wantPicture(place.key);
    const bytes = this.#encode(visible);
    if (bytes === undefined) return;
    this.#added.push({ visible, bytes });
    now.set(key, visible);
  }

  #encode(visible: VisiblePicture): string | undefined {
    const place = shownPicture(visible.number);
    return place && this.#encoder?.show(place, visible);
  }

  #fitted(visible: VisiblePicture, height: number): VisiblePicture | undefined {
    const over = this.#encoder?.needsRowBelow === true && visible.y + visible.rows >= height;
    if (!over) return visible;
    return visible.rows === 1 ? undefined : { ...visible, rows: visible.rows - 1 };
  }
}

/** Images cannot be cropped to cells without the pixels of a cell. */
function encoderFor(
  protocol: PictureProtocol | undefined,
  cell: OuterCell | undefined,
): PictureEncoder | undefined {
  if (protocol === 'kitty') return new KittyPictures(cell);
  if (protocol === undefined || cell === undefined) return undefined;
  return protocol === 'sixel' ? sixelEncoder(cell) : itermEncoder(cell);
}
