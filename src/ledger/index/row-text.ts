/** Reads the rows of commands that are shown, or whose output is searched, from the places that the index knows. */

import type { FileHandle } from 'node:fs/promises';
import { ledgerFiles } from '../files/ledger-files.ts';
import { parseRow } from '../files/ledger-row.ts';
import { openPlainFile } from '../files/plain-file.ts';
import type { LedgerRecord } from '../records/record.ts';
import type { HistoryIndex } from './history-index.ts';
import { shortText } from './row-reader.ts';

/** Bytes that have all of most rows but their outputs. */
const FIRST_BYTES = 4096;
const OUTPUT = Buffer.from(',"head":"');

/** Bytes that are read at once where many rows are read, and such pieces that are kept: one for each file of the newest. */
const PIECE = 256 * 1024;
const MOST_PIECES = 64;

type Piece = { readonly from: number; readonly bytes: Buffer };

/** Open files of one answer. */
export class RowTexts {
  readonly index: HistoryIndex;
  readonly #pieces = new Map<string, Piece>();
  readonly #files = new Map<string, Promise<FileHandle | undefined>>();

  constructor(index: HistoryIndex) {
    this.index = index;
  }

  /** Returns the record of a row without its output; undefined if it is no longer there. */
  async record(row: number): Promise<LedgerRecord | undefined> {
    const size = this.index.columns.arrays.size[row] ?? 0;
    const start = await this.#read(row, Math.min(size, FIRST_BYTES));
    if (start === undefined) return undefined;
    if (start.length === size) return this.#parsed(row, start);
    return start.includes(OUTPUT) ? this.#parsed(row, start) : this.wholeRecord(row);
  }

  /** Returns the record of a row with its output. */
  async wholeRecord(row: number): Promise<LedgerRecord | undefined> {
    const bytes = await this.bytes(row);
    return bytes && this.#check(row, bytes.toString());
  }

  /** Returns the whole row. */
  bytes(row: number): Promise<Buffer | undefined> {
    return this.#read(row, this.index.columns.arrays.size[row] ?? 0);
  }

  /** Like `bytes`, for rows that are read one after the other, from new to old: those before it are read with it. */
  async bytesAmongMany(row: number): Promise<Buffer | undefined> {
    const { offset, size } = this.index.columns.arrays;
    const path = this.#path(row) ?? '';
    const [from, length] = [offset[row] ?? 0, size[row] ?? 0];
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

  /** The record of a row that was read. */
  parsed(row: number, bytes: Buffer): LedgerRecord | undefined {
    return this.#check(row, bytes.toString());
  }

  async close(): Promise<void> {
    const files = [...this.#files.values()];
    this.#files.clear();
    for (const file of files) await (await file)?.close();
  }

  async #parsed(row: number, start: Buffer): Promise<LedgerRecord | undefined> {
    return this.#check(row, shortText(start)) ?? (await this.wholeRecord(row));
  }

  #check(row: number, text: string): LedgerRecord | undefined {
    const parsed = parseRow(text);
    if (!parsed.ok || (parsed.row.kind !== 'end' && parsed.row.kind !== 'begin')) return undefined;
    const { record } = parsed.row;
    return record.seq === this.index.columns.arrays.seq[row] ? record : undefined;
  }

  async #read(row: number, length: number): Promise<Buffer | undefined> {
    return this.#bytesAt(this.#path(row), this.index.columns.arrays.offset[row] ?? 0, length);
  }

  #path(row: number): string | undefined {
    const { folder } = this.index.terminal(row) ?? {};
    return folder && ledgerFiles(folder)[this.index.columns.arrays.file[row] ?? 0];
  }

  async #bytesAt(path: string | undefined, from: number, length: number): Promise<Buffer | undefined> {
    const handle = path && (await this.#open(path));
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
