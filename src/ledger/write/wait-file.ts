/**
 * The open `waits.jsonl` of a terminal. A row is in the kernel when `append` returns, so it survives a kill of the host. Questions
 * are rare: nothing is queued.
 */

import { closeSync, mkdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFileSync } from '../../files/replace-file.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import { systemCode } from '../../protocol/common/system-error.ts';
import { isMissing } from '../files/ledger-files.ts';
import { appendToPlainFileSync, readPlainFileSync } from '../files/plain-file.ts';
import {
  formatWaitRow,
  MAX_WAITS_FILE,
  parseWaits,
  rowsOfWait,
  WAITS,
  type WaitRow,
} from '../files/wait-row.ts';
import type { Wait } from '../records/wait.ts';

/** Bytes at which the file is written anew, with the waits that are kept. */
const REPLACE_AT = 256 * 1024;

export class WaitFile {
  readonly #path: string;
  readonly #folder: string;
  readonly #onTrouble: (why: string) => void;
  #size = 0;
  /** Whether the file lacks rows, or has a row that was cut: the next write replaces it. */
  #stale = false;

  constructor(folder: string, onTrouble: (why: string) => void) {
    this.#folder = folder;
    this.#path = join(folder, WAITS);
    this.#onTrouble = onTrouble;
  }

  /** Reads the waits that an earlier host has recorded, oldest first. */
  read(): readonly Wait[] {
    try {
      const text = readPlainFileSync(this.#path, MAX_WAITS_FILE).toString();
      this.#size = Buffer.byteLength(text);
      this.#stale = text !== '' && !text.endsWith('\n');
      return parseWaits(text);
    } catch (error) {
      // Without a folder there is no file either; the recorder tells of that trouble.
      if (!isMissing(error) && systemCode(error) !== 'ENOTDIR') this.#troubled(error);
      return [];
    }
  }

  /** Appends a row; `kept` are all waits with it. */
  append(row: WaitRow, kept: readonly Wait[]): void {
    const line = Buffer.from(formatWaitRow(row));
    if (this.#stale || this.#size + line.length > REPLACE_AT) {
      this.replace(kept);
      return;
    }
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      const file = appendToPlainFileSync(this.#path);
      try {
        writeSync(file, line);
      } finally {
        closeSync(file);
      }
      this.#size += line.length;
    } catch (error) {
      this.#troubled(error);
    }
  }

  /** Writes the file anew, so that nothing else stays in it. */
  replace(kept: readonly Wait[]): void {
    const text = kept.flatMap(rowsOfWait).map(formatWaitRow).join('');
    try {
      replaceFileSync(this.#path, text);
      this.#size = Buffer.byteLength(text);
      this.#stale = false;
    } catch (error) {
      this.#troubled(error);
    }
  }

  #troubled(error: unknown): void {
    this.#stale = true;
    this.#onTrouble(reasonOf(error));
  }
}
