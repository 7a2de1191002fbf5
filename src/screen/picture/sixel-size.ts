/** Reads how large a sixel picture is, piece by piece; nothing of the picture is kept. */
import type { PixelSize } from './image-size.ts';

const [EXCLAMATION, QUOTE, SEMICOLON, HASH, DOLLAR, MINUS] = [0x21, 0x22, 0x3b, 0x23, 0x24, 0x2d];
const [ZERO, NINE, FIRST, LAST] = [0x30, 0x39, 0x3f, 0x7e];
/** Pixels that one sixel stands for, below each other. */
const SIXEL = 6;
/** Limit of a number: larger ones are no counts of pixels. */
const MOST = 100_000;
/** Limit: pixels of a side that a picture says itself; one that says more is as large as what is drawn. */
const LARGEST = 4096;

export class SixelSize {
  /** What the numbers that are being read belong to. */
  #reading: 'raster' | 'repeat' | 'color' | undefined;
  #numbers: number[] = [];
  #x = 0;
  #width = 0;
  #bands = 0;
  #raster: PixelSize | undefined;

  put(data: Uint32Array, start: number, end: number): void {
    for (let at = start; at < end; at += 1) this.#take(data[at] ?? 0);
  }

  /** The size that the picture says itself, else that of what is drawn. */
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
