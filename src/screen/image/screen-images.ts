/**
 * The images of a screen as data beside its text, so that another screen with the same text can show them: which cells belong to
 * which part of which image, and what a program has sent by kitty graphics. The bytes of images are requested by key.
 */
import type { Core, CoreLine } from '../core/emulator-core.ts';
import { type ImageRun, imageRuns, tieCells } from './draw-image.ts';
import type { PixelSize } from './image-size.ts';
import { hasNoImages, type ImagePart, type ImagePlace, showImage, shownImage } from './image-table.ts';

/** An image that a program has sent and may show again, with its id and number. */
export type SentImage = {
  readonly id: number;
  readonly name: number;
  readonly key: string | undefined;
  readonly pixels: PixelSize;
};

/** An incomplete image: the control data of its first piece, and the base64 so far (or its beginning). */
export type OpenImage = { readonly control: string; readonly data: string; readonly whole: boolean };

/** Images that a program has sent by kitty graphics. */
export type KittyImages = {
  readonly sent: readonly SentImage[];
  readonly open?: OpenImage | undefined;
};

/** Cells of a line: `number` is an index in `places`, `fromEnd` counts lines from the last one of the buffer. */
type ScreenRun = ImageRun & { readonly fromEnd: number; readonly alternate: boolean };

export type ScreenImages = KittyImages & {
  readonly places: readonly ImagePlace[];
  readonly runs: readonly ScreenRun[];
};

/** Limit: rows of images of one screen; those above them are boxes. */
const MOST_RUNS = 4096;

export function screenImages(core: Core, scrollback: number, kitty: KittyImages): ScreenImages | undefined {
  const shown = shownOnScreen(core, scrollback);
  const isSent = kitty.sent.length > 0 || kitty.open !== undefined;
  return shown.runs.length === 0 && !isSent ? undefined : { ...shown, ...kitty };
}

function shownOnScreen(core: Core, scrollback: number): Pick<ScreenImages, 'places' | 'runs'> {
  if (hasNoImages()) return { places: [], runs: [] };
  const { normal, alt, active } = core.buffers;
  const places: ImagePlace[] = [];
  const indexes = new Map<number, number>();
  const runs: ScreenRun[] = [];
  const take = (run: ImageRun, fromEnd: number, alternate: boolean) => {
    const place = shownImage(run.number);
    if (place === undefined || runs.length >= MOST_RUNS) return;
    const index = indexes.get(run.number) ?? places.length;
    if (index === places.length) {
      const { key, part, across, down, id, placement } = place;
      places.push({ key, part, across, down, id, placement });
      indexes.set(run.number, index);
    }
    runs.push({ ...run, number: index, fromEnd, alternate });
  };
  for (const buffer of active === alt ? [alt, normal] : [normal]) {
    const { lines, ybase } = buffer;
    const most = lines.length - Math.max(0, ybase - scrollback);
    for (let fromEnd = 0; fromEnd < most; fromEnd += 1) {
      const line = lines.get(lines.length - 1 - fromEnd);
      if (line !== undefined) for (const run of imageRuns(line)) take(run, fromEnd, buffer === alt);
    }
  }
  return { places, runs };
}

/** Ties the cells of a screen with the same text to the images. */
export function restoreCells(core: Core, { places, runs }: ScreenImages): void {
  const numbers = places.map(showImage);
  const { normal, alt } = core.buffers;
  for (const { number, fromEnd, alternate, ...run } of runs) {
    const { lines } = alternate ? alt : normal;
    const line: CoreLine | undefined = lines.get(lines.length - 1 - fromEnd);
    const here = numbers[number];
    if (line !== undefined && here !== undefined) tieCells(core, line, { ...run, number: here });
  }
}

/** Validates the data from a host; undefined if it is malformed. */
export function readScreenImages(said: unknown): ScreenImages | undefined {
  if (!isObject(said)) return undefined;
  const { places, runs, sent, open } = said;
  if (!isListOf(places, isPlace) || !isListOf(runs, isRun) || !isListOf(sent, isSent)) return undefined;
  return { places, runs: runs.slice(0, MOST_RUNS), sent, ...(isOpen(open) ? { open } : {}) };
}

type Fields = { readonly [name: string]: unknown };

function isPlace(value: unknown): value is ImagePlace {
  if (!isObject(value) || !isKey(value['key']) || !isPart(value['part'])) return false;
  const { across, down, id, placement } = value;
  return isPositive(across) && isPositive(down) && isWhole(id, -1) && isWhole(placement, 0);
}

function isPart(value: unknown): value is ImagePart {
  if (!isObject(value)) return false;
  const { x, y, width, height } = value;
  return isWhole(x, 0) && isWhole(y, 0) && isWhole(width, 1) && isWhole(height, 1);
}

function isRun(value: unknown): value is ScreenRun {
  if (!isObject(value)) return false;
  const { number, x, cols, row, column, fromEnd, alternate } = value;
  const places = [number, x, row, column, fromEnd].every((each) => isWhole(each, 0));
  return places && isWhole(cols, 1) && typeof alternate === 'boolean';
}

function isSent(value: unknown): value is SentImage {
  if (!isObject(value) || !isKey(value['key']) || !isObject(value['pixels'])) return false;
  const { width, height } = value['pixels'];
  return isWhole(value['id'], 0) && isWhole(value['name'], 0) && isWhole(width, 1) && isWhole(height, 1);
}

function isOpen(value: unknown): value is OpenImage {
  if (!isObject(value) || typeof value['whole'] !== 'boolean') return false;
  return typeof value['control'] === 'string' && typeof value['data'] === 'string';
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function isListOf<T>(value: unknown, isOne: (each: unknown) => each is T): value is readonly T[] {
  return Array.isArray(value) && value.every(isOne);
}

function isKey(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

function isPositive(value: unknown): boolean {
  return typeof value === 'number' && value > 0 && value < 1e6;
}

function isWhole(value: unknown, least: number): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least;
}
