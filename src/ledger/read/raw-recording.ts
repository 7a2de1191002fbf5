/** The recordings of a terminal (`raw.log`): joined to one asciicast, and read piece by piece. */

import type { FileHandle } from 'node:fs/promises';
import { CastReader, isCastHeader } from '../../protocol/common/cast-reader.ts';
import { isMissing, rawFiles } from '../files/ledger-files.ts';
import { MOST_REWRITTEN, openPlainFile, readPlainFileIfThere } from '../files/plain-file.ts';

/** Returns undefined where nothing was recorded. Lines that are damaged are left out. */
export async function rawRecording(folder: string): Promise<string | undefined> {
  const lines: string[] = [];
  const reader = new CastReader();
  for (const path of rawFiles(folder).reverse()) {
    const text = (await readPlainFileIfThere(path, MOST_REWRITTEN))?.toString() ?? '';
    const all = text.split('\n');
    const [head = ''] = all;
    if (!isCastHeader(head)) continue;
    const isFirst = reader.began === undefined;
    for (const [index, line] of all.entries()) {
      const event = reader.take(line);
      if (isFirst && index === 0) lines.push(head);
      else if (event !== undefined) lines.push(JSON.stringify([event.at, event.code, event.data]));
    }
  }
  return lines.length === 0 ? undefined : `${lines.join('\n')}\n`;
}

/** Limits in bytes: of a piece, and of all that is read of a terminal. Older files are left out, never the newest. */
const PIECE = 512 * 1024;
const MOST_READ = 32 * 1024 * 1024;

export type RawPiece = {
  /** Whole lines of asciicasts v2, each cast with its header; empty where nothing was recorded. */
  readonly text: string;
  /** Whether older files are left out. */
  readonly cut: boolean;
  /** Where the next piece begins; absent at the end. */
  readonly next?: string;
};

/** A file that is open, by its inode: files are renamed when a new one begins. */
type Open = { readonly file: FileHandle; readonly inode: string; readonly size: number };

/** Reads the piece that begins at `after`, the `next` of the one before. Throws if the file from which it was has gone. */
export async function rawPiece(folder: string, after?: string): Promise<RawPiece> {
  const all = await openFiles(folder);
  try {
    const kept = newest(all);
    const [inode, from = '0'] = after?.split(':') ?? [kept[0]?.inode];
    const index = all.findIndex((each) => each.inode === inode);
    const at = all[index];
    const cut = kept.length < all.length;
    if (at !== undefined) return { cut, ...(await piece(at, Number(from), all[index + 1])) };
    if (after === undefined) return { text: '', cut: false };
    throw new Error(`the recording has changed meanwhile: "${after}" is not there`);
  } finally {
    await Promise.all(all.map(({ file }) => file.close()));
  }
}

/** Opens the files, oldest first. */
async function openFiles(folder: string): Promise<readonly Open[]> {
  const all: Open[] = [];
  try {
    for (const path of rawFiles(folder).reverse()) {
      const file = await openPlainFile(path).catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw error;
      });
      if (file === undefined) continue;
      const { ino } = await file.stat({ bigint: true });
      const { size } = await file.stat();
      all.push({ file, inode: String(ino), size });
    }
    return all;
  } catch (error) {
    await Promise.all(all.map(({ file }) => file.close()));
    throw error;
  }
}

function newest(all: readonly Open[]): readonly Open[] {
  let bytes = 0;
  const first = all.findLastIndex(({ size }, index) => {
    bytes += size;
    return bytes > MOST_READ && index < all.length - 1;
  });
  return all.slice(first + 1);
}

/** A line that is longer than a piece is passed over: what is left of it is damaged. */
async function piece({ file, inode, size }: Open, from: number, later: Open | undefined) {
  const buffer = Buffer.alloc(Math.max(0, Math.min(PIECE, size - from)));
  const { bytesRead } = await file.read(buffer, 0, buffer.length, from);
  const end = buffer.subarray(0, bytesRead).lastIndexOf('\n') + 1;
  const isLast = from + bytesRead >= size;
  const to = from + (end === 0 ? bytesRead : end);
  const next = isLast || bytesRead === 0 ? later && `${later.inode}:0` : `${inode}:${to}`;
  return { text: buffer.toString('utf8', 0, end), ...(next === undefined ? {} : { next }) };
}
