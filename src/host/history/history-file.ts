/** A shell's history file, read from its end; what is appended later is read by itself. */

import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { PastLine } from '../../protocol/cotty/past-line.ts';
import { type HistoryShell, historyLines } from '../../shell/history/history-text.ts';
import type { Pause } from './slices.ts';

/** Limits of one history file: bytes from its end, lines, and UTF-16 units of a line. What is beyond is left out. */
const MOST_BYTES = 32 * 1024 * 1024;
const MOST_LINES = 250_000;
const LONGEST_LINE = 16 * 1024;
/** Lines read between two pauses. */
const SLICE = 4096;

/** Compared to find out whether the file has changed. */
export type FileStamp = { readonly ino: number; readonly size: number; readonly mtimeMs: number };

export type FileLines = { readonly stamp: FileStamp; readonly lines: PastLine[] };

export type HistoryPlace = { readonly shell: HistoryShell; readonly path: string };

/** Returns the lines, newest first; undefined when there is no such file. `after` has what is known of it. */
export async function readHistory(
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
      // Lines without a time ran before the file was written.
      if (text !== '' && text.length <= LONGEST_LINE) lines.push({ line: text, at: at ?? stamp.mtimeMs });
      if (lines.length % SLICE === 0) await pause();
    }
    return { stamp, lines: lines.slice(-MOST_LINES).reverse() };
  } finally {
    await file.close();
  }
}

/** Returns undefined when there is no such file. */
export async function historyStamp(path: string): Promise<FileStamp | undefined> {
  const file = await opened(path);
  try {
    return file && (await stampOf(file));
  } finally {
    await file?.close();
  }
}

/** A pipe or a device at this path must not hold the host up: only a file is opened. */
async function opened(path: string): Promise<FileHandle | undefined> {
  const { O_RDONLY, O_NONBLOCK } = constants;
  try {
    const file = await open(path, O_RDONLY | O_NONBLOCK);
    if ((await file.stat()).isFile()) return file;
    await file.close();
  } catch {
    // No history was written yet, or it cannot be read: then there is none.
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
