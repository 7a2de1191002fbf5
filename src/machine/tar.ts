/** Writes a tar archive (ustar): the same bytes on every system, and nothing of the owner and of extended attributes. */

import { createReadStream, statSync } from 'node:fs';

export type TarFile = {
  /** Path in the archive, with slashes. */
  readonly name: string;
  /** Path on this machine. */
  readonly from: string;
};

const BLOCK = 512;
/** Limits of the format, in bytes: of a name, and of the folders that may be put before it. */
const MAX_NAME = 100;
const MAX_PREFIX = 155;

export async function* tar(files: Iterable<TarFile>): AsyncGenerator<Buffer> {
  for (const { name, from } of files) {
    const { size, mode } = statSync(from);
    yield tarHeader(name, size, (mode & 0o111) === 0 ? 0o644 : 0o755);
    let read = 0;
    for await (const chunk of createReadStream(from)) {
      read += chunk.length;
      yield chunk;
    }
    if (read !== size) throw new Error(`${from} has changed while it was read`);
    yield Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
  }
  yield Buffer.alloc(2 * BLOCK);
}

/** Returns the block before the contents of a file. Throws an error for a name that the format cannot hold. */
export function tarHeader(path: string, size: number, mode: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  const [prefix, name] = splitName(path);
  const number = (value: number, at: number, width: number): void => {
    header.write(`${value.toString(8).padStart(width - 1, '0')}\0`, at, 'latin1');
  };
  header.write(name, 0);
  number(mode, 100, 8);
  number(0, 108, 8);
  number(0, 116, 8);
  number(size, 124, 12);
  number(0, 136, 12);
  // The sum of the bytes counts its own field as blanks.
  header.write(' '.repeat(8), 148);
  header.write('0', 156);
  header.write('ustar\x0000', 257, 'latin1');
  header.write(prefix, 345);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}

/** The longest name with the shortest prefix, as both fit. */
function splitName(path: string): readonly [prefix: string, name: string] {
  if (Buffer.byteLength(path) <= MAX_NAME) return ['', path];
  for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
    const fits =
      name !== '' && Buffer.byteLength(name) <= MAX_NAME && Buffer.byteLength(prefix) <= MAX_PREFIX;
    if (fits) return [prefix, name];
  }
  throw new Error(`the path is too long for a tar archive: ${path}`);
}
