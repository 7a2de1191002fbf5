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

/** Open files of one answer. */
export class RowTexts {
  readonly #index: HistoryIndex;
  readonly #files = new Map<string, Promise<FileHandle | undefined>>();

  constructor(index: HistoryIndex) {
    this.#index = index;
  }

  /** Returns the record of a row without its output; undefined if it is no longer there. */
  async record(row: number): Promise<LedgerRecord | undefined> {
    const size = this.#index.columns.arrays.size[row] ?? 0;
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
    return this.#read(row, this.#index.columns.arrays.size[row] ?? 0);
  }

  async close(): Promise<void> {
    for (const file of this.#files.values()) await (await file)?.close();
    this.#files.clear();
  }

  async #parsed(row: number, start: Buffer): Promise<LedgerRecord | undefined> {
    return this.#check(row, shortText(start)) ?? (await this.wholeRecord(row));
  }

  #check(row: number, text: string): LedgerRecord | undefined {
    const parsed = parseRow(text);
    if (!parsed.ok || (parsed.row.kind !== 'end' && parsed.row.kind !== 'begin')) return undefined;
    const { record } = parsed.row;
    return record.seq === this.#index.columns.arrays.seq[row] ? record : undefined;
  }

  async #read(row: number, length: number): Promise<Buffer | undefined> {
    const { folder } = this.#index.terminal(row) ?? {};
    const { file, offset } = this.#index.columns.arrays;
    const path = folder && ledgerFiles(folder)[file[row] ?? 0];
    const handle = path && (await this.#open(path));
    if (!handle) return undefined;
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, offset[row]);
    return buffer.subarray(0, bytesRead);
  }

  #open(path: string): Promise<FileHandle | undefined> {
    // Rotated or deleted meanwhile.
    const opened = this.#files.get(path) ?? openPlainFile(path).catch(() => undefined);
    this.#files.set(path, opened);
    return opened;
  }
}
