/**
 * Kitty graphics for the emulator of the page, whose addon for images reads sixel and iTerm2's sequence only: an image that is
 * shown is written as iTerm2's sequence, with the cursor where kitty leaves it. The rest of the text stays as it is.
 */

import { type KittyControl, kittyControl } from '../../screen/image/kitty-keys.ts';
import { concatenated, type RawPixels, rawPng } from './raw-png.ts';

/** A cell of the screen in pixels. */
export type CellPixels = { readonly width: number; readonly height: number };

const BEGIN = '\x1b_G';
const END = '\x1b\\';
/** Limit: UTF-16 units of a command, and of all data of an image; what is larger is left out. */
const MOST_COMMAND = 16 * 1024;
const MOST_DATA = 16 * 1024 * 1024;
/** Limit: images that are kept to be shown again, and bytes of all of them; the oldest goes. */
const MOST_KEPT = 32;
const MOST_KEPT_BYTES = 32 * 1024 * 1024;

type Image = { readonly bytes: Uint8Array; readonly width: number; readonly height: number };

export class KittyImages {
  readonly #cell: () => CellPixels;
  /** The beginning of a command that is not complete. */
  #held = '';
  /** The first command of an image that comes in pieces, and its data so far; without data it is too large. */
  #pending: { readonly keys: KittyControl; readonly data: Uint8Array[]; length: number } | undefined;
  readonly #kept = new Map<string, Image>();

  /** `cell` returns the size of a cell; images without a size in cells are measured by it. */
  constructor(cell: () => CellPixels) {
    this.#cell = cell;
  }

  /** Returns a piece of output as the emulator is to read it. */
  read(output: string): string {
    if (this.#held === '' && !output.includes('\x1b')) return output;
    const text = this.#held + output;
    this.#held = '';
    let read = '';
    let from = 0;
    for (let at = text.indexOf(BEGIN); at >= 0; at = text.indexOf(BEGIN, from)) {
      const end = text.indexOf(END, at + BEGIN.length);
      read += text.slice(from, at);
      if (end === -1) return read + this.#hold(text.slice(at));
      read += end - at > MOST_COMMAND ? '' : this.#command(text.slice(at + BEGIN.length, end));
      from = end + END.length;
    }
    const rest = text.slice(from);
    const begun = [BEGIN.slice(0, 2), BEGIN.slice(0, 1)].find((start) => rest.endsWith(start)) ?? '';
    this.#held = begun;
    return read + rest.slice(0, rest.length - begun.length);
  }

  /** Keeps the beginning of a command; returns the text of one that is too long to be one. */
  #hold(text: string): string {
    if (text.length > MOST_COMMAND) return text;
    this.#held = text;
    return '';
  }

  #command(command: string): string {
    const semicolon = command.indexOf(';');
    const keys = kittyControl(semicolon === -1 ? command : command.slice(0, semicolon));
    const data = semicolon === -1 ? new Uint8Array() : bytesOf(command.slice(semicolon + 1));
    if (this.#pending !== undefined) return this.#more(keys, data);
    const action = keys.letter('a') || 't';
    if (action === 'p') return this.#put(keys);
    // Images in files and shared memory are on another machine.
    if ((action !== 't' && action !== 'T') || (keys.letter('t') || 'd') !== 'd') return '';
    this.#pending = { keys, data: [], length: 0 };
    return this.#more(keys, data);
  }

