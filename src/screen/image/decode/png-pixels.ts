/**
 * Decodes and encodes PNG: all kinds of colour and depth but interlaced images, which are not decoded. It inflates no more than
 * width and height need; fast-png has no such limit: an image of one pixel in 1 MiB takes it 3 GiB.
 */
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import type { Pixels } from '../image-size.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Samples of a pixel, by the kind of colour: grey, true colour, palette, grey with opacity, true colour with opacity. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const [GREY, TRUE_COLOR, PALETTE, GREY_OPACITY, TRUE_COLOR_OPACITY] = [0, 2, 3, 4, 6];

type Head = {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly color: number;
  /** Bits of a pixel. */
  readonly bits: number;
};

type Chunks = {
  readonly head: Head;
  readonly data: Buffer;
  readonly palette: Buffer;
  readonly opacity: Buffer;
};

/** `most` is the limit of pixels. Throws on broken data; returns undefined for kinds that are not decoded. */
export function pngPixels(bytes: Buffer, most: number): Pixels | undefined {
  const chunks = readChunks(bytes);
  if (chunks === undefined) return undefined;
  const { width, height, bits } = chunks.head;
  if (width === 0 || height === 0 || width * height > most) return undefined;
  const stride = Math.ceil((width * bits) / 8);
  const raw = inflateSync(chunks.data, { maxOutputLength: (stride + 1) * height });
  if (raw.length < (stride + 1) * height) return undefined;
  const lines = unfiltered(raw, stride, height, Math.max(1, bits >> 3));
  return { width, height, rgba: colored(lines, stride, chunks) };
}

/** Returns a PNG file of true colour with opacity. */
export function pngFile({ width, height, rgba }: Pixels): Buffer {
  const stride = width * 4;
  const raw = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; y += 1)
    raw.set(rgba.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  head[9] = TRUE_COLOR_OPACITY;
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(raw)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

function readChunks(bytes: Buffer): Chunks | undefined {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return undefined;
  let head: Head | undefined;
  const data: Buffer[] = [];
  let [palette, opacity] = [Buffer.alloc(0), Buffer.alloc(0)];
  for (let at = SIGNATURE.length; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const body = bytes.subarray(at + 8, at + 8 + length);
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (name === 'IHDR') head = readHead(body);
    else if (name === 'PLTE') palette = Buffer.from(body);
    else if (name === 'tRNS') opacity = Buffer.from(body);
    else if (name === 'IDAT') data.push(body);
    else if (name === 'IEND') break;
    at += 12 + length;
  }
  return head && { head, data: Buffer.concat(data), palette, opacity };
}

function readHead(body: Buffer): Head | undefined {
  const [width, height] = [body.readUInt32BE(0), body.readUInt32BE(4)];
  const [depth = 0, color = 0, , , interlaced] = body.subarray(8);
  const samples = SAMPLES[color];
  if (samples === undefined || ![1, 2, 4, 8, 16].includes(depth) || interlaced !== 0) return undefined;
  return { width, height, depth, color, bits: samples * depth };
}

/** Undoes the filters of the lines; `step` is the number of bytes of a pixel, at least 1. */
function unfiltered(raw: Buffer, stride: number, height: number, step: number): Uint8Array {
  const lines = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (stride + 1)] ?? 0;
    const from = y * (stride + 1) + 1;
    const to = y * stride;
    for (let x = 0; x < stride; x += 1) {
      // Above the first line there is none, and an array has nothing before its beginning.
      const up = lines[to + x - stride] ?? 0;
      const left = x < step ? 0 : (lines[to + x - step] ?? 0);
      const corner = x < step ? 0 : (lines[to + x - stride - step] ?? 0);
      lines[to + x] = (raw[from + x] ?? 0) + guess(filter, left, up, corner);
    }
  }
  return lines;
}

function guess(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4: {
      const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
      if (a <= b && a <= c) return left;
      return b <= c ? up : corner;
    }
    default:
      return 0;
  }
}

type Sample = (x: number, index: number) => number;

function colored(lines: Uint8Array, stride: number, { head, palette, opacity }: Chunks): Uint8Array {
  const { width, height, depth, color } = head;
  if (color === TRUE_COLOR_OPACITY && depth === 8) return lines;
  const rgba = new Uint8Array(width * height * 4);
  const samples = SAMPLES[color] ?? 1;
  for (let y = 0; y < height; y += 1) {
    const sample: Sample = (x, index) => sampleAt(lines, y * stride, (x * samples + index) * depth, depth);
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      const [red, green, blue, alpha] = pixelOf(x, sample, { color, depth, palette, opacity });
      rgba[at] = red;
      rgba[at + 1] = green;
      rgba[at + 2] = blue;
      rgba[at + 3] = alpha;
    }
  }
  return rgba;
}

/** Reads a sample at a bit of a line; of 16 bits the high eight. */
function sampleAt(lines: Uint8Array, from: number, bit: number, depth: number): number {
  const byte = lines[from + (bit >> 3)] ?? 0;
  return depth >= 8 ? byte : (byte >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
}

type Colors = {
  readonly color: number;
  readonly depth: number;
  readonly palette: Buffer;
  readonly opacity: Buffer;
};

function pixelOf(
  x: number,
  sample: Sample,
  { color, depth, palette, opacity }: Colors,
): readonly [number, number, number, number] {
  const first = sample(x, 0);
  if (color === PALETTE) {
    const [red = 0, green = 0, blue = 0] = palette.subarray(3 * first, 3 * first + 3);
    return [red, green, blue, opacity[first] ?? 255];
  }
  if (color === GREY || color === GREY_OPACITY) {
    const grey = depth < 8 ? Math.round((first * 255) / ((1 << depth) - 1)) : first;
    return [grey, grey, grey, color === GREY ? 255 : sample(x, 1)];
  }
  return [first, sample(x, 1), sample(x, 2), color === TRUE_COLOR ? 255 : sample(x, 3)];
}
