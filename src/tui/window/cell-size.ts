/**
 * The pixels of a cell as the kernel knows them: a terminal may tell it the size of its window in pixels and yet answer no
 * question about it, as xterm does where window operations are not allowed. ssh passes them on.
 */

import type { OuterCell } from '../paint/pictures/visible-pictures.ts';

/** The request for the size of a terminal (TIOCGWINSZ). */
const REQUESTS: Readonly<Record<string, number>> = { linux: 0x5413, darwin: 0x40087468 };
/** Four numbers of 16 bits: rows, columns, and the pixels of all columns and rows. */
const STRUCT_BYTES = 8;

/** Returns undefined where the terminal does not tell, or where the system cannot be asked. */
export async function readCellSize(fd: number, platform: string): Promise<OuterCell | undefined> {
  const request = REQUESTS[platform];
  if (request === undefined) return undefined;
  try {
    const { default: koffi } = await import('koffi');
    const ioctl = koffi.load(null).func('int ioctl(int, unsigned long, ...)') as (
      ...args: readonly unknown[]
    ) => number;
    const struct = Buffer.alloc(STRUCT_BYTES);
    return ioctl(fd, request, 'void *', struct) === 0 ? cellOfWindow(struct) : undefined;
  } catch {
    // koffi has no build of itself for this system, or its C library is another one.
    return undefined;
  }
}

/** Reads `struct winsize`. Pixels beyond whole cells are borders, which some terminals count. */
export function cellOfWindow(struct: Buffer): OuterCell | undefined {
  const [rows = 0, cols = 0, across = 0, down = 0] = [0, 2, 4, 6].map((at) => struct.readUInt16LE(at));
  const cell = { width: Math.floor(across / cols), height: Math.floor(down / rows) };
  return cell.width >= 1 && cell.height >= 1 && rows > 0 && cols > 0 ? cell : undefined;
}
