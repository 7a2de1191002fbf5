/**
 * OutputFiles writes the outputs of one terminal's commands to its folder, one piece at a time and in order; the pty never
 * waits for it. Of a command whose output fits in its record nothing is written. The pieces come from a reader of the
 * terminal's log (`records/printed-text.ts`): the files have what the log no longer holds.
 *
 * A piece that cannot be written, because the disk is full or too slow, is left out, and the next part begins after a gap.
 */

import { type FileHandle, lstat, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import { endsKey, opensKey, redact } from '../../protocol/common/redact.ts';
import type { TextPiece } from '../records/printed-text.ts';
import { BufferPool } from './buffer-pool.ts';
import { KeptOutputs, type Output, type Written } from './kept-outputs.ts';
import { lineEnd, suspectLines } from './secret-signs.ts';
import type { TextLimits } from './text-limits.ts';
import { partPath, TEXT } from './text-names.ts';

/**
 * A piece of the end of an output that is longer than its limit. The end is held in memory: of an endless output, most would be
 * written to disk only to be deleted.
 */
type Held = {
  readonly piece: Omit<TextPiece, 'text'>;
  readonly length: number;
  /** The text, or a buffer with its bytes. */
  readonly held: string | Buffer;
};

export class HeldEnd {
  readonly #most: number;
  readonly #buffers = new BufferPool();
  readonly #held: Held[] = [];
  #chars = 0;

  /** `most`: limit in UTF-16 units; beyond it the oldest piece is dropped. */
  constructor(most: number) {
    this.#most = most;
  }

  add({ text, ...piece }: TextPiece): void {
    this.#chars += text.length;
    while (this.#chars > this.#most) {
      const oldest = this.#held.shift();
      if (oldest === undefined) break;
      this.#chars -= oldest.length;
      if (typeof oldest.held !== 'string') this.#buffers.release(oldest.held);
    }
    this.#held.push({ piece, length: text.length, held: this.#buffers.take(text) ?? text });
  }

  /** Returns the held pieces, oldest first, and forgets them. */
  take(): readonly TextPiece[] {
    this.#chars = 0;
    return this.#held.splice(0).map(({ piece, length, held }) => ({
      ...piece,
      text: typeof held === 'string' ? held : held.toString('latin1', 0, length),
    }));
  }
}

// Redacts secrets in an output before it is written: only in lines that may hold one, so that bulk output costs little.

/** Limit of a private key in UTF-16 units: after that many the search for its end stops and text is kept again. */
const KEY_MOST = 16 * 1024;
/** Limit of one line whose secrets are searched, in UTF-16 units: a longer one is searched in such pieces. */
const LINE_MOST = 64 * 1024;

export class SecretLines {
  /** UTF-16 units in which the end of a private key is still expected. */
  #keyLeft = 0;

