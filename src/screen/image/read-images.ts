/** Reads images out of the output of programs: sixel, iTerm2's sequence and kitty graphics. */
import type { Core } from '../core/emulator-core.ts';
import { cleanTitle } from '../report/clean-title.ts';
import { type Cell, cellOf } from './cell-size.ts';
import { drawImage } from './draw-image.ts';
import { CELL, type ImageBox } from './image-box.ts';
import { imageSize, isPng, type PixelSize } from './image-size.ts';
import {
  holdImage,
  IMAGE_LIMIT,
  imageCost,
  keepImage,
  keepImages,
  keepsImages,
  releaseImage,
} from './image-table.ts';
import { KittyGraphics, NOT_KITTY } from './kitty-graphics.ts';
import { fromBase64, Payload } from './payload.ts';
import { readScreenImages, restoreCells, type ScreenImages, screenImages } from './screen-images.ts';

/** Limit in bytes of one terminal's images that its host keeps; beyond it the oldest is dropped and is a box in later windows. */
const LIMIT = IMAGE_LIMIT;

class TerminalImages {
  readonly #costs = new Map<string, number>();
  #cost = 0;

  constructor() {
    keepImages(true, 'host');
  }

  /** Must be called with each image that the table has kept for this terminal. */
  add(key: string, bytes: Buffer): void {
    const known = this.#costs.get(key);
    const cost = imageCost(bytes);
    // The image shown last is dropped last.
    this.#costs.delete(key);
    this.#costs.set(key, cost);
    if (known !== undefined) return;
    this.#cost += cost;
    holdImage(key);
    for (const oldest of this.#costs.keys()) {
      if (this.#cost <= LIMIT || this.#costs.size === 1) break;
      this.#drop(oldest);
    }
  }

  has(key: string): boolean {
    return this.#costs.has(key);
  }

  close(): void {
    for (const key of [...this.#costs.keys()]) this.#drop(key);
  }

  #drop(key: string): void {
    this.#cost -= this.#costs.get(key) ?? 0;
    this.#costs.delete(key);
    releaseImage(key);
  }
}

/** Characters of sixel images, for `SixelSize`, which reads the size piece by piece and keeps nothing of the image. */
const [EXCLAMATION, QUOTE, SEMICOLON, HASH, DOLLAR, MINUS] = [0x21, 0x22, 0x3b, 0x23, 0x24, 0x2d];
const [ZERO, NINE, FIRST, LAST] = [0x30, 0x39, 0x3f, 0x7e];
/** Height of one sixel in pixels. */
const SIXEL = 6;
/** Limit of a number in a sixel image; larger ones are cut to it. */
const MOST = 100_000;
/** Limit in pixels of a side that an image declares. A larger declaration is ignored. */
const LARGEST = 4096;

class SixelSize {
  /** Parameter that the digits being read belong to. */
  #reading: 'raster' | 'repeat' | 'color' | undefined;
  #numbers: number[] = [];
  #x = 0;
  #width = 0;
  #bands = 0;
  #raster: PixelSize | undefined;

  put(data: Uint32Array, start: number, end: number): void {
    for (let at = start; at < end; at += 1) this.#take(data[at] ?? 0);
  }

  /** The declared size, or else that of what was drawn. */
  get size(): PixelSize {
    this.#endNumbers();
    const drawn = { width: this.#width, height: this.#width === 0 ? 0 : (this.#bands + 1) * SIXEL };
    return this.#raster ?? drawn;
  }

  #take(code: number): void {
    if (code >= ZERO && code <= NINE) {
      const last = this.#numbers.length - 1;
      if (last >= 0) this.#numbers[last] = Math.min(MOST, (this.#numbers[last] ?? 0) * 10 + code - ZERO);
    } else if (code === SEMICOLON) {
      if (this.#numbers.length < 5) this.#numbers.push(0);
    } else if (code >= FIRST && code <= LAST) {
      const count = this.#reading === 'repeat' ? Math.max(1, this.#numbers[0] ?? 1) : 1;
      this.#endNumbers();
      this.#x = Math.min(MOST, this.#x + count);
      this.#width = Math.max(this.#width, this.#x);
    } else this.#control(code);
  }

  #control(code: number): void {
    this.#endNumbers();
    if (code === DOLLAR || code === MINUS) this.#x = 0;
    if (code === MINUS) this.#bands = Math.min(MOST, this.#bands + 1);
    const reading = code === QUOTE ? 'raster' : code === EXCLAMATION ? 'repeat' : 'color';
    if (code === QUOTE || code === EXCLAMATION || code === HASH) {
      this.#reading = reading;
      this.#numbers = [0];
    }
  }

  #endNumbers(): void {
    const [, , width = 0, height = 0] = this.#numbers;
    const isSize = Math.min(width, height) > 0 && Math.max(width, height) <= LARGEST;
    if (this.#reading === 'raster' && isSize) this.#raster = { width, height };
    this.#reading = undefined;
    this.#numbers = [];
  }
}

// Images by iTerm2's sequence (OSC 1337 ; File = …): the box they take.

/** Base64 takes four characters for three bytes. */
const QUANTUM = 4;

type Screen = { readonly cols: number; readonly rows: number };

/** Returns where the file begins in the payload of an `itermImage`. */
function itermFile(payload: string): number {
  return payload.indexOf(':') + 1;
}

/**
 * Returns the box of an image, whose payload may be incomplete; undefined for a file to save and for other requests of iTerm2.
 * Its cells may be fractions.
 */
function itermImage(payload: string, screen: Screen, cell: PixelSize): ImageBox | undefined {
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
  // Rows per column, by the shape of the image.
  const ratio = Math.max(1, height) / cell.height / (Math.max(1, width) / cell.width);
  const cols = across ?? (down === undefined ? width / cell.width : down / ratio);
  const rows = down ?? (across === undefined ? height / cell.height : across * ratio);
  return { name: name === '' ? 'image' : name, pixels, cols, rows };
}

/** Columns of an image whose size is unknown. */
const SQUARE = 20;

/** Parses `5`, `100px` and `50%`; undefined for `auto` and anything else. */
function cellsOf(text: string | undefined, all: number, pixels: number): number | undefined {
  const [, digits, unit] = /^(\d{1,5})(px|%)?$/.exec(text ?? '') ?? [];
  const number = Number(digits);
  if (digits === undefined || number === 0) return undefined;
  if (unit === 'px') return number / pixels;
  return unit === '%' ? (all * Math.min(100, number)) / 100 : number;
}

/** Limits in characters: a whole image, or its beginning, which has the size. */
const [WHOLE, BEGINNING] = [(IMAGE_LIMIT / 3) * 4 + 4096, 64 * 1024];
/** Limit in characters of an incomplete sequence that is passed on to another screen; of a longer one only the beginning is. */
const UNFINISHED = 1024 * 1024;
/** Limit in characters of a command of kitty graphics: all of an image may come in one. */
const COMMAND = WHOLE;

/** States of xterm's parser, and what it does between them, as `action << 4 | state`. */
const [ESCAPE, STRING, DCS_TEXT, APC] = [1, 7, 13, 14];
const [CLEAR, HOOK] = [11 << 4, 12 << 4];
const [UNDERSCORE, LETTER_G] = [0x5f, 0x47];

type Size = { readonly cols: number; readonly rows: number };
export class Images {
  readonly #core: Core;
  readonly #size: () => Size;
  readonly #kitty: KittyGraphics;
  #kept: TerminalImages | undefined;
  #cell: Cell = CELL;
  /** The sequence that is being received: its text before the data. */
  #coming: { readonly before: string; readonly payload: Payload } | undefined;

  constructor(core: Core, size: () => Size) {
    this.#core = core;
    this.#size = size;
    this.#kitty = new KittyGraphics(core, size, () => this.#cell, this.#keepOne);
    const parser = core._inputHandler._parser;
    parser.registerOscHandler(1337, this.#iterm());
    parser.registerDcsHandler({ intermediates: '', final: 'q' }, this.#sixel());
    readApc(parser._transitions.table);
    parser.registerDcsHandler({ intermediates: '', final: 'G' }, this.#graphics());
    parser.registerCsiHandler({ final: 't' }, ({ params, length }) => {
      this.#cell = cellOf(params, length) ?? this.#cell;
      return false;
    });
  }

  /** The size of a cell in pixels, as the host announces it to programs. */
  get cell(): Cell {
    return this.#cell;
  }

  /** Returns the reply to the last kitty graphics command, once; '' if there is none. */
  takeReply(): string {
    return this.#kitty.takeReply();
  }

  /** Keeps the images of this screen from now on: it is that of a host, which gives them to windows that come later. */
  keep(): void {
    this.#kept ??= new TerminalImages();
  }

  /** Whether this host's terminal has an image. */
  has(key: string): boolean {
    return this.#kept?.has(key) === true;
  }

  /** The images on the screen and in so many lines of scrollback; undefined if there are none. */
  onScreen(scrollback: number): ScreenImages | undefined {
    return screenImages(this.#core, scrollback, this.#kitty.sent);
  }

  /** Restores the images of another screen with the same text, as its host has sent them. */
  restore(said: unknown): void {
    const images = readScreenImages(said);
    if (images === undefined) return;
    restoreCells(this.#core, images);
    this.#kitty.restore(images);
  }

  /**
   * Returns everything that was received of an incomplete image sequence with this beginning; for another sequence only the
   * beginning.
   */
  allOf(beginning: string): string {
    if (this.#coming === undefined) return beginning;
    const { before, payload } = this.#coming;
    const { bytes } = payload;
    const data = beginning.indexOf(before) + 1;
    const isMore = data > 0 && data + bytes.length > beginning.length;
    return isMore && bytes.length <= UNFINISHED
      ? beginning.slice(0, data) + bytes.toString('latin1')
      : beginning;
  }

  close(): void {
    this.#kept?.close();
  }

  readonly #keepOne: typeof keepImage = (format, pixels, bytes) => {
    const key = keepImage(format, pixels, bytes);
    if (key !== undefined) this.#kept?.add(key, bytes);
    return key;
  };

  #iterm() {
    let payload = new Payload(0);
    return {
      start: () => {
        payload = new Payload(keepsImages() ? WHOLE : BEGINNING);
        this.#coming = { before: ';', payload };
      },
      put: (data: Uint32Array, start: number, end: number) => payload.put(data, start, end),
      end: (success: boolean): true => {
        this.#coming = undefined;
        if (success) this.#drawIterm(payload);
        payload = new Payload(0);
        return true;
      },
    };
  }

  #drawIterm(payload: Payload): void {
    const screen = this.#size();
    const text = payload.bytes.toString('latin1', 0, BEGINNING);
    const box = itermImage(text, screen, this.#cell);
    if (box === undefined) return;
    const left = Math.min(this.#core.buffers.active.x, screen.cols - 1);
    // An image that does not fit is scaled down and keeps its shape.
    const scale = Math.min(1, (screen.cols - left) / box.cols);
    const { name, pixels } = box;
    const bytes = payload.cut ? undefined : fromBase64(payload.bytes.subarray(itermFile(text)));
    const key = pixels && bytes && this.#keepOne(isPng(bytes) ? 'png' : 'file', pixels, bytes);
    const shown = pixels && { key, part: { x: 0, y: 0, ...pixels } };
    const places = { id: NOT_KITTY, placement: 0, scrolls: true };
    const size = { across: box.cols * scale, down: Math.min(box.rows * scale, screen.rows) };
    drawImage(this.#core, { name, pixels, ...size, shown, ...places }, screen);
  }

  #sixel() {
    let read = new SixelSize();
    let payload = new Payload(0);
    return {
      hook: () => {
        read = new SixelSize();
        payload = new Payload(keepsImages() ? IMAGE_LIMIT : 0);
        this.#coming = { before: 'q', payload };
      },
      put: (data: Uint32Array, start: number, end: number) => {
        read.put(data, start, end);
        payload.put(data, start, end);
      },
      unhook: (success: boolean): true => {
        this.#coming = undefined;
        const pixels = read.size;
        if (success && pixels.width > 0) this.#drawSixel(pixels, payload);
        payload = new Payload(0);
        return true;
      },
    };
  }

  #drawSixel(pixels: { readonly width: number; readonly height: number }, payload: Payload): void {
    const key = payload.cut ? undefined : this.#keepOne('sixel', pixels, payload.bytes);
    const shown = { key, part: { x: 0, y: 0, ...pixels } };
    const [across, down] = [pixels.width / this.#cell.width, pixels.height / this.#cell.height];
    const places = { id: NOT_KITTY, placement: 0, scrolls: true };
    const left = drawImage(
      this.#core,
      { name: 'sixel', pixels, across, down, shown, ...places },
      this.#size(),
    );
    // The text continues below the image.
    this.#core._inputHandler.lineFeed();
    this.#core.buffers.active.x = left;
  }

  #graphics() {
    let command = new Payload(0);
    return {
      hook: () => {
        command = new Payload(keepsImages() ? COMMAND : BEGINNING);
        this.#coming = { before: 'G', payload: command };
      },
      put: (data: Uint32Array, start: number, end: number) => command.put(data, start, end),
      unhook: (success: boolean): true => {
        this.#coming = undefined;
        if (success) this.#kitty.take(command.bytes);
        command = new Payload(0);
        return true;
      },
    };
  }
}

/**
 * Makes the parser read `ESC _ G`, which xterm would skip like every APC: in an unused state, after `ESC _`, the letter G begins
 * a string as after DCS. Every other APC is skipped as before.
 */
function readApc(table: Uint8Array): void {
  table.copyWithin(APC << 8, STRING << 8, (STRING << 8) + 0xa1);
  table[(APC << 8) | LETTER_G] = HOOK | DCS_TEXT;
  table[(ESCAPE << 8) | UNDERSCORE] = CLEAR | APC;
}
