/** Reads the rows of a ledger file forward, from a byte on, with the place of each; outputs are not parsed. */

import type { FileHandle } from 'node:fs/promises';
import { parseRow, type Row } from '../files/ledger-row.ts';
import { openPlainFile } from '../files/plain-file.ts';
import { withoutOutput } from '../read/read-ledger.ts';

const CHUNK = 256 * 1024;
/** Limit of a line in bytes. No row of ours is longer; a longer one is passed over. */
const MAX_LINE = 8 * 1024 * 1024;
const NEWLINE = 0x0a;

export type PlacedRow = {
  readonly offset: number;
  readonly size: number;
  /** A `begin` is not parsed yet: the row of its end, which usually follows, says all of it again. */
  readonly row:
    | Exclude<Row, { readonly kind: 'begin' }>
    | { readonly kind: 'begun'; readonly seq: number; readonly text: string };
};

/** Yields the rows of each piece of the file. Returns the place behind the last whole line. */
export async function* rowsFrom(path: string, from: number): AsyncGenerator<readonly PlacedRow[], number> {
  const file = await openPlainFile(path);
  try {
    return yield* readRows(file, from);
  } finally {
    await file.close();
  }
}

async function* readRows(file: FileHandle, from: number): AsyncGenerator<readonly PlacedRow[], number> {
  let at = from;
  let size = CHUNK;
  for (;;) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(size), 0, size, at);
    const bytes = buffer.subarray(0, bytesRead);
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    if (end === 0 && bytesRead < size) return at;
    // A line that is longer than what was read: read more at once, or pass over this piece of it.
    if (end === 0 && size < MAX_LINE) {
      size *= 2;
      continue;
    }
    yield [...rowsIn(bytes.subarray(0, end), at)];
    at += end === 0 ? bytesRead : end;
    size = CHUNK;
  }
}

function* rowsIn(bytes: Buffer, offset: number): Generator<PlacedRow> {
  for (let from = 0; from < bytes.length; ) {
    const to = bytes.indexOf(NEWLINE, from);
    const row = rowOf(bytes.subarray(from, to));
    if (row !== undefined) yield { offset: offset + from, size: to - from, row };
    from = to + 1;
  }
}

/** The start of a row as `formatRow` writes it. */
const BEGIN = /^\{"v":1,"row":"begin","seq":(\d{1,15}),/;
const BEGIN_BYTES = Buffer.from('{"v":1,"row":"begin"');
const OUTPUT = Buffer.from(',"head":"');

function rowOf(line: Buffer): PlacedRow['row'] | undefined {
  if (line.subarray(0, BEGIN_BYTES.length).equals(BEGIN_BYTES)) {
    const text = line.toString();
    const seq = BEGIN.exec(text)?.[1];
    if (seq !== undefined) return { kind: 'begun', seq: Number(seq), text };
  }
  const parsed = parseRow(shortText(line));
  if (!parsed.ok) return undefined;
  const { row } = parsed;
  return row.kind === 'begin' ? { kind: 'begun', seq: row.record.seq, text: line.toString() } : row;
}

/** Returns the text of a row without its output, which is most of it; without counts the output is needed. */
export function shortText(line: Buffer): string {
  const at = line.indexOf(OUTPUT);
  if (at === -1) return line.toString();
  return withoutOutput(line.toString('utf8', 0, at)) ?? line.toString();
}
