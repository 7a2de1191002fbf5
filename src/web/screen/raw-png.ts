/** A PNG file of pixels, without compression: browsers decode files, and not pixels that come as text. */

export type RawPixels = {
  readonly width: number;
  readonly height: number;
  /** Bytes of a pixel: red, green, blue, and opacity if there are four. */
  readonly channels: 3 | 4;
  readonly bytes: Uint8Array;
};

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const [TRUE_COLOR, WITH_OPACITY] = [2, 6];
/** Most bytes of a block that is stored as it is (RFC 1951), and the head of the zlib stream around all of them. */
const BLOCK = 0xffff;
const ZLIB = [0x78, 0x01];

export function rawPng({ width, height, channels, bytes }: RawPixels): Uint8Array {
  const head = new Uint8Array(13);
  const view = new DataView(head.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  head.set([8, channels === 4 ? WITH_OPACITY : TRUE_COLOR], 8);
  const row = width * channels;
  // Each row has a byte before it that says how it is filtered: not at all.
  const rows = new Uint8Array((row + 1) * height);
  for (let y = 0; y < height; y += 1) rows.set(bytes.subarray(y * row, (y + 1) * row), y * (row + 1) + 1);
  return concatenated([
    Uint8Array.from(SIGNATURE),
    chunk('IHDR', head),
    chunk('IDAT', stored(rows)),
    chunk('IEND', new Uint8Array()),
  ]);
}

export function concatenated(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const made = new Uint8Array(data.length + 12);
  const view = new DataView(made.buffer);
  view.setUint32(0, data.length);
  for (let at = 0; at < name.length; at += 1) made[4 + at] = name.charCodeAt(at);
  made.set(data, 8);
  view.setUint32(data.length + 8, crc32(made.subarray(4, data.length + 8)));
  return made;
}

/** A zlib stream of blocks that are stored as they are. */
function stored(bytes: Uint8Array): Uint8Array {
  const blocks = Math.max(1, Math.ceil(bytes.length / BLOCK));
  const made = new Uint8Array(bytes.length + blocks * 5 + 6);
  const view = new DataView(made.buffer);
  made.set(ZLIB);
  let at = 2;
  for (let from = 0; at === 2 || from < bytes.length; from += BLOCK) {
    const block = bytes.subarray(from, from + BLOCK);
    made[at] = from + BLOCK >= bytes.length ? 1 : 0;
    view.setUint16(at + 1, block.length, true);
    view.setUint16(at + 3, ~block.length & 0xffff, true);
    made.set(block, at + 5);
    at += block.length + 5;
  }
  view.setUint32(at, adler32(bytes));
  return made;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

const ADLER = 65_521;

function adler32(bytes: Uint8Array): number {
  let [a, b] = [1, 0];
  for (const byte of bytes) {
    a = (a + byte) % ADLER;
    b = (b + a) % ADLER;
  }
  return ((b << 16) | a) >>> 0;
}
