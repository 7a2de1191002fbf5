/** The size of a PNG, GIF or JPEG image in pixels, from the first bytes of its file. */

export type PixelSize = { readonly width: number; readonly height: number };

/** Red, green, blue and opacity of each pixel, row by row. */
export type Pixels = PixelSize & { readonly rgba: Uint8Array };

export function isPng(bytes: Buffer): boolean {
  return bytes.length >= 4 && bytes.readUInt32BE(0) === 0x89504e47;
}

/** Returns undefined for other kinds, and when the size is not among the bytes. */
export function imageSize(bytes: Buffer): PixelSize | undefined {
  if (bytes.length >= 24 && isPng(bytes))
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (bytes.length >= 10 && bytes.toString('latin1', 0, 3) === 'GIF')
    return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  return bytes.length >= 4 && bytes.readUInt16BE(0) === 0xffd8 ? jpegSize(bytes) : undefined;
}

/** Markers of a JPEG that carry its size: all "start of frame" but those that define tables. */
const FRAMES: ReadonlySet<number> = new Set([
  0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf,
]);

function jpegSize(bytes: Buffer): PixelSize | undefined {
  for (let at = 2; at + 9 <= bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    if (bytes[at] !== 0xff) return undefined;
    if (FRAMES.has(bytes[at + 1] ?? 0))
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
  }
  return undefined;
}
