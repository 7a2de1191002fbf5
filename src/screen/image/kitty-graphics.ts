/**
 * The kitty graphics protocol (APC G), as far as it is possible for images that take cells: images that are sent in the sequence
 * itself can be shown, cropped, scaled to cells and deleted. Files and shared memory are refused, because the program may run on
 * another machine than the window, and because a terminal should not read files. Animations are refused too. Layers and offsets
 * in pixels have no effect, and text under an image does not come back when the image is deleted.
 */

import type { Core } from '../core/emulator-core.ts';
import type { Cell } from './cell-size.ts';
import { drawImage, eraseImages, imageAt } from './draw-image.ts';
import { imageSize, type PixelSize } from './image-size.ts';
import {
  type ImageFormat,
  type ImagePart,
  type keepImage,
  keepsImages,
  type ShownImage,
} from './image-table.ts';
import { type KittyControl, kittyControl } from './kitty-keys.ts';
import { fromBase64, Payload } from './payload.ts';
import type { KittyImages, OpenImage, SentImage } from './screen-images.ts';

/** Limit: images that a program has sent and not deleted; the oldest is forgotten. */
const STORED_LIMIT = 256;
/** Limits of what is collected of an image, in characters of base64: all of it, or the beginning, which has its size. */
const [WHOLE, BEGINNING] = [12 * 1024 * 1024, 4096];
/**
 * Limit in characters of the pieces of an incomplete image that are kept for new screens. Of a larger one they show only a box.
 */
const OPEN_LIMIT = 1024 * 1024;
/** First id for images to which a program has given only a number (key I) and no id. */
const FIRST_OWN = 0x7f000000;

type Stored = { readonly key: string | undefined; readonly pixels: PixelSize };

/** Received part of an image, with the control data of its first piece as they were sent. */
type Begun = { readonly control: KittyControl; readonly text: string; readonly payload: Payload };

type Screen = { readonly cols: number; readonly rows: number };

export class KittyGraphics {
  readonly #core: Core;
  readonly #screen: () => Screen;
  readonly #cell: () => Cell;
  readonly #keep: typeof keepImage;
  /** Images by id. */
  readonly #stored = new Map<number, Stored>();
  readonly #named = new Map<number, number>();
  #nextOwn = FIRST_OWN;
  /** An incomplete image. */
  #open: Begun | undefined;
  #lastReply = '';
  #hasShown = false;

  constructor(core: Core, screen: () => Screen, cell: () => Cell, keep: typeof keepImage) {
    this.#core = core;
    this.#keep = keep;
    this.#screen = screen;
    this.#cell = cell;
  }

  /** Takes a command: the bytes between `ESC _ G` and its end. */
  take(command: Buffer): void {
    this.#lastReply = '';
    const end = command.indexOf(';');
    const text = command.toString('latin1', 0, end < 0 ? command.length : end);
    const control = kittyControl(text);
    const data = end < 0 ? command.subarray(command.length) : command.subarray(end + 1);
    const action = control.letter('a');
    const begun = this.#open;
    this.#open = undefined;
    if (begun !== undefined && (action === '' || action === begun.control.letter('a')) && control.has('m')) {
      begun.payload.add(data);
      this.#received(begun, control.number('m') === 1);
    } else if (action === '' || action === 't' || action === 'T' || action === 'q') {
      const payload = new Payload(keepsImages() ? WHOLE : BEGINNING);
      payload.add(data);
      this.#received({ control, text, payload }, control.number('m') === 1);
    } else if (action === 'p') this.#put(control);
    else if (action === 'd') this.#delete(control);
    else this.#reply(control, 'ENOTSUPP:animations are not supported');
  }

  /** Returns the reply to the last command, once; '' if there is none. */
  takeReply(): string {
    const reply = this.#lastReply;
    this.#lastReply = '';
    return reply;
  }

