/**
 * Decodes a sixel image: the text between `DCS q` and its end. What lies beyond width and height takes no time; the decoder of the
 * package `sixel` draws it all: 2 MB of line ends take it seconds.
 */
import type { Pixels } from '../image-size.ts';

const [EXCLAMATION, QUOTE, SEMICOLON, HASH, DOLLAR, MINUS] = [0x21, 0x22, 0x3b, 0x23, 0x24, 0x2d];
const [ZERO, NINE, FIRST, LAST] = [0x30, 0x39, 0x3f, 0x7e];
const SIXEL = 6;
/** Limits: registers of colours, and a count of pixels. */
const REGISTERS = 1024;
const MOST = 100_000;
const OPAQUE = 0xff000000;

/** The colours of a VT340 in percent: red, green, blue. */
const USUAL: readonly (readonly [number, number, number])[] = [
  [0, 0, 0],
  [20, 20, 80],
  [80, 13, 13],
  [20, 80, 20],
  [80, 20, 80],
  [20, 80, 80],
  [80, 80, 20],
  [53, 53, 53],
  [26, 26, 26],
  [33, 33, 60],
  [60, 26, 26],
  [33, 60, 33],
  [60, 33, 60],
  [33, 60, 60],
  [60, 60, 33],
  [80, 80, 80],
];

/** Pixels that nothing is drawn on stay transparent. */
export function sixelPixels(text: Buffer, width: number, height: number): Pixels {
  const pixels = new Uint32Array(width * height);
  const palette = Uint32Array.from({ length: REGISTERS }, (_, at) =>
    rgb(USUAL[at % USUAL.length] ?? [0, 0, 0]),
  );
  let [x, y, color, repeat] = [0, 0, palette[0] ?? OPAQUE, 1];
  const told = (what: number, numbers: readonly number[]) => {
    if (what === EXCLAMATION) repeat = Math.max(1, numbers[0] ?? 1);
    else if (what === HASH) color = pickColor(palette, numbers);
  };
  for (let at = 0; at < text.length; ) {
    const code = text[at] ?? 0;
    at += 1;
    if (code >= FIRST && code <= LAST) {
      drawSixel(pixels, { width, height, x, y, bits: code - FIRST, repeat, color });
      x = Math.min(MOST, x + repeat);
      repeat = 1;
    } else if (code === DOLLAR || code === MINUS) {
      x = 0;
      y = Math.min(MOST, code === MINUS ? y + SIXEL : y);
    } else if (code === EXCLAMATION || code === HASH || code === QUOTE) {
      const { numbers, end } = readNumbers(text, at);
      at = end;
      told(code, numbers);
    }
  }
  return { width, height, rgba: new Uint8Array(pixels.buffer) };
}

type Drawn = {
  readonly width: number;
  readonly height: number;
  readonly x: number;
  readonly y: number;
  readonly bits: number;
  readonly repeat: number;
  readonly color: number;
};

function drawSixel(pixels: Uint32Array, { width, height, x, y, bits, repeat, color }: Drawn): void {
  const to = Math.min(width, x + repeat);
  for (let bit = 0; bit < SIXEL && y + bit < height; bit += 1) {
    if (bits & (1 << bit) && x < to) pixels.fill(color, (y + bit) * width + x, (y + bit) * width + to);
  }
}

function readNumbers(
  text: Buffer,
  from: number,
): { readonly numbers: readonly number[]; readonly end: number } {
  const numbers = [0];
  let at = from;
  for (; at < text.length; at += 1) {
    const code = text[at] ?? 0;
    if (code === SEMICOLON) numbers.push(0);
    else if (code < ZERO || code > NINE) break;
    else numbers[numbers.length - 1] = Math.min(MOST, (numbers.at(-1) ?? 0) * 10 + code - ZERO);
    if (numbers.length > SIXEL) break;
  }
  return { numbers, end: at };
}

/** Defines a colour if more than its register is given; returns the colour of the register. */
function pickColor(
  palette: Uint32Array,
  [register = 0, system, a = 0, b = 0, c = 0]: readonly number[],
): number {
  const at = register % REGISTERS;
  if (system === 2) palette[at] = rgb([a, b, c]);
  else if (system === 1) palette[at] = hls(a, b, c);
  return palette[at] ?? OPAQUE;
}

/** A colour in percent, as a word of four bytes: red is the lowest. */
function rgb([red, green, blue]: readonly [number, number, number]): number {
  const byte = (percent: number) => Math.round((Math.min(100, Math.max(0, percent)) * 255) / 100);
  return (OPAQUE | (byte(blue) << 16) | (byte(green) << 8) | byte(red)) >>> 0;
}

/** Hue in degrees, where 0 is blue; lightness and saturation in percent. */
function hls(hue: number, lightness: number, saturation: number): number {
  const light = Math.min(100, lightness) / 100;
  const spread = Math.min(light, 1 - light) * (Math.min(100, saturation) / 100);
  const channel = (offset: number): number => {
    const turn = (offset + (hue + 240) / 30) % 12;
    return 100 * (light - spread * Math.max(-1, Math.min(turn - 3, 9 - turn, 1)));
  };
  return rgb([channel(0), channel(8), channel(4)]);
}
