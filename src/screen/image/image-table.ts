/**
 * The table of images: what programs have shown, by small numbers that the cells of their boxes carry.
 *
 * Limits: 8 MiB per image, in bytes as the program sent them; 64 MiB in all in a process that shows images, 32 MiB in a host,
 * which sends them to windows that connect later; 4,096 places at which images were shown. Beyond a limit the oldest is
 * forgotten, and its cells show a box. Other processes keep no bytes (`keepImages`).
 */
import { createHash } from 'node:crypto';
import type { PixelSize } from './image-size.ts';

/** Limits in bytes. */
export const IMAGE_LIMIT = 8 * 1024 * 1024;
/** Bytes that each image costs besides its own, so that many small ones count too. */
const OWN_COST = 512;
const ALL_LIMIT = { window: 64 * 1024 * 1024, host: 32 * 1024 * 1024 } as const;
/** Limit: places. */
const PLACES_LIMIT = 4096;

const FORMATS = ['sixel', 'png', 'file', 'rgb', 'rgba', 'deflated rgb', 'deflated rgba'] as const;

/** Format of an image's bytes: `file` is an image file that we do not decode, `deflated` applies to both raw formats. */
export type ImageFormat = (typeof FORMATS)[number];

export function isImageFormat(text: string): text is ImageFormat {
  return FORMATS.some((each) => each === text);
}

export type Image = {
  /** The same for equal images. */
  readonly key: string;
  readonly format: ImageFormat;
  readonly pixels: PixelSize;
  readonly bytes: Buffer;
};

/** A part of an image, in pixels. */
export type ImagePart = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** Position of an image. */
export type ImagePlace = {
  /** Undefined for an image whose bytes are not kept. */
  readonly key: string | undefined;
  readonly part: ImagePart;
  /** Cells that the part covers from the first one on, also in fractions, and also beyond the box. */
  readonly across: number;
  readonly down: number;
  /** Numbers that a program gave it (kitty graphics); 0 for none. */
  readonly id: number;
  readonly placement: number;
};

/** An image, or what is known of one, in the cells of a box. */
export type ShownImage = ImagePlace & {
  /** Undefined while its bytes are not here. */
  readonly image: Image | undefined;
};

const images = new Map<string, Image>();
let kept = 0;
const keepers = new Set<keyof typeof ALL_LIMIT>();
/** Number of terminals of a host that hold each image. */
const holders = new Map<string, number>();
/** Keys of images that are in view and whose bytes are missing here. */
let wanted = new Set<string>();
const shown = new Map<number, ShownImage>();
const numbers = new Map<string, number>();
let next = 1;

/** Sets whether this process shows images, or is a host that keeps them for others. */
export function keepImages(on: boolean, keeper: keyof typeof ALL_LIMIT = 'window'): void {
  if (on) keepers.add(keeper);
  else keepers.delete(keeper);
}

/** Whether this process keeps the bytes of images. */
export function keepsImages(): boolean {
  return keepers.size > 0;
}

/** Keeps an image and returns its key; undefined when it is too large, or images are not kept. */
export function keepImage(format: ImageFormat, pixels: PixelSize, bytes: Buffer): string | undefined {
  if (!keepsImages() || bytes.length > IMAGE_LIMIT) return undefined;
  const head = `${format} ${pixels.width} ${pixels.height} `;
  const key = createHash('sha256').update(head).update(bytes).digest('hex');
  const known = images.get(key);
  images.delete(key);
  // The image shown last is forgotten last.
  // A copy, because the bytes may be a small part of a large buffer.
  images.set(key, known ?? { key, format, pixels, bytes: Buffer.from(bytes) });
  if (known === undefined) kept += imageCost(bytes);
  const limit = ALL_LIMIT[keepers.has('window') ? 'window' : 'host'];
  for (const oldest of images.values()) {
    if (kept <= limit) break;
    forget(oldest);
  }
  return key;
}

/** Returns what an image counts against a limit. */
export function imageCost({ length }: Buffer): number {
  return length + OWN_COST;
}

export function imageOf(key: string | undefined): Image | undefined {
  return key === undefined ? undefined : images.get(key);
}

/** Must be called when a terminal of this host has an image. */
export function holdImage(key: string): void {
  holders.set(key, (holders.get(key) ?? 0) + 1);
}

/**
 * Must be called when a terminal no longer has an image. If no terminal has it, it is dropped, unless this process shows images.
 */
export function releaseImage(key: string): void {
  const left = (holders.get(key) ?? 0) - 1;
  if (left > 0) {
    holders.set(key, left);
    return;
  }
  holders.delete(key);
  const image = images.get(key);
  if (image !== undefined && !keepers.has('window')) forget(image);
}

/** Asks for an image that is shown somewhere else. */
export function wantImage(key: string): void {
  if (keepers.has('window')) wanted.add(key);
}

/** Returns what was asked for since the last call. */
export function takeWanted(): ReadonlySet<string> {
  if (wanted.size === 0) return wanted;
  const taken = wanted;
  wanted = new Set();
  return taken;
}

/** Returns the number of an image at a place of this kind, for the cells of its box. */
export function showImage(place: ImagePlace): number {
  const { part, across, down, id, placement } = place;
  const key = [place.key, part.x, part.y, part.width, part.height, across, down, id, placement].join(' ');
  const known = numbers.get(key);
  if (known !== undefined && shown.has(known)) return known;
  const number = next++;
  shown.set(number, {
    ...place,
    get image() {
      return imageOf(place.key);
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
export function shownImage(number: number): ShownImage | undefined {
  return shown.get(number);
}

/** Whether no program has shown an image: then no cell needs to be looked at. */
export function hasNoImages(): boolean {
  return shown.size === 0;
}

function forget(image: Image): void {
  images.delete(image.key);
  kept -= imageCost(image.bytes);
}
