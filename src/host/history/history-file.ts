/** Reads a shell's history file from its end; later, only what was appended. */

import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { FileStamp, HistoryFiles, HistoryPlace } from '../../ledger/index/past-lines.ts';
import type { PastLine } from '../../protocol/cotty/past-line.ts';
import { historyLines } from '../../shell/history/history-text.ts';
import type { Pause } from './slices.ts';

/** Limits of a history file: bytes from its end, lines, and UTF-16 units of a line. The rest is ignored. */
const MOST_BYTES = 32 * 1024 * 1024;
const MOST_LINES = 250_000;
const LONGEST_LINE = 16 * 1024;
/** Lines that are read before the event loop gets a turn. */
const SLICE = 4096;

type FileLines = { readonly stamp: FileStamp; readonly lines: PastLine[] };

export const historyFiles: HistoryFiles = { stamp: historyStamp, read: readHistory };

/** Returns the lines, newest first; undefined if there is no such file. `after`: the state of the last reading. */
async function readHistory(
  { shell, path }: HistoryPlace,
  pause: Pause,
  after = 0,
): Promise<FileLines | undefined> {
  const file = await opened(path);
  if (file === undefined) return undefined;
  try {
    const stamp = await stampOf(file);
    const from = Math.max(after, stamp.size - MOST_BYTES);
    const bytes = await readFrom(file, from, stamp.size);
    const cut = from > after ? bytes.subarray(bytes.indexOf(0x0a) + 1) : bytes;
    const lines: PastLine[] = [];
    for (const { line, at } of historyLines(shell, cut)) {
      const text = line.trimEnd();
      // Lines without a time count as older than the file.
      if (text !== '' && text.length <= LONGEST_LINE) lines.push({ line: text, at: at ?? stamp.mtimeMs });
      if (lines.length % SLICE === 0) await pause();
    }
    return { stamp, lines: lines.slice(-MOST_LINES).reverse() };
  } finally {
    await file.close();
  }
}

/** Returns undefined when there is no such file. */
async function historyStamp(path: string): Promise<FileStamp | undefined> {
  const file = await opened(path);
  try {
    return file && (await stampOf(file));
  } finally {
    await file?.close();
  }
}

/** Opens regular files only: a FIFO or a device at this path must not block the host. */
async function opened(path: string): Promise<FileHandle | undefined> {
  const { O_RDONLY, O_NONBLOCK } = constants;
  try {
    const file = await open(path, O_RDONLY | O_NONBLOCK);
    if ((await file.stat()).isFile()) return file;
    await file.close();
  } catch {
    // There is no history yet, or it cannot be read.
  }
  return undefined;
}

async function stampOf(file: FileHandle): Promise<FileStamp> {
  const { ino, size, mtimeMs } = await file.stat();
  return { ino, size, mtimeMs };
}

async function readFrom(file: FileHandle, from: number, to: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(Math.max(0, to - from));
  const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
  return bytes.subarray(0, bytesRead);
}
