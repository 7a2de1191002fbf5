/** Reads the rows of commands that are shown, or whose output is searched, from the places that the index knows. */

import type { FileHandle } from 'node:fs/promises';
import { parseRow } from '../files/ledger-row.ts';
import { openPlainFile } from '../files/plain-file.ts';
import type { LedgerRecord } from '../records/record.ts';
import { plainOutput } from '../text/plain-output.ts';
import { readableParts } from '../text/text-names.ts';
import { type KeptOutput, keptOutput } from '../text/text-spans.ts';
import { shortText } from './row-reader.ts';

/** Awaited between two pieces of work; rejects to end it. */
export type Pause = () => Promise<void>;

/** Where the row of a command is: the folder of its terminal, the path of the file, and the bytes in it. */
export type RowPlace = {
  readonly folder: string;
  readonly path: string;
  readonly seq: number;
  readonly offset: number;
  readonly size: number;
};

/** Bytes that have all of most rows but their outputs. */
const FIRST_BYTES = 4096;
const OUTPUT = Buffer.from(',"head":"');

/** Bytes that are read at once where many rows are read, and such pieces that are kept: one for each file of the newest. */
const PIECE = 256 * 1024;
const MOST_PIECES = 64;

/** Limit of an output whose pieces are kept, in UTF-16 units. */
const MOST_INDEXED = 8 * 1024 * 1024;

type Piece = { readonly from: number; readonly bytes: Buffer };

/** Open files of one answer. */
export class RowTexts {
  readonly #pieces = new Map<string, Piece>();
  readonly #files = new Map<string, Promise<FileHandle | undefined>>();

  /** Returns the record of a row without its output; undefined if it is no longer there. */
  async record(row: RowPlace): Promise<LedgerRecord | undefined> {
    const start = await this.#read(row, Math.min(row.size, FIRST_BYTES));
    if (start === undefined) return undefined;
    const isEnough = start.length === row.size || start.includes(OUTPUT);
    return (isEnough ? parsed(row, shortText(start)) : undefined) ?? this.wholeRecord(row);
  }

  /** Returns the record of a row with its output. */
  async wholeRecord(row: RowPlace): Promise<LedgerRecord | undefined> {
    const bytes = await this.#read(row, row.size);
    return bytes && parsed(row, bytes.toString());
  }

  /** Returns the bytes of a row. Those before it are read with it: rows are read one after the other, from new to old. */
  async bytesAmongMany(row: RowPlace): Promise<Buffer | undefined> {
    const { path, offset: from, size: length } = row;
    const known = this.#pieces.get(path);
    const at = from - (known?.from ?? Number.POSITIVE_INFINITY);
    if (known !== undefined && at >= 0 && at + length <= known.bytes.length)
      return known.bytes.subarray(at, at + length);
    const start = Math.max(0, Math.min(from, from + length - PIECE));
    const bytes = await this.#bytesAt(path, start, from + length - start);
    if (bytes === undefined) return undefined;
    this.#pieces.delete(path);
    this.#pieces.set(path, { from: start, bytes });
    if (this.#pieces.size > MOST_PIECES) this.#pieces.delete(this.#pieces.keys().next().value ?? '');
    return bytes.subarray(from - start);
  }

  async close(): Promise<void> {
    const files = [...this.#files.values()];
    this.#files.clear();
    for (const file of files) await (await file)?.close();
  }

  async #read({ path, offset }: RowPlace, length: number): Promise<Buffer | undefined> {
    return this.#bytesAt(path, offset, length);
  }

  async #bytesAt(path: string, from: number, length: number): Promise<Buffer | undefined> {
    const handle = await this.#open(path);
    if (!handle) return undefined;
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, from);
    return buffer.subarray(0, bytesRead);
  }

  #open(path: string): Promise<FileHandle | undefined> {
    // Rotated or deleted meanwhile.
    const opened = this.#files.get(path) ?? openPlainFile(path).catch(() => undefined);
    this.#files.set(path, opened);
    return opened;
  }
}

/** Returns the record in the text of a row; undefined if another row is there by now. */
export function parsed({ seq }: RowPlace, text: string): LedgerRecord | undefined {
  const read = parseRow(text);
  if (!read.ok || (read.row.kind !== 'end' && read.row.kind !== 'begin')) return undefined;
  const { record } = read.row;
  return record.seq === seq ? record : undefined;
}

/** Returns the output of a recorded command, as far as it is kept. `partsOf` lists the files of long outputs of a folder. */
export async function outputOfRow(
  { folder, seq }: RowPlace,
  { output: stored, counts }: LedgerRecord,
  pause: Pause,
  partsOf: typeof readableParts = readableParts,
): Promise<KeptOutput> {
  const parts = stored.omitted === 0 ? [] : ((await partsOf(folder)).get(seq) ?? []);
  return keptOutput({ folder, parts, stored, ...(counts && { counts }), running: false, pause });
}

/**
 * Returns all that a search of a command's output looks at, in lower case: the output without escape sequences, and what background
 * jobs have printed before it. Undefined if it is too long, or no longer there.
 */
export async function searchedText(
  row: RowPlace,
  texts: RowTexts,
  pause: Pause,
): Promise<string | undefined> {
  const bytes = await texts.bytesAmongMany(row);
  const record = bytes && parsed(row, bytes.toString());
  if (record === undefined) return undefined;
  const { spans, tail } = await outputOfRow(row, record, pause);
  let text = plainOutput(record.before ?? '');
  for (const span of tail === undefined ? spans : [...spans, tail]) {
    text += `\n${plainOutput((await span.read()) ?? '')}`;
    if (text.length > MOST_INDEXED) return undefined;
  }
  return text.toLowerCase();
}