  /** Returns the bytes of the text with secrets replaced. Lines keep their number: the lines of a private key become empty. */
  clean(text: Buffer): Buffer {
    const clean: Buffer[] = [];
    let done = 0;
    const takeLines = (): void => {
      do {
        const end = lineEnd(text, done);
        clean.push(Buffer.from(this.#line(text.toString('utf8', done, end))));
        done = end;
      } while (this.#keyLeft > 0 && done < text.length);
    };
    if (this.#keyLeft > 0) takeLines();
    for (const start of suspectLines(text)) {
      if (start < done) continue;
      clean.push(text.subarray(done, start));
      done = start;
      takeLines();
    }
    return done === 0 ? text : Buffer.concat([...clean, text.subarray(done)]);
  }

  #line(line: string): string {
    const newline = line.endsWith('\r\n') ? '\r\n' : line.endsWith('\n') ? '\n' : '';
    if (this.#keyLeft > 0) {
      this.#keyLeft = endsKey(line) ? 0 : Math.max(0, this.#keyLeft - line.length);
      return newline;
    }
    if (opensKey(line) && !endsKey(line)) this.#keyLeft = KEY_MOST;
    const clean = redactLong(line);
    return clean.endsWith(newline) ? clean : clean + newline;
  }
}

function redactLong(line: string): string {
  if (line.length <= LINE_MOST) return redact(line);
  let clean = '';
  for (let from = 0; from < line.length; from += LINE_MOST)
    clean += redact(line.slice(from, from + LINE_MOST));
  return clean;
}

export type OutputFilesOptions = {
  /** Folder of the terminal. */
  readonly folder: string;
  readonly limits: TextLimits;
  readonly now: () => number;
  /** Called with the reason when writing begins to fail. */
  readonly onTrouble: (why: string) => void;
};

/** UTF-16 units of an output that are held back: records keep outputs up to about this size themselves. */
const HELD = 96 * 1024;
/** UTF-16 units of the end of an output that are held back once it is longer than its limit. */
const END_HELD = 4 * 1024 * 1024;
/** Limit of what waits to be written, in UTF-16 units; beyond it the oldest piece is left out. */
const QUEUE_LIMIT = 8 * 1024 * 1024;
/** Milliseconds before another attempt after a failure: under bulk output each piece would cause one. */
const RETRY_MS = 1000;

type Job = { readonly seq: number; readonly piece: TextPiece };
type Current = {
  readonly seq: number;
  held: TextPiece[];
  heldChars: number;
  /** Text printed beyond the limit. */
  readonly end: HeldEnd;
  isWritten: boolean;
};

export class OutputFiles {
  readonly #options: OutputFilesOptions;
  #secrets = new SecretLines();
  /** The command of the last piece that was taken from the queue. */
  #writing = 0;
  /** The last command whose leftover files of an earlier host were deleted. */
  #cleared = 0;
  #current: Current | undefined;
  #queue: Job[] = [];
  #queued = 0;
  #pumping: Promise<void> | undefined;
  readonly #kept: KeptOutputs;
  #file: FileHandle | undefined;
  /** End of the last written piece in its output, in UTF-16 units. A piece that begins elsewhere follows a gap. */
  #reached = 0;
  #retryAt = 0;
  #trouble = '';

  constructor(options: OutputFilesOptions) {
    this.#options = options;
    this.#kept = new KeptOutputs(options.folder, options.limits);
  }

  begin(seq: number): void {
    this.#current = { seq, held: [], heldChars: 0, end: new HeldEnd(END_HELD), isWritten: false };
  }

  /** Continues a command. What an earlier host has written after `chars` is passed again. */
  resume(seq: number, chars: number, unwritten: TextPiece | undefined): void {
    const held = unwritten === undefined || unwritten.text === '' ? [] : [unwritten];
    const isWritten = unwritten === undefined;
    const heldChars = unwritten?.text.length ?? 0;
    this.#current = { seq, held, heldChars, end: new HeldEnd(END_HELD), isWritten };
    if (!isWritten) return;
    this.#writing = seq;
    this.#cleared = seq;
    this.#reached = chars;
    this.#kept.toldAgain(seq, chars);
  }

  /** Whether the running command is being written, because its record does not have all of its output. */
  get isWriting(): boolean {
    return this.#current?.isWritten === true;
  }

  /** Writes everything so far; later output begins a new part. Returns whether it was written and nothing was added meanwhile. */
  async cut(): Promise<boolean> {
    if (this.#current?.isWritten === true) this.#release(this.#current);
    await this.settled();
    await this.#closeFile();
    return this.#pumping === undefined && this.#file === undefined;
  }

  add(piece: TextPiece): void {
    const current = this.#current;
    if (current === undefined) return;
    if (current.isWritten && piece.byte > this.#options.limits.output) {
      current.end.add(piece);
      return;
    }
    current.held.push(piece);
    current.heldChars += piece.text.length;
    if (current.isWritten || current.heldChars > HELD) this.#release(current);
  }

  /** Writes the output of the running command that is held back, so that a client can read it from the files. */
  release(): void {
    if (this.#current !== undefined) this.#release(this.#current);
  }

  /** Ends the command. `isCut`: its record does not have all of its output. */
  end(isCut: boolean): void {
    const current = this.#current;
    if (current !== undefined && (isCut || current.isWritten)) this.#release(current);
    this.#current = undefined;
  }

  /** Resolves when everything passed on so far is written, or left out. */
  async settled(): Promise<void> {
    while (this.#pumping !== undefined) await this.#pumping;
  }

  /** Deletes the output of a command. */
  async forget(seq: number): Promise<void> {
    await this.settled();
    await this.#kept.remove(seq);
  }

  async close(): Promise<void> {
    await this.settled();
    await this.#closeFile();
  }

  #release(current: Current): void {
    current.isWritten = true;
    for (const piece of [...current.held, ...current.end.take()]) {
      this.#queue.push({ seq: current.seq, piece });
      this.#queued += piece.text.length;
    }
    current.held = [];
    current.heldChars = 0;
    while (this.#queued > QUEUE_LIMIT && this.#queue.length > 1) {
      this.#queued -= this.#queue.shift()?.piece.text.length ?? 0;
    }
    this.#pumping ??= this.#pump();
  }

  async #pump(): Promise<void> {
    // The write begins after the output that led to it has been passed on to the viewers.
    await Promise.resolve();
    for (let job = this.#queue.shift(); job !== undefined; job = this.#queue.shift()) {
      this.#queued -= job.piece.text.length;
      if (job.seq !== this.#writing) this.#secrets = new SecretLines();
      const clean = this.#secrets.clean(Buffer.from(withoutNul(job.piece.text)));
      if (this.#options.now() >= this.#retryAt) await this.#try(job, clean);
      this.#writing = job.seq;
    }
    this.#pumping = undefined;
  }

  async #try(job: Job, bytes: Buffer): Promise<void> {
    try {
      // A host that ended before it wrote the beginning of a command may have left text of the same number.
      if (job.seq !== this.#cleared) await this.#kept.remove(job.seq);
      this.#cleared = job.seq;
      const output = await this.#openFor(job);
      await this.#file?.appendFile(bytes);
      this.#kept.grown(output, bytes.length);
      this.#reached = job.piece.char + job.piece.text.length;
      await this.#kept.shrink(job.seq);
      this.#trouble = '';
    } catch (error) {
      // Some of the piece may have been written.
      this.#reached = Number.NaN;
      this.#retryAt = this.#options.now() + RETRY_MS;
      await this.#closeFile();
      const why = reasonOf(error);
      if (why !== this.#trouble) this.#options.onTrouble(why);
      this.#trouble = why;
    }
  }

  /** Opens the file of the part that the piece belongs to. Returns the output, whose last part it is. */
  async #openFor({ seq, piece }: Job): Promise<Output> {
    const { folder, limits } = this.#options;
    const output = await this.#kept.output(seq);
    const last = output.parts.at(-1);
    const hasGap = piece.char !== (last === undefined ? 0 : this.#reached);
    if (last !== undefined && this.#file !== undefined && !hasGap && last.bytes < limits.part) return output;
    await this.#closeFile();
    const { line, byte, char, inLine } = piece;
    const number = (last?.part.part ?? -1) + (hasGap ? 2 : 1);
    const written: Written = { part: { seq, part: number, line, byte, char, inLine }, bytes: 0 };
    await makeFolder(join(folder, TEXT));
    this.#file = await open(partPath(folder, written.part), 'wx', 0o600);
    output.parts.push(written);
    return output;
  }

  async #closeFile(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    // The error that led here is already reported; a failed close adds nothing.
    await file?.close().catch(() => {});
  }
}

/** Throws if the path is a link: outputs must not be written to another folder. */
async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  if (!(await lstat(path)).isDirectory()) throw new Error(`${TEXT} is not a folder`);
}

/** A screen ignores NUL; in a file it counts as a sign of damage. */
function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '') : text;
}
