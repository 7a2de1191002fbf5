/** Reads the lines of a file from its end to its beginning, in batches; holds at most one chunk and one line. */

import type { FileHandle } from 'node:fs/promises';
import { systemCode } from '../../protocol/common/system-error.ts';
import { openPlainFile } from './plain-file.ts';

const CHUNK = 256 * 1024;
/** Limit of a line in bytes. No row of ours is longer; a longer line is yielded empty, which reads as damaged. */
const MAX_LINE = 8 * 1024 * 1024;
/** Most bytes read of one file, from its end: that takes seconds, and our files are far smaller. Earlier bytes are not read. */
const MOST_READ = 2 * 1024 * 1024 * 1024;
const NEWLINE = 0x0a;

/**
 * Throws after the last batch if the file is larger than `mostBytes`. Yields nothing when the file does not exist. The last
 * line may lack its line break.
 */
export async function* linesBackward(
  path: string,
  chunkBytes = CHUNK,
  mostBytes = MOST_READ,
): AsyncGenerator<readonly string[]> {
  const handle = await openIfThere(path);
  if (handle === undefined) return;
  try {
    yield* readBackward(handle, chunkBytes, mostBytes);
  } finally {
    await handle.close();
  }
}

async function* readBackward(
  handle: FileHandle,
  chunkBytes: number,
  mostBytes: number,
): AsyncGenerator<readonly string[]> {
  const line = new PartialLine();
  let last = true;
  const { size } = await handle.stat();
  const from = Math.max(0, size - mostBytes);
  for (let end = size; end > from; ) {
    const start = Math.max(from, end - chunkBytes);
    const chunk = await readExactly(handle, start, end - start);
    let stop = chunk.length;
    // The line break at the end of the file ends the last line and does not begin another.
    if (last && chunk[stop - 1] === NEWLINE) stop -= 1;
    last = false;
    const lines: string[] = [];
    for (let at = lastBreak(chunk, stop); at >= 0; at = lastBreak(chunk, stop)) {
      lines.push(line.complete(chunk, at + 1, stop));
      stop = at;
    }
    line.extend(chunk.subarray(0, stop));
    end = start;
    if (end === 0) lines.push(line.complete(chunk, 0, 0));
    yield lines;
  }
  if (from > 0) throw new Error(`${size} bytes: only the last ${mostBytes} are read`);
}

/** A line whose end was read and whose beginning was not. */
class PartialLine {
  #pieces: Buffer[] = [];
  #length = 0;

  extend(piece: Buffer): void {
    this.#length += piece.length;
    if (this.#length > MAX_LINE) this.#pieces = [];
    else this.#pieces.unshift(piece);
  }

  /** Returns the whole line, which begins in this chunk. */
  complete(chunk: Buffer, start: number, end: number): string {
    if (this.#length === 0) return chunk.toString('utf8', start, end);
    this.extend(chunk.subarray(start, end));
    const text = Buffer.concat(this.#pieces).toString('utf8');
    this.#pieces = [];
    this.#length = 0;
    return text;
  }
}

function lastBreak(chunk: Buffer, before: number): number {
  return before === 0 ? -1 : chunk.lastIndexOf(NEWLINE, before - 1);
}

/** Reads `length` bytes, or fewer if the file was truncated meanwhile. */
async function readExactly(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const chunk = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(chunk, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return chunk.subarray(0, filled);
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await openPlainFile(path);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