  /** Images that the program may still show, move or delete, and the incomplete one. */
  get sent(): KittyImages {
    const names = new Map([...this.#named].map(([name, id]) => [id, name]));
    const sent = [...this.#stored].map(
      ([id, { key, pixels }]): SentImage => ({ id, name: names.get(id) ?? 0, key, pixels }),
    );
    if (this.#open === undefined) return { sent };
    const { text, payload } = this.#open;
    const { bytes } = payload;
    const whole = bytes.length <= OPEN_LIMIT && !payload.cut;
    const data = bytes.toString('latin1', 0, whole ? bytes.length : BEGINNING);
    return { sent, open: { control: text, data, whole } };
  }

  /** Restores what a program has sent to another screen of the same terminal. */
  restore({ sent, open }: KittyImages): void {
    this.#hasShown = true;
    if (open !== undefined) this.#goOn(open);
    for (const { id, name, key, pixels } of sent.slice(-STORED_LIMIT)) {
      this.#stored.set(id, { key, pixels });
      if (name !== 0) this.#named.set(name, id);
      if (id >= this.#nextOwn) this.#nextOwn = id + 1;
    }
  }

  #goOn({ control: text, data, whole }: OpenImage): void {
    const come = Buffer.from(data, 'latin1');
    // Data behind a gap is dropped: an image without its middle cannot be shown.
    const payload = new Payload(!whole ? come.length : keepsImages() ? WHOLE : BEGINNING);
    payload.add(come);
    this.#open = { control: kittyControl(text), text, payload };
  }

  #received(begun: Begun, more: boolean): void {
    const { control, payload } = begun;
    const problem = problemOf(control);
    if (problem !== undefined) this.#reply(control, problem);
    else if (more) this.#open = begun;
    else this.#ended(control, payload);
  }

  #ended(control: KittyControl, payload: Payload): void {
    const { format, pixels, bytes } = readImage(control, payload);
    if (pixels === undefined) {
      this.#reply(control, 'EINVAL:the size of the image is missing or too large');
      return;
    }
    if (control.letter('a') === 'q') {
      this.#reply(control, 'OK');
      return;
    }
    const key = payload.cut ? undefined : this.#keep(format, pixels, bytes);
    const stored = { key, pixels };
    const id = this.#store(control, stored);
    if (control.letter('a') === 'T') this.#show(control, stored, id);
    this.#reply(control, 'OK', id);
  }

  #store(control: KittyControl, stored: Stored): number {
    const [given, name] = [control.number('i'), control.number('I')];
    if (given === 0 && name === 0) return 0;
    const id = given === 0 ? this.#nextOwn++ : given;
    if (name !== 0) this.#named.set(name, id);
    // An image that is sent again with the same id replaces the earlier one.
    if (this.#stored.delete(id)) this.#erase((place) => place.id === id);
    this.#stored.set(id, stored);
    if (this.#stored.size > STORED_LIMIT) dropOldest(this.#stored);
    if (this.#named.size > STORED_LIMIT) dropOldest(this.#named);
    return id;
  }

  #put(control: KittyControl): void {
    const id = this.#idOf(control);
    const stored = this.#stored.get(id);
    if (stored !== undefined) this.#show(control, stored, id);
    this.#reply(control, stored === undefined ? 'ENOENT:there is no such image' : 'OK', id);
  }

  #idOf(control: KittyControl): number {
    return control.number('i') || (this.#named.get(control.number('I')) ?? 0);
  }

  #show(control: KittyControl, { key, pixels }: Stored, id: number): void {
    // The image is shown only by Unicode placeholder characters, which are not supported.
    if (control.number('U') === 1) return;
    const placement = control.number('p');
    if (placement !== 0) this.#erase((place) => place.id === id && place.placement === placement);
    const part = partOf(control, pixels);
    const { across, down } = cellsOf(control, part, this.#cell());
    const { active } = this.#core.buffers;
    const { x, y } = active;
    const stays = control.number('C') === 1;
    const drawing = { name: 'image', pixels, across, down, id, placement, scrolls: !stays };
    const screen = this.#screen();
    drawImage(this.#core, { ...drawing, shown: { key, part } }, screen);
    this.#hasShown = true;
    if (stays) {
      active.x = x;
      active.y = y;
    } else if (active.x >= screen.cols) {
      this.#core._inputHandler.lineFeed();
      active.x = 0;
    }
  }

  #delete(control: KittyControl): void {
    const what = control.letter('d') || 'a';
    const small = what.toLowerCase();
    if (small === 'i' || small === 'n') {
      const id = this.#idOf(control);
      const placement = control.number('p');
      this.#erase((place) => place.id === id && (placement === 0 || place.placement === placement));
      if (what !== small) this.#stored.delete(id);
      return;
    }
    const at = this.#placeOf(small, control);
    if (small === 'a') {
      this.#erase((place) => place.id !== NOT_KITTY);
      this.#hasShown = false;
      if (what !== small) this.#stored.clear();
    } else if (at !== undefined) {
      const { id, placement } = at;
      this.#erase((place) => place.id === id && place.placement === placement);
    }
  }

  /** Returns the image at the cursor (c), or in a cell (p, q). */
  #placeOf(what: string, control: KittyControl): ShownImage | undefined {
    const { x, y } = this.#core.buffers.active;
    const found =
      what === 'c'
        ? imageAt(this.#core, x, y)
        : what === 'p' || what === 'q'
          ? imageAt(this.#core, control.number('x') - 1, control.number('y') - 1)
          : undefined;
    return found?.id === NOT_KITTY ? undefined : found;
  }

  #erase(isGone: (place: ShownImage) => boolean): void {
    if (this.#hasShown) eraseImages(this.#core, this.#screen().rows, isGone);
  }

  #reply(control: KittyControl, message: string, id = control.number('i')): void {
    const quiet = control.number('q');
    const name = control.number('I');
    if ((id === 0 && name === 0) || quiet === 2 || (quiet === 1 && message === 'OK')) return;
    const keys = [
      ...(id > 0 ? [`i=${id}`] : []),
      ...(name > 0 ? [`I=${name}`] : []),
      ...(control.number('p') > 0 ? [`p=${control.number('p')}`] : []),
    ];
    this.#lastReply = `\x1b_G${keys.join(',')};${message}\x1b\\`;
  }
}

/** The id of images that came by another protocol. */
export const NOT_KITTY = -1;

function dropOldest<K>(map: Map<K, unknown>): void {
  for (const key of map.keys()) {
    map.delete(key);
    return;
  }
}

// Control data.

/** Limit: pixels of a side. */
const MOST_PIXELS = 10_000;

/** Returns why an image cannot be taken; undefined when it can. */
function problemOf(control: KittyControl): string | undefined {
  const medium = control.letter('t');
  if (medium !== '' && medium !== 'd') return 'EINVAL:only images in the sequence itself (t=d) are taken';
  if (![0, 24, 32, 100].includes(control.number('f'))) return 'EINVAL:the format is not known';
  const compression = control.letter('o');
  return compression === '' || compression === 'z' ? undefined : 'EINVAL:the compression is not known';
}

/** Returns an image as it was sent; without `pixels` when its size is missing, or too large. */
function readImage(control: KittyControl, payload: Payload) {
  const bytes = fromBase64(payload.bytes);
  const format = control.number('f');
  if (format === 100) return { format: 'png' as const, pixels: sane(imageSize(bytes)), bytes };
  const raw: ImageFormat = format === 24 ? 'rgb' : 'rgba';
  return {
    format: control.letter('o') === 'z' ? (`deflated ${raw}` as const) : raw,
    pixels: sane({ width: control.number('s'), height: control.number('v') }),
    bytes,
  };
}

function sane(pixels: PixelSize | undefined): PixelSize | undefined {
  if (pixels === undefined) return undefined;
  const { width, height } = pixels;
  return Math.min(width, height) > 0 && Math.max(width, height) <= MOST_PIXELS ? pixels : undefined;
}

/** Returns the part that is asked for. */
function partOf(control: KittyControl, { width, height }: PixelSize): ImagePart {
  const x = clamp(control.number('x'), 0, width - 1);
  const y = clamp(control.number('y'), 0, height - 1);
  return {
    x,
    y,
    width: clamp(control.number('w') || width, 1, width - x),
    height: clamp(control.number('h') || height, 1, height - y),
  };
}

/** Cells that a part takes: as many as asked for, else as many as it has pixels, in its shape. */
function cellsOf(control: KittyControl, part: ImagePart, cell: Cell) {
  const [cols, rows] = [Math.max(0, control.number('c')), Math.max(0, control.number('r'))];
  const ratio = part.height / cell.height / (part.width / cell.width);
  return {
    across: cols || (rows === 0 ? part.width / cell.width : rows / ratio),
    down: rows || (cols === 0 ? part.height / cell.height : cols * ratio),
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
