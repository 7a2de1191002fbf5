/**
 * Journal is the write queue of one terminal's folder, between `TerminalLedger`, which decides what to write, and
 * `LedgerFile`, which appends one row: it writes in order, rotates files and retries after errors.
 *
 * `append` writes at once, so that clients hear of the end of a command only after its row is written: a crash of the host
 * loses no command that was reported as ended. Rows are synced to the disk within a second and at `close`: a sync for each
 * row would wear the disk out, to save one second of rows in a power cut. A row waits while writing fails, while `meta.json`
 * is missing, and while a record is being forgotten, since that rewrites the file.
 */

import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../files/replace-file.ts';
import { LedgerFile } from '../files/ledger-file.ts';
import { META, ROTATE_BYTES } from '../files/ledger-files.ts';
import { formatRow, type Row, redactRow, weighRow } from '../files/ledger-row.ts';
import { Trouble } from '../files/write-trouble.ts';
import { Rotation } from './rotation.ts';

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
  /** Whether a task runs: rows wait for it. */
  #performing = false;
  /** Files to replace, by name; the latest text wins, and undefined removes the file. */
  readonly #replacements = new Map<string, (() => string) | undefined>();
  #file: LedgerFile | undefined;
  #pumping: Promise<void> | undefined;
  readonly #trouble: Trouble;
  readonly #rotation: Rotation;
  #cancelSync: (() => void) | undefined;
  /** Whether `meta.json` exists, from this host or an earlier one. */
  #isDescribed: boolean;
  #closed = false;
  /** Full files that are being synced and closed. */
  readonly #leaving = new Set<Promise<void>>();

  constructor(options: JournalOptions) {
    this.#options = options;
    this.#rotation = new Rotation(options.folder);
    this.#isDescribed = existsSync(join(options.folder, META));
    this.#trouble = new Trouble({
      after: (ms, run) => options.clock.after(ms, run),
      onTrouble: options.onTrouble,
    });
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** Whether no row waits. */
  get isWritten(): boolean {
    return this.#rows.length === 0;
  }

  /** Size in bytes of the file that is written to; 0 while none is open. */
  get size(): number {
    return this.#file?.size ?? 0;
  }

  append(row: Row): void {
    if (this.#closed) return;
    this.#rows.push(row);
    this.#queued += weighRow(row);
    while (this.#queued > QUEUE_LIMIT && this.#rows.length > 1) this.#dropOldestRow();
    if (this.#trouble.why === undefined && this.#canWrite) this.#tryRows();
    if (this.#rows.length > 0) this.#start();
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
    await Promise.all([...this.#leaving, this.#rotation.settled()]);
    const file = this.#file;
    this.#file = undefined;
    try {
      await file?.sync();
    } catch (error) {
      this.#trouble.report(error);
    } finally {
      await file?.close();
    }
  }

  #dropOldestRow(): void {
    const row = this.#rows.shift();
    if (row === undefined) return;
    this.#queued -= weighRow(row);
    this.#lost += 1;
  }

  #start(): void {
    this.#pumping ??= this.#pump();
  }

  async #pump(): Promise<void> {
    // Do not format within the call that queued the file: that would delay the output.
    await Promise.resolve();
    while (this.#rows.length > 0 || this.#tasks.length > 0 || this.#replacements.size > 0) {
      try {
        await this.#step();
        this.#trouble.report(undefined);
      } catch (error) {
        this.#trouble.report(error);
        this.#dropFile();
        for (const { reject } of this.#tasks.splice(0)) reject(error);
        if (this.#closed) break;
        await this.#trouble.rest();
      }
    }
    this.#pumping = undefined;
  }

  /** Whether rows may be written now: `meta.json` comes before the first one, since rows without it cannot be restored. */
  get #canWrite(): boolean {
    return (
      !this.#performing && (this.#file !== undefined || this.#isDescribed || !this.#replacements.has(META))
    );
  }

  async #step(): Promise<void> {
    if (this.#rows.length > 0 && this.#canWrite) {
      this.#writeRows();
      return;
    }
    if (this.#replacements.size > 0) {
      await this.#replaceAll();
      return;
    }
    const task = this.#tasks.shift();
    if (task === undefined) return;
    // The task may replace the open file.
    this.#dropFile();
    this.#performing = true;
    await this.#rotation.settled();
    await task.run().then(task.resolve, task.reject);
    this.#performing = false;
  }

  async #replaceAll(): Promise<void> {
    for (const [name, text] of [...this.#replacements]) {
      const path = join(this.#options.folder, name);
      if (text === undefined) await rm(path, { force: true });
      else await replaceFile(path, text());
      if (name === META) this.#isDescribed = text !== undefined;
      if (this.#replacements.get(name) === text) this.#replacements.delete(name);
    }
  }

  /** Writes the rows, or leaves them to the pump, which tries again and reports why it fails. */
  #tryRows(): void {
    try {
      this.#writeRows();
    } catch {
      // The pump gets the same error.
      this.#dropFile();
    }
  }

  #writeRows(): void {
    for (let row = this.#rows[0]; row !== undefined; row = this.#rows[0]) {
      const file = this.#openFor(row);
      if (this.#lost > 0) this.#appendGap(file);
      file.append(formatRow(redactRow(row)));
      this.#rows.shift();
      this.#queued -= weighRow(row);
    }
    this.#syncLater();
  }

  /** Opens the file for a row. Only a `begin` row may start a new file, so that no record spans two files. */
  #openFor(row: Row): LedgerFile {
    const { folder, uri, clock, rotateBytes = ROTATE_BYTES } = this.#options;
    if (row.kind === 'begin' && this.#file !== undefined) {
      if (!this.#file.isThere) this.#dropFile();
      else if (this.#file.size >= rotateBytes) {
        const full = this.#file;
        if (this.#rotation.rotate()) {
          this.#leave(full);
          this.#file = undefined;
        }
      }
    }
    if (this.#file !== undefined) return this.#file;
    const file = LedgerFile.open(folder);
    this.#file = file;
    if (file.size === 0) file.append(formatRow({ kind: 'ledger', uri, at: clock.now() }));
    return file;
  }

  /** Syncs and closes a full file in the background: the row that fills the next one must not wait for the disk. */
  #leave(full: LedgerFile): void {
    const left = full
      .sync()
      .finally(() => full.close())
      .catch((error: unknown) => this.#trouble.report(error))
      .finally(() => this.#leaving.delete(left));
    this.#leaving.add(left);
  }

  #appendGap(file: LedgerFile): void {
    file.append(formatRow({ kind: 'gap', lost: this.#lost, at: this.#options.clock.now() }));
    this.#lost = 0;
  }

  #dropFile(): void {
    const file = this.#file;
    this.#file = undefined;
    // The error that led here is already reported; a failed close adds nothing.
    file?.close().catch(() => {});
  }

  #syncLater(): void {
    if (this.#closed) return;
    this.#cancelSync ??= this.#options.clock.after(SYNC_MS, () => {
      this.#cancelSync = undefined;
      this.#file?.sync().catch((error: unknown) => this.#trouble.report(error));
    });
  }
}
