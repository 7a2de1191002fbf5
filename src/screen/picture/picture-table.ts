/**
 * The table of pictures: what programs have shown, by small numbers that the cells of their boxes carry.
 *
 * Limits: 8 MiB a picture and 64 MiB in all, of bytes as the program sent them; 4,096 places at which pictures were shown.
 * Beyond them the oldest is forgotten, and its cells are a box. Only a process that shows pictures keeps bytes (`keepPictures`).
 */
import { createHash } from 'node:crypto';
import type { PixelSize } from './image-size.ts';

/** Limits in bytes. */
export const PICTURE_LIMIT = 8 * 1024 * 1024;
const ALL_LIMIT = 64 * 1024 * 1024;
/** Limit: places. */
const PLACES_LIMIT = 4096;

/** How the bytes of a picture are to be read: `file` is an image file that we do not decode, `deflated` is for both raw formats. */
export type PictureFormat = 'sixel' | 'png' | 'file' | 'rgb' | 'rgba' | 'deflated rgb' | 'deflated rgba';

export type Picture = {
  /** The same for the same picture. */
  readonly key: string;
  readonly format: PictureFormat;
  readonly pixels: PixelSize;
  readonly bytes: Buffer;
};

/** A part of a picture, in pixels. */
export type PicturePart = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** A picture, or what is known of one, in the cells of a box. */
export type ShownPicture = {
  /** Undefined when its bytes are not kept. */
  readonly picture: Picture | undefined;
  readonly part: PicturePart;
  /** Cells that the part covers from the first one on, also in fractions, and also beyond the box. */
  readonly across: number;
  readonly down: number;
  /** Numbers that a program gave it (kitty graphics); 0 for none. */
  readonly id: number;
  readonly placement: number;
};

const pictures = new Map<string, Picture>();
let kept = 0;
let keeps = false;
const shown = new Map<number, ShownPicture>();
const numbers = new Map<string, number>();
let next = 1;

/** Says whether this process has an outer terminal that shows pictures. */
export function keepPictures(on: boolean): void {
  keeps = on;
}

/** Whether the bytes of pictures are worth to be collected. */
export function keepsPictures(): boolean {
  return keeps;
}

/** Keeps a picture and returns its key; undefined when it is too large, or pictures are not kept. */
export function keepPicture(format: PictureFormat, pixels: PixelSize, bytes: Buffer): string | undefined {
  if (!keeps || bytes.length > PICTURE_LIMIT) return undefined;
  const head = `${format} ${pixels.width} ${pixels.height} `;
  const key = createHash('sha256').update(head).update(bytes).digest('hex');
  const known = pictures.get(key);
  pictures.delete(key);
  // What was shown last is forgotten last.
  pictures.set(key, known ?? { key, format, pixels, bytes });
  if (known === undefined) kept += bytes.length;
  for (const oldest of pictures.values()) {
    if (kept <= ALL_LIMIT) break;
    forget(oldest);
  }
  return key;
}

export function pictureOf(key: string | undefined): Picture | undefined {
  return key === undefined ? undefined : pictures.get(key);
}

/** Returns the number of a picture at a place of this kind, for the cells of its box. */
export function showPicture(place: ShownPicture): number {
  const { picture, part, across, down, id, placement } = place;
  const key = [picture?.key, part.x, part.y, part.width, part.height, across, down, id, placement].join(' ');
  const known = numbers.get(key);
  if (known !== undefined && shown.has(known)) return known;
  const number = next++;
  shown.set(number, place);
  numbers.set(key, number);
  if (numbers.size > PLACES_LIMIT) {
    for (const [oldest, of] of numbers) {
      numbers.delete(oldest);
      shown.delete(of);
      break;
    }
  }
  return number;
}

/** Returns undefined for a number that was forgotten. */
export function shownPicture(number: number): ShownPicture | undefined {
  return shown.get(number);
}

/** Whether no program has shown a picture: then no cell needs to be looked at. */
export function hasNoPictures(): boolean {
  return shown.size === 0;
}

function forget(picture: Picture): void {
  pictures.delete(picture.key);
  kept -= picture.bytes.length;
  for (const [number, place] of shown)
    if (place.picture?.key === picture.key) shown.set(number, { ...place, picture: undefined });
  for (const [key] of numbers) if (key.startsWith(picture.key)) numbers.delete(key);
}
