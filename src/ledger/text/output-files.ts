/**
 * OutputFiles writes the outputs of one terminal's commands to its folder, one piece at a time and in order; the pty never
 * waits for it. Of a command whose output fits in its record nothing is written. The pieces come from a reader of the
 * terminal's log (`records/printed-text.ts`): the files have what the log no longer holds.
 *
 * A piece that cannot be written, because the disk is full or too slow, is left out, and the next part begins after a gap.
 */

import { type FileHandle, mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { TextPiece } from '../records/printed-text.ts';
import { SecretLines } from './secret-lines.ts';
import type { TextLimits } from './text-limits.ts';
import { damagedParts, partPath, TEXT, type TextPart, textParts } from './text-names.ts';

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
/**
 * UTF-16 units of the end of an output that are held back once it is longer than its limit: of what a program prints without
 * end, most would be written only to be deleted. Beyond this the oldest held piece is left out.
 */
const END_HELD = 4 * 1024 * 1024;
/** Limit of what waits to be written, in UTF-16 units; beyond it the oldest piece is left out. */
const QUEUE_LIMIT = 8 * 1024 * 1024;
/** After a failure nothing is tried for so long: each try costs time, and a flood would try for each piece. */
const RETRY_MS = 1000;

type Job = { readonly seq: number; readonly piece: TextPiece };
type Current = { readonly seq: number; held: TextPiece[]; heldChars: number; isWritten: boolean };
type Written = { readonly part: TextPart; bytes: number };
/** The parts of one output, with the sum of their bytes. */
type Output = { readonly parts: Written[]; bytes: number };

export class OutputFiles {
  readonly #options: OutputFilesOptions;
  #secrets = new SecretLines();
  /** The command of the last piece that was taken from the queue. */
  #writing = 0;
  #current: Current | undefined;
  #queue: Job[] = [];
  #queued = 0;
  #pumping: Promise<void> | undefined;
  /** What is on the disk, by command, oldest first; undefined until it was looked at. */
  #kept: Map<number, Output> | undefined;
  /** Bytes of all of it. */
  #keptBytes = 0;
  #file: FileHandle | undefined;
  /** Where the piece that was written last ends in its output, in UTF-16 units. A piece that begins elsewhere follows a gap. */
  #reached = 0;
  #retryAt = 0;
  #trouble = '';

  constructor(options: OutputFilesOptions) {
    this.#options = options;
  }

  begin(seq: number): void {
    this.#current = { seq, held: [], heldChars: 0, isWritten: false };
  }

  add(piece: TextPiece): void {
    const current = this.#current;
    if (current === undefined) return;
    current.held.push(piece);
    current.heldChars += piece.text.length;
    const isBeyond = piece.byte > this.#options.limits.output;
    if (current.isWritten ? !isBeyond : current.heldChars > HELD) this.#release(current);
    while (current.heldChars > END_HELD) current.heldChars -= current.held.shift()?.text.length ?? 0;
  }

  /** Writes what is held back of the running command: somebody reads it, and its record has not room for it. */
  release(): void {
    if (this.#current !== undefined) this.#release(this.#current);
  }

  /** Ends the command. `isCut`: its record has not room for all of its output. */
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
    await this.#remove(seq);
  }

  async close(): Promise<void> {
    await this.settled();
    await this.#closeFile();
  }

  #release(current: Current): void {
    current.isWritten = true;
    for (const piece of current.held) {
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
      if (job.seq !== this.#writing) await this.#remove(job.seq);
      const { output, last } = await this.#partFor(job);
      await this.#file?.appendFile(bytes);
      last.bytes += bytes.length;
      output.bytes += bytes.length;
      this.#keptBytes += bytes.length;
      this.#reached = job.piece.char + job.piece.text.length;
      await this.#shrink(job.seq);
      this.#trouble = '';
    } catch (error) {
      // Some of the piece may have been written.
      this.#reached = Number.NaN;
      this.#retryAt = this.#options.now() + RETRY_MS;
      await this.#closeFile();
      const why = error instanceof Error ? error.message : String(error);
      if (why !== this.#trouble) this.#options.onTrouble(why);
      this.#trouble = why;
    }
  }

  /** Returns the output and the part that the piece belongs to, with the file of the part open. */
  async #partFor({ seq, piece }: Job): Promise<{ readonly output: Output; readonly last: Written }> {
    const { folder, limits } = this.#options;
    const kept = await this.#keptParts();
    const output = kept.get(seq) ?? { parts: [], bytes: 0 };
    const last = output.parts.at(-1);
    const hasGap = piece.char !== (last === undefined ? 0 : this.#reached);
    if (last !== undefined && this.#file !== undefined && !hasGap && last.bytes < limits.part)
      return { output, last };
    await this.#closeFile();
    const { line, byte, char, inLine } = piece;
    const number = (last?.part.part ?? -1) + (hasGap ? 2 : 1);
    const written: Written = { part: { seq, part: number, line, byte, char, inLine }, bytes: 0 };
    await mkdir(join(folder, TEXT), { recursive: true, mode: 0o700 });
    this.#file = await open(partPath(folder, written.part), 'wx', 0o600);
    output.parts.push(written);
    kept.set(seq, output);
    return { output, last: written };
  }

  /** Deletes what is beyond the limits: of this output its middle, then whole outputs, oldest first. */
  async #shrink(seq: number): Promise<void> {
    const { limits } = this.#options;
    const kept = await this.#keptParts();
    const output = kept.get(seq) ?? { parts: [], bytes: 0 };
    while (output.bytes > limits.output && output.parts.length > 2) {
      const [gone] = output.parts.splice(firstOfTail(output.parts, limits.output / 2), 1);
      if (gone === undefined) break;
      output.bytes -= gone.bytes;
      this.#keptBytes -= gone.bytes;
      await rm(partPath(this.#options.folder, gone.part), { force: true });
    }
    for (const oldest of kept.keys()) {
      if (this.#keptBytes <= limits.folder || oldest === seq) break;
      await this.#remove(oldest);
    }
  }

  async #remove(seq: number): Promise<void> {
    const kept = await this.#keptParts();
    const { folder } = this.#options;
    const output = kept.get(seq);
    const paths = (output?.parts ?? []).map(({ part }) => partPath(folder, part));
    for (const path of [...paths, ...(await damagedParts(folder, seq))]) await rm(path, { force: true });
    kept.delete(seq);
    this.#keptBytes -= output?.bytes ?? 0;
  }

  /** Looks at the folder once: the outputs of earlier hosts count for the limit, too. */
  async #keptParts(): Promise<Map<number, Output>> {
    if (this.#kept !== undefined) return this.#kept;
    const { folder } = this.#options;
    const found: [number, Output][] = [];
    for (const [seq, parts] of await textParts(folder)) {
      const sizes = parts.map(async (part) => ({ part, bytes: (await stat(partPath(folder, part))).size }));
      const written = await Promise.all(sizes);
      found.push([seq, { parts: written, bytes: written.reduce((sum, { bytes }) => sum + bytes, 0) }]);
    }
    this.#kept = new Map(found.sort(([left], [right]) => left - right));
    this.#keptBytes = found.reduce((sum, [, { bytes }]) => sum + bytes, 0);
    return this.#kept;
  }

  async #closeFile(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    // The error that led here is already reported; a failed close adds nothing.
    await file?.close().catch(() => {});
  }
}

/** NUL shows nothing on a screen; in a file it is the sign of damage. */
function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '') : text;
}

/** Returns the index of the oldest part after the head, which ends at the first gap; never the last part, which still grows. */
function firstOfTail(parts: readonly Written[], head: number): number {
  let left = head;
  const at = parts.findIndex(({ part, bytes }, index) => {
    left -= bytes;
    return left < 0 || part.part !== index;
  });
  return Math.min(at, parts.length - 2);
}
