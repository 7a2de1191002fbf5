/** Reads pictures out of the output of programs: sixel, iTerm2's sequence and kitty graphics. */
import type { Core } from '../core/emulator-core.ts';
import { type Cell, cellOf } from './cell-size.ts';
import { drawPicture } from './draw-picture.ts';
import { CELL } from './image-box.ts';
import { isPng } from './image-size.ts';
import { itermFile, itermImage } from './iterm-image.ts';
import { KittyGraphics, NOT_KITTY } from './kitty-graphics.ts';
import { fromBase64, Payload } from './payload.ts';
import { keepPicture, keepsPictures, PICTURE_LIMIT } from './picture-table.ts';
import { readScreenPictures, restoreCells, type ScreenPictures, screenPictures } from './screen-pictures.ts';
import { SixelSize } from './sixel-size.ts';
import { TerminalPictures } from './terminal-pictures.ts';

/** Limits in characters: a whole picture, or its beginning, which has the size. */
const [WHOLE, BEGINNING] = [(PICTURE_LIMIT / 3) * 4 + 4096, 64 * 1024];
/** Limit in characters of what another screen is given of a sequence that has not ended; of a longer one only the beginning. */
const UNFINISHED = 1024 * 1024;
/** Limit in characters of a command of kitty graphics: all of a picture may come in one. */
const COMMAND = WHOLE;

/** States of xterm's parser, and what it does between them, as `action << 4 | state`. */
const [ESCAPE, STRING, DCS_TEXT, APC] = [1, 7, 13, 14];
const [CLEAR, HOOK] = [11 << 4, 12 << 4];
const [UNDERSCORE, LETTER_G] = [0x5f, 0x47];

type Size = { readonly cols: number; readonly rows: number };
export class Pictures {
  readonly #core: Core;
  readonly #size: () => Size;
  readonly #kitty: KittyGraphics;
  #kept: TerminalPictures | undefined;
  #cell: Cell = CELL;
  /** The sequence that is being received: what has come of it behind its last character before the data. */
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

  /** Pixels of a cell: those that the host has said, as it tells them to programs. */
  get cell(): Cell {
    return this.#cell;
  }

  /** Returns the reply to the last command of kitty graphics, once; '' when there is none. */
  takeReply(): string {
    return this.#kitty.takeReply();
  }

  /** Keeps the pictures of this screen from now on: it is that of a host, which gives them to windows that come later. */
  keep(): void {
    this.#kept ??= new TerminalPictures();
  }

  /** Whether this host's terminal has a picture. */
  has(key: string): boolean {
    return this.#kept?.has(key) === true;
  }

  /** The pictures on the screen, and on so many lines above it; undefined when there are none. */
  onScreen(scrollback: number): ScreenPictures | undefined {
    return screenPictures(this.#core, scrollback, this.#kitty.sent);
  }

  /** Takes the pictures of another screen with the same text over, as they came from its host. */
  restore(said: unknown): void {
    const pictures = readScreenPictures(said);
    if (pictures === undefined) return;
    restoreCells(this.#core, pictures);
    this.#kitty.restore(pictures);
  }

  /** Returns all that has come of an unfinished sequence which begins so, where it is a picture; else its beginning. */
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

  readonly #keepOne: typeof keepPicture = (format, pixels, bytes) => {
    const key = keepPicture(format, pixels, bytes);
    if (key !== undefined) this.#kept?.add(key, bytes);
    return key;
  };

  #iterm() {
    let payload = new Payload(0);
    return {
      start: () => {
        payload = new Payload(keepsPictures() ? WHOLE : BEGINNING);
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
    // A picture that does not fit is made smaller, and keeps its shape.
    const scale = Math.min(1, (screen.cols - left) / box.cols);
    const { name, pixels } = box;
    const bytes = payload.cut ? undefined : fromBase64(payload.bytes.subarray(itermFile(text)));
    const key = pixels && bytes && this.#keepOne(isPng(bytes) ? 'png' : 'file', pixels, bytes);
    const shown = pixels && { key, part: { x: 0, y: 0, ...pixels } };
    const places = { id: NOT_KITTY, placement: 0, scrolls: true };
    const size = { across: box.cols * scale, down: Math.min(box.rows * scale, screen.rows) };
    drawPicture(this.#core, { name, pixels, ...size, shown, ...places }, screen);
  }

  #sixel() {
    let read = new SixelSize();
    let payload = new Payload(0);
    return {
      hook: () => {
        read = new SixelSize();
        payload = new Payload(keepsPictures() ? PICTURE_LIMIT : 0);
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
    const left = drawPicture(
      this.#core,
      { name: 'sixel', pixels, across, down, shown, ...places },
      this.#size(),
    );
    // The text goes on below.
    this.#core._inputHandler.lineFeed();
    this.#core.buffers.active.x = left;
  }

  #graphics() {
    let command = new Payload(0);
    return {
      hook: () => {
        command = new Payload(keepsPictures() ? COMMAND : BEGINNING);
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
 * Lets the parser read `ESC _ G`, which xterm would skip as it skips every APC: in a state that it does not use, after
 * `ESC _`, the letter G begins a text as it does after DCS. Every other APC is skipped as before.
 */
function readApc(table: Uint8Array): void {
  table.copyWithin(APC << 8, STRING << 8, (STRING << 8) + 0xa1);
  table[(APC << 8) | LETTER_G] = HOOK | DCS_TEXT;
  table[(ESCAPE << 8) | UNDERSCORE] = CLEAR | APC;
}
