/**
 * The table of pictures: what programs have shown, by small numbers that the cells of their boxes carry.
 *
 * Limits: 8 MiB a picture, of bytes as the program sent them; 64 MiB in all in a process that shows pictures, 32 MiB in a
 * host, which gives them to windows that come later; 4,096 places at which pictures were shown. Beyond them the oldest is
 * forgotten, and its cells are a box. No other process keeps bytes (`keepPictures`).
 */
import { createHash } from 'node:crypto';
import type { PixelSize } from './image-size.ts';

/** Limits in bytes. */
export const PICTURE_LIMIT = 8 * 1024 * 1024;
/** Bytes that a picture takes besides its own: many small ones count, too. */
const OWN_COST = 512;
const ALL_LIMIT = { window: 64 * 1024 * 1024, host: 32 * 1024 * 1024 } as const;
/** Limit: places. */
const PLACES_LIMIT = 4096;

const FORMATS = ['sixel', 'png', 'file', 'rgb', 'rgba', 'deflated rgb', 'deflated rgba'] as const;

/** Format of a picture's bytes: `file` is an image file that we do not decode, `deflated` applies to both raw formats. */
export type PictureFormat = (typeof FORMATS)[number];

export function isPictureFormat(text: string): text is PictureFormat {
  return FORMATS.some((each) => each === text);
}

export type Picture = {
  /** The same for equal images. */
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

/** Position of a picture. */
export type PicturePlace = {
  /** Undefined for an image whose bytes are not kept. */
  readonly key: string | undefined;
  readonly part: PicturePart;
  /** Cells that the part covers from the first one on, also in fractions, and also beyond the box. */
  readonly across: number;
  readonly down: number;
  /** Numbers that a program gave it (kitty graphics); 0 for none. */
  readonly id: number;
  readonly placement: number;
};

/** A picture, or what is known of one, in the cells of a box. */
export type ShownPicture = PicturePlace & {
  /** Undefined while its bytes are not here. */
  readonly picture: Picture | undefined;
};

const pictures = new Map<string, Picture>();
let kept = 0;
const keepers = new Set<keyof typeof ALL_LIMIT>();
/** Number of terminals of a host that hold each picture. */
const holders = new Map<string, number>();
/** Keys of images that are in view and whose bytes are missing here. */
let wanted = new Set<string>();
const shown = new Map<number, ShownPicture>();
const numbers = new Map<string, number>();
let next = 1;

/** Sets whether this process shows images, or is a host that keeps them for others. */
export function keepPictures(on: boolean, keeper: keyof typeof ALL_LIMIT = 'window'): void {
  if (on) keepers.add(keeper);
  else keepers.delete(keeper);
}

/** Whether the bytes of pictures are worth to be collected. */
export function keepsPictures(): boolean {
  return keepers.size > 0;
}

/** Keeps a picture and returns its key; undefined when it is too large, or pictures are not kept. */
export function keepPicture(format: PictureFormat, pixels: PixelSize, bytes: Buffer): string | undefined {
  if (!keepsPictures() || bytes.length > PICTURE_LIMIT) return undefined;
  const head = `${format} ${pixels.width} ${pixels.height} `;
  const key = createHash('sha256').update(head).update(bytes).digest('hex');
  const known = pictures.get(key);
  pictures.delete(key);
  // The picture shown last is forgotten last.
  // A copy, because the bytes may be a small part of a large buffer.
  pictures.set(key, known ?? { key, format, pixels, bytes: Buffer.from(bytes) });
  if (known === undefined) kept += pictureCost(bytes);
  const limit = ALL_LIMIT[keepers.has('window') ? 'window' : 'host'];
  for (const oldest of pictures.values()) {
    if (kept <= limit) break;
    forget(oldest);
  }
  return key;
}

/** Returns what a picture counts against a limit. */
export function pictureCost({ length }: Buffer): number {
  return length + OWN_COST;
}

export function pictureOf(key: string | undefined): Picture | undefined {
  return key === undefined ? undefined : pictures.get(key);
}

/** Must be called when a terminal of this host has an image. */
export function holdPicture(key: string): void {
  holders.set(key, (holders.get(key) ?? 0) + 1);
}

/**
 * Must be called when a terminal no longer has an image. If no terminal has it, it is dropped, unless this process shows images.
 */
export function releasePicture(key: string): void {
  const left = (holders.get(key) ?? 0) - 1;
  if (left > 0) {
    holders.set(key, left);
    return;
  }
  holders.delete(key);
  const picture = pictures.get(key);
  if (picture !== undefined && !keepers.has('window')) forget(picture);
}

/** Asks for a picture that is shown somewhere else. */
export function wantPicture(key: string): void {
  if (keepers.has('window')) wanted.add(key);
}

/** Returns what was asked for since the last call. */
export function takeWanted(): ReadonlySet<string> {
  if (wanted.size === 0) return wanted;
  const taken = wanted;
  wanted = new Set();
  return taken;
}

/** Returns the number of a picture at a place of this kind, for the cells of its box. */
export function showPicture(place: PicturePlace): number {
  const { part, across, down, id, placement } = place;
  const key = [place.key, part.x, part.y, part.width, part.height, across, down, id, placement].join(' ');
  const known = numbers.get(key);
  if (known !== undefined && shown.has(known)) return known;
  const number = next++;
  shown.set(number, {
    ...place,
    get picture() {
      return pictureOf(place.key);
    },
  });
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
  kept -= pictureCost(picture.bytes);
}