  #more(keys: KittyControl, data: Uint8Array): string {
    const pending = this.#pending;
    if (pending === undefined) return '';
    pending.length += data.length;
    if (pending.length <= MOST_DATA) pending.data.push(data);
    if (keys.number('m') === 1) return '';
    this.#pending = undefined;
    const image = pending.length > MOST_DATA ? undefined : imageOf(pending.keys, concatenated(pending.data));
    if (image === undefined) return '';
    this.#keep(pending.keys, image);
    return pending.keys.letter('a') === 'T' ? this.#shown(pending.keys, image) : '';
  }

  #put(keys: KittyControl): string {
    const image = this.#kept.get(nameOf(keys) ?? '');
    return image === undefined ? '' : this.#shown(keys, image);
  }

  #keep(keys: KittyControl, image: Image): void {
    const name = nameOf(keys);
    if (name === undefined) return;
    this.#kept.delete(name);
    this.#kept.set(name, image);
    let bytes = [...this.#kept.values()].reduce((sum, each) => sum + each.bytes.length, 0);
    for (const [oldest, each] of this.#kept) {
      if (this.#kept.size <= MOST_KEPT && bytes <= MOST_KEPT_BYTES) break;
      this.#kept.delete(oldest);
      bytes -= each.bytes.length;
    }
  }

  /** iTerm2's sequence leaves the cursor in the last row of the image, in its first column. */
  #shown(keys: KittyControl, { bytes, width, height }: Image): string {
    // Unicode placeholders are characters of the text, which give the place of the image.
    if (keys.number('U') === 1) return '';
    const cell = this.#cell();
    const cols = cellsIn(keys, 'c') ?? Math.max(1, Math.ceil(width / cell.width));
    const rows = cellsIn(keys, 'r') ?? Math.max(1, Math.ceil(height / cell.height));
    const size = `width=${cols};height=${rows};preserveAspectRatio=0`;
    const image = `\x1b]1337;File=inline=1;size=${bytes.length};${size}:${base64Of(bytes)}\x07`;
    if (keys.number('C') !== 1) return `${image}\x1b[${cols}C`;
    return rows > 1 ? `${image}\x1b[${rows - 1}A` : image;
  }
}

/** The id of an image, or its number, by which it is shown again. */
function nameOf(keys: KittyControl): string | undefined {
  const [id, number] = [keys.number('i'), keys.number('I')];
  return id !== 0 ? `i${id}` : number === 0 ? undefined : `I${number}`;
}

/** Limit of columns and rows. */
const MOST_CELLS = 1000;

function cellsIn(keys: KittyControl, key: 'c' | 'r'): number | undefined {
  const value = keys.number(key);
  return value > 0 && value <= MOST_CELLS ? value : undefined;
}

const [PNG, RGB, RGBA] = [100, 24, 32];
/** Limit of a side in pixels. */
const MOST_SIDE = 8192;

/** Returns the image as a PNG file; undefined for one that is broken, or compressed in a way that the page cannot read. */
function imageOf(keys: KittyControl, bytes: Uint8Array): Image | undefined {
  const format = keys.number('f') || RGBA;
  if (keys.has('o')) return undefined;
  if (format === PNG) return pngOf(bytes);
  const [width = 0, height = 0] = ['s', 'v'].map((key) => keys.number(key));
  const channels = format === RGB ? 3 : format === RGBA ? 4 : 0;
  const isWhole = [width, height].every((side) => side > 0 && side <= MOST_SIDE);
  if (channels === 0 || !isWhole || bytes.length < width * height * channels) return undefined;
  const pixels: RawPixels = { width, height, channels, bytes };
  return { bytes: rawPng(pixels), width, height };
}

/** Offsets of width and height in the head of a PNG file, and how long it is at least. */
const [WIDTH_AT, HEIGHT_AT, HEAD] = [16, 20, 24];

function pngOf(bytes: Uint8Array): Image | undefined {
  if (bytes.length < HEAD || bytes[1] !== 0x50) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return { bytes, width: view.getUint32(WIDTH_AT), height: view.getUint32(HEIGHT_AT) };
}

/** Text that is no base64 is nothing. */
function bytesOf(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

/** Bytes that are turned into text at once: more arguments than this are too many for a call. */
const AT_ONCE = 8192;

function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += AT_ONCE)
    text += String.fromCharCode(...bytes.subarray(at, at + AT_ONCE));
  return btoa(text);
}
