/**
 * Journal is the write queue of one terminal's folder, between `TerminalLedger`, which decides what to write, and
 * `LedgerFile`, which appends one row: it writes in order, one at a time, rotates files, retries after errors, and the
 * pty never waits for it.
 *
 * A row goes to the kernel as soon as the write before it is done, so the end of the host process loses at most the
 * rows still queued. Rows are synced to the disk within a second and at the close: a sync for each row would wear the
 * disk out to save one second of rows in a power cut. A row that cannot be written stays queued and is tried again.
 */

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LedgerFile } from '../files/ledger-file.ts';
import { CURRENT, fullName, KEPT_FULL, META, ROTATE_BYTES } from '../files/ledger-files.ts';
import { formatRow, type Row } from '../files/ledger-row.ts';
import { replaceFile } from '../files/replace-file.ts';
import { rotateFiles } from '../files/rotate-files.ts';
import { Trouble } from '../files/write-trouble.ts';
import { redactRecord } from '../records/redact.ts';

export type LedgerClock = {
  now(): number;
  after(ms: number, run: () => void): () => void;
};

export type JournalOptions = {
  readonly folder: string;
  readonly uri: string;
  readonly clock: LedgerClock;
  /** Called with the reason why writing fails now, or with undefined when it works again. */
  readonly onTrouble: (why: string | undefined) => void;
  readonly rotateBytes?: number;
};

/** Limit in UTF-16 units. Beyond it the oldest rows are dropped; their number is written as soon as writing works. */
const QUEUE_LIMIT = 1024 * 1024;
const SYNC_MS = 1000;

type Task = {
  readonly run: () => Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
};

export class Journal {
  readonly #options: JournalOptions;
  #rows: Row[] = [];
  #queued = 0;
  #lost = 0;
  #tasks: Task[] = [];
  /** Files to replace, by name; the latest text wins, and undefined removes the file. */
  readonly #replacements = new Map<string, (() => string) | undefined>();
  #file: LedgerFile | undefined;
  #pumping: Promise<void> | undefined;
  readonly #trouble: Trouble;
  #cancelSync: (() => void) | undefined;
  #closed = false;

  constructor(options: JournalOptions) {
    this.#options = options;
    this.#trouble = new Trouble({
      after: (ms, run) => options.clock.after(ms, run),
      onTrouble: options.onTrouble,
    });
  }

  append(row: Row): void {
    if (this.#closed) return;
    this.#rows.push(row);
    this.#queued += weigh(row);
    while (this.#queued > QUEUE_LIMIT && this.#rows.length > 1) this.#dropOldestRow();
    this.#start();
  }

  /** Replaces or removes a file after the rows that are already queued. */
  replace(name: string, text: (() => string) | undefined): void {
    if (this.#closed) return;
    this.#replacements.set(name, text);
    this.#start();
  }

  /** Runs a task alone, after the rows and files that are already queued. Its error goes to the caller. */
  perform(run: () => Promise<void>): Promise<void> {
    if (this.#closed) return Promise.reject(new Error('the record of this terminal is closed'));
    if (this.#trouble.why !== undefined) return Promise.reject(new Error(this.#trouble.why));
    return new Promise((resolve, reject) => {
      this.#tasks.push({ run, resolve, reject });
      this.#start();
    });
  }

  /** Resolves when everything is written, or cannot be written. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelSync?.();
    this.#trouble.wake();
    await this.#pumping;
    const file = this.#file;
    this.#file = undefined;
    try {
      await file?.sync();
    } catch (error) {
      this.#trouble.tell(error);
    } finally {
      await file?.close();
    }
  }

  #dropOldestRow(): void {
    const row = this.#rows.shift();
    if (row === undefined) return;
    this.#queued -= weigh(row);
    this.#lost += row.kind === 'gap' ? row.lost : 1;
  }

  #start(): void {
    this.#pumping ??= this.#pump();
  }

  async #pump(): Promise<void> {
    // Do not format and redact within the call that queued the row: that would delay the output.
    await Promise.resolve();
    while (this.#rows.length > 0 || this.#tasks.length > 0 || this.#replacements.size > 0) {
      try {
        await this.#step();
        this.#trouble.tell(undefined);
      } catch (error) {
        this.#trouble.tell(error);
        await this.#dropFile();
        for (const { reject } of this.#tasks.splice(0)) reject(error);
        if (this.#closed) break;
        await this.#trouble.rest();
      }
    }
    this.#pumping = undefined;
  }

  async #step(): Promise<void> {
    const row = this.#rows[0];
    // Write `meta.json` before the first row: rows without it cannot be restored.
    if (row !== undefined && (this.#file !== undefined || !this.#replacements.has(META))) {
      const file = await this.#openFor(row);
      if (this.#lost > 0) await this.#appendGap(file);
      await this.#write(file);
      this.#syncLater();
      return;
    }
    if (this.#replacements.size > 0) {
      await this.#replaceAll();
      return;
    }
    const task = this.#tasks.shift();
    if (task === undefined) return;
    // The task may replace the open file.
    await this.#dropFile();
    await task.run().then(task.resolve, task.reject);
  }

  async #replaceAll(): Promise<void> {
    for (const [name, text] of [...this.#replacements]) {
      const path = join(this.#options.folder, name);
      if (text === undefined) await rm(path, { force: true });
      else await replaceFile(path, text());
      if (this.#replacements.get(name) === text) this.#replacements.delete(name);
    }
  }

  /** Takes the row out of the queue while it is written, so that it cannot be dropped. */
  async #write(file: LedgerFile): Promise<void> {
    const row = this.#rows.shift();
    if (row === undefined) return;
    try {
      await file.append(formatRow(redacted(row)));
    } catch (error) {
      this.#rows.unshift(row);
      throw error;
    }
    this.#queued -= weigh(row);
  }

  /** Opens the file for a row. Only a `begin` row may start a new file, so that no record spans two files. */
  async #openFor(row: Row): Promise<LedgerFile> {
    const { folder, uri, clock, rotateBytes = ROTATE_BYTES } = this.#options;
    if (row.kind === 'begin' && this.#file !== undefined) {
      if (!(await this.#file.isThere())) await this.#dropFile();
      else if (this.#file.size >= rotateBytes) {
        await this.#file.sync();
        await this.#dropFile();
        await rotateFiles(folder, CURRENT, fullName, KEPT_FULL);
      }
    }
    if (this.#file !== undefined) return this.#file;
    const file = await LedgerFile.open(folder);
    this.#file = file;
    if (file.size === 0) await file.append(formatRow({ kind: 'ledger', uri, at: clock.now() }));
    return file;
  }

  async #appendGap(file: LedgerFile): Promise<void> {
    const lost = this.#lost;
    await file.append(formatRow({ kind: 'gap', lost, at: this.#options.clock.now() }));
    this.#lost -= lost;
  }

  async #dropFile(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    // The error that led here is already reported; a failed close adds nothing.
    await file?.close().catch(() => {});
  }

  #syncLater(): void {
    if (this.#closed) return;
    this.#cancelSync ??= this.#options.clock.after(SYNC_MS, () => {
      this.#cancelSync = undefined;
      this.#file?.sync().catch((error: unknown) => this.#trouble.tell(error));
    });
  }
}

function redacted(row: Row): Row {
  return row.kind === 'begin' || row.kind === 'end' ? { ...row, record: redactRecord(row.record) } : row;
}

function weigh(row: Row): number {
  if (row.kind !== 'begin' && row.kind !== 'end') return 100;
  const { commandLine, output } = row.record;
  return 300 + commandLine.length + output.head.length + output.tail.length;
}
