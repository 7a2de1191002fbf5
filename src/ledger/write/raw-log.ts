/**
 * `raw.log` — everything a terminal printed, with its timing: a recording in the format asciicast v2, which `asciinema
 * play` reads. A line is `[seconds, "o", text]` for output, `[seconds, "r", "80x24"]` for a new size, or
 * `[seconds, "m", text]` where a command begins or ends, or where output is missing. Shell integration marks are left
 * out, and secrets are redacted.
 */

import { type FileHandle, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import { KEPT_RAW, RAW, rawName } from '../files/ledger-files.ts';
import { appendToPlainFile } from '../files/plain-file.ts';
import { rotateFiles } from '../files/rotate-files.ts';
import { forgetRaw, rawMark } from './forget-raw.ts';
import type { LedgerClock } from './journal.ts';
import { LineRedactor, type Piece } from './line-redactor.ts';

export type RawLogOptions = {
  readonly folder: string;
  readonly clock: LedgerClock;
  readonly size: { readonly cols: number; readonly rows: number };
  /** Called with the reason why writing fails now; output meanwhile is only counted. */
  readonly onTrouble: (why: string) => void;
  readonly rotateBytes?: number;
};

/** Size at which the file becomes `raw.1.log`, the newest of the full ones: a terminal keeps at most 64 MiB. */
const ROTATE_BYTES = 16 * 1024 * 1024;
/** Limit in UTF-16 units of the queue. Output beyond it is dropped, and an "m" line says how much. */
const QUEUE_LIMIT = 4 * 1024 * 1024;
/** UTF-16 units written at once; other work runs between two slices, and redacting one takes a few ms at most. */
const SLICE = 32 * 1024;
/** Delay that joins output into one write. */
const JOIN_MS = 50;
/** Delay before the next try after a failure. */
const RETRY_MS = 1000;

/** Sequences that clear the screen as the host does: a full-screen program keeps its screen. */
const CLEAR = '\x1b[H\x1b[2J\x1b[3J';
const CLEAR_FULL_SCREEN = '\x1b[3J';
const SCREEN = /\x1b\[\?(?:1049|1047|47)([hl])/g;

export class RawLog {
  readonly #options: RawLogOptions;
  readonly #redactor = new LineRedactor();
  /** Size of the terminal after the last line written. */
  #size: string;
  #queue: Piece[] = [];
  #queued = 0;
  /** Counts of pieces ever added, and of those taken to be written; a task waits for the pieces added before it. */
  #added = 0;
  #taken = 0;
  readonly #tasks: { readonly after: number; readonly run: () => Promise<void> }[] = [];
  #lost = 0;
  #fullScreen = false;
  #file: FileHandle | undefined;
  #bytes = 0;
  /** Time zero of the current file, in Unix milliseconds. */
  #began = 0;
  /** True when the next write starts a new file; false when it continues a file that could not be written. */
  #isFull = true;
  #trouble = '';
  #cancelStart: (() => void) | undefined;
  #pumping: Promise<void> | undefined;
  #closed = false;

  constructor(options: RawLogOptions) {
    this.#options = options;
    this.#size = sizeText(options.size);
  }

  printed(data: string): void {
    if (this.#queued + data.length > QUEUE_LIMIT) this.#lost += data.length;
    else this.#add({ at: this.#options.clock.now(), code: 'o', data });
  }

  resized(cols: number, rows: number): void {
    this.#add({ at: this.#options.clock.now(), code: 'r', data: sizeText({ cols, rows }) });
  }

  cleared(): void {
    const last = this.#queue.map(({ data }) => data).join('');
    this.#followScreen(last);
    this.printed(this.#fullScreen ? CLEAR_FULL_SCREEN : CLEAR);
  }

  /** Adds a mark for a command: players can jump from mark to mark, and `forget` finds the command by it. */
  command(commandId: string, what: 'begins' | 'ended'): void {
    this.#add({ at: this.#options.clock.now(), code: 'm', data: rawMark(commandId, what) });
  }

  /** Deletes the output of a finished command. Rejects when that fails. */
  forget(commandId: string): Promise<void> {
    const forgetting = new Promise<void>((resolve, reject) => {
      const run = () => forgetRaw(this.#options.folder, commandId).then(resolve, reject);
      this.#tasks.push({ after: this.#added, run });
    });
    this.#start();
    return forgetting;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelStart?.();
    await this.#pumping;
    await this.#pump(true);
    await this.#dropFile();
  }

  #add(piece: Piece): void {
    if (this.#closed) return;
    this.#queue.push(piece);
    this.#added += 1;
    this.#queued += piece.data.length;
    this.#startAfter(JOIN_MS);
  }

  #startAfter(ms: number): void {
    if (this.#pumping !== undefined || this.#closed) return;
    this.#cancelStart ??= this.#options.clock.after(ms, () => {
      this.#cancelStart = undefined;
      this.#start();
    });
  }

  #start(): void {
    if (this.#pumping !== undefined) return;
    this.#cancelStart?.();
    this.#cancelStart = undefined;
    this.#pumping = this.#pump(false).finally(() => {
      this.#pumping = undefined;
      if (this.#queue.length + this.#tasks.length > 0) this.#startAfter(RETRY_MS);
    });
  }

  async #pump(last: boolean): Promise<void> {
    try {
      while (this.#queue.length + this.#tasks.length > 0) await this.#step();
      if (last) await this.#write(this.#redactor.end());
    } catch (error) {
      await this.#dropFile();
      const why = reasonOf(error);
      if (why !== this.#trouble) this.#options.onTrouble(why);
      this.#trouble = why;
    }
  }

  async #step(): Promise<void> {
    const [task] = this.#tasks;
    if (task === undefined || task.after > this.#taken) {
      await this.#write(this.#slice());
      return;
    }
    this.#tasks.shift();
    // The task may replace the open file.
    await this.#dropFile();
    await task.run();
  }

  #slice(): readonly Piece[] {
    let length = 0;
    let count = 0;
    while (count < this.#queue.length && length < SLICE) length += this.#queue[count++]?.data.length ?? 0;
    const pieces = this.#queue.splice(0, count);
    this.#queued -= length;
    this.#taken += count;
    this.#followScreen(pieces.map(({ data }) => data).join(''));
    const lost = this.#queue.length === 0 ? this.#takeLost() : [];
    return [
      ...pieces.flatMap((piece) => this.#redacted(piece)),
      ...lost.flatMap((piece) => this.#redactor.take(piece)),
    ];
  }

  /** Ends the held line before a mark, so that the output of a command stays on its side of the mark. */
  #redacted(piece: Piece): readonly Piece[] {
    return piece.code === 'm' ? [...this.#redactor.end(), piece] : this.#redactor.take(piece);
  }

  #takeLost(): readonly Piece[] {
    const lost = this.#lost;
    this.#lost = 0;
    const data = `${lost} characters were not kept: they could not be written in time`;
    return lost === 0 ? [] : [{ at: this.#options.clock.now(), code: 'm', data }];
  }

  #followScreen(text: string): void {
    for (const [, letter] of text.matchAll(SCREEN)) this.#fullScreen = letter === 'h';
  }

  async #write(pieces: readonly Piece[]): Promise<void> {
    if (pieces.length === 0) return;
    try {
      const file = await this.#open(pieces[0]?.at ?? 0);
      const lines = pieces.map(({ at, code, data }) => {
        if (code === 'r') this.#size = data;
        return `${JSON.stringify([Math.max(0, at - this.#began) / 1000, code, data])}\n`;
      });
      const bytes = Buffer.from(lines.join(''));
      await file.appendFile(bytes);
      this.#bytes += bytes.length;
      this.#trouble = '';
    } catch (error) {
      this.#lost += pieces.reduce((sum, { data }) => sum + data.length, 0);
      throw error;
    }
    if (this.#bytes < (this.#options.rotateBytes ?? ROTATE_BYTES)) return;
    await this.#dropFile();
    this.#isFull = true;
  }

  /** Opens the file. Each `RawLog` begins a new one, because times count from the beginning of the file. */
  async #open(now: number): Promise<FileHandle> {
    if (this.#file !== undefined) return this.#file;
    const { folder } = this.#options;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (this.#isFull) rotateFiles(folder, RAW, rawName, KEPT_RAW);
    this.#isFull = false;
    const file = await appendToPlainFile(join(folder, RAW));
    this.#file = file;
    this.#bytes = (await file.stat()).size;
    if (this.#bytes > 0) return file;
    this.#began = now;
    const [width, height] = this.#size.split('x').map(Number);
    const timestamp = Math.floor(now / 1000);
    const header = `${JSON.stringify({ version: 2, width, height, timestamp, env: { TERM: 'xterm-256color' } })}\n`;
    await file.appendFile(header);
    this.#bytes = header.length;
    return file;
  }

  async #dropFile(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    // The error that led here is already reported; a failed close adds nothing.
    await file?.close().catch(() => {});
  }
}

function sizeText({ cols, rows }: { readonly cols: number; readonly rows: number }): string {
  return `${cols}x${rows}`;
}
