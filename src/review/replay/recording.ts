/** What is played: the output of one command, or all that a terminal has printed, with times, sizes and the commands in it. */

import { CastReader } from '../../protocol/common/cast-reader.ts';
import { printedOf } from '../export/cast.ts';
import type { Run } from '../run.ts';
import { timedText, withCarriageReturns } from '../timed-text.ts';

/** From `atMs` on (milliseconds since the beginning), the text has been printed up to `end`, in UTF-16 units. */
export type Piece = { readonly atMs: number; readonly end: number };

/** The size of the terminal behind the first `end` units; what is absent was not recorded. */
export type Size = { readonly end: number; readonly cols?: number; readonly rows?: number };

/** Where a command begins; `title` is its command line. */
export type Marker = { readonly atMs: number; readonly title: string };

export type Recording = {
  readonly text: string;
  /** In order, as sizes and markers. */
  readonly pieces: readonly Piece[];
  readonly sizes: readonly Size[];
  readonly markers: readonly Marker[];
  readonly endMs: number;
  /** False if no times were recorded: lines then come at a steady rate. */
  readonly isTimed: boolean;
  /** Whether what was recorded before is left out. */
  readonly isCut: boolean;
};

/** Limit: UTF-16 units of a recording. What is printed later is left out. */
const MOST_TEXT = 32 * 1024 * 1024;
/**
 * Limit of pieces. When there are more, those that came within twice the time are joined. Of sizes and markers there are at most a
 * tenth as many: a further size replaces the last one, and further markers are left out.
 */
const MOST_PIECES = 100_000;
/** Pieces that came within so many milliseconds are joined from the start. */
const JOINED_MS = 50;
/** Limit of columns and rows: sizes come from a file. */
const MOST_CELLS = 1000;

/** A piece to which the next ones may be joined. One that is the first behind a marker is joined to none before. */
type Joined = { readonly atMs: number; end: number; readonly isFirst: boolean };

export class RecordingMaker {
  readonly #most: number;
  readonly #parts: string[] = [];
  readonly #sizes: Size[] = [];
  readonly #markers: Marker[] = [];
  #pieces: Joined[] = [];
  #units = 0;
  #last = 0;
  #joined = JOINED_MS;
  #isMarked = false;

  constructor(most = MOST_PIECES) {
    this.#most = most;
  }

  get isFull(): boolean {
    return this.#units >= MOST_TEXT;
  }

  /** Time does not go back: what comes with an earlier time comes with the last one. */
  print(atMs: number, text: string): void {
    this.#pass(atMs);
    if (text === '' || this.isFull) return;
    this.#parts.push(text);
    this.#units += text.length;
    const piece = { atMs: this.#last, end: this.#units, isFirst: this.#isMarked };
    this.#isMarked = false;
    if (!this.#joins(this.#pieces, piece)) this.#pieces.push(piece);
    while (this.#pieces.length > this.#most) this.#joinMore();
  }

  mark(atMs: number, title: string): void {
    this.#pass(atMs);
    if (this.#markers.length * 10 >= this.#most) return;
    this.#isMarked = true;
    this.#markers.push({ atMs: this.#last, title });
  }

  resize(cols: number | undefined, rows?: number): void {
    const size: Size = {
      end: this.#units,
      ...(cols === undefined ? {} : { cols: cells(cols) }),
      ...(rows === undefined ? {} : { rows: cells(rows) }),
    };
    if (this.#sizes.at(-1)?.end === size.end || this.#sizes.length * 10 >= this.#most) this.#sizes.pop();
    this.#sizes.push(size);
  }

  made({ endMs = 0, isTimed = true, isCut = false }: Partial<Recording> = {}): Recording {
    return {
      text: this.#parts.join(''),
      pieces: this.#pieces,
      sizes: this.#sizes,
      markers: this.#markers,
      endMs: Math.max(this.#last, endMs),
      isTimed,
      isCut,
    };
  }

  #pass(atMs: number): void {
    this.#last = Math.min(Number.MAX_SAFE_INTEGER, Math.max(this.#last, atMs));
  }

  #joins(pieces: readonly Joined[], { atMs, end, isFirst }: Joined): boolean {
    const before = pieces.at(-1);
    if (before === undefined || isFirst || atMs - before.atMs >= this.#joined) return false;
    before.end = end;
    return true;
  }

  #joinMore(): void {
    this.#joined *= 2;
    const pieces: Joined[] = [];
    for (const piece of this.#pieces) if (!this.#joins(pieces, piece)) pieces.push(piece);
    this.#pieces = pieces;
  }
}

function cells(count: number): number {
  return Math.max(1, Math.min(MOST_CELLS, count));
}

/** Without times: milliseconds of a line, and limits of the whole replay and of its pieces. */
const LINE_MS = 100;
const STEADY_MS = 10_000;
const STEADY_PIECES = 1000;

/** The output of a command; its beginning is that of the command. */
export function recordingOfRun(run: Run): Recording {
  const made = new RecordingMaker();
  if (run.cols !== undefined) made.resize(run.cols);
  made.mark(0, run.commandLine);
  const pieces = timedText(run);
  if (pieces === undefined) return steady(made, withCarriageReturns(run.output));
  for (const { atMs, text } of pieces) made.print(atMs, text);
  return made.made({ endMs: (run.finishedAt ?? run.startedAt) - run.startedAt });
}

function steady(made: RecordingMaker, text: string): Recording {
  const ends: number[] = [];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) ends.push(at + 1);
  if (ends.at(-1) !== text.length && text !== '') ends.push(text.length);
  const every = Math.ceil(ends.length / STEADY_PIECES);
  const lineMs = Math.min(LINE_MS, STEADY_MS / Math.max(1, ends.length));
  let from = 0;
  for (const [index, end] of ends.entries()) {
    if ((index + 1) % every !== 0 && index !== ends.length - 1) continue;
    made.print(Math.round((index + 1) * lineMs), text.slice(from, end));
    from = end;
  }
  return made.made({ isTimed: false });
}

/** A command of a terminal with what was printed before it while none ran; without a run that is all. `at`: Unix ms. */
export type RunAfter = { readonly at: number; readonly before: string; readonly run?: Run };

/** The commands of a terminal one after the other, each behind a line at a prompt. `isCut`: older ones are left out. */
export function recordingOfRuns(runs: readonly RunAfter[], isCut: boolean): Recording {
  const made = new RecordingMaker();
  const began = runs[0]?.at ?? 0;
  for (const { at, before, run } of runs) {
    if (run?.cols !== undefined) made.resize(run.cols);
    made.print(at - began, withCarriageReturns(before));
    if (before !== '' && !before.endsWith('\n')) made.print(at - began, '\r\n');
    if (run === undefined) continue;
    made.mark(at - began, run.commandLine);
    for (const printed of printedOf(run)) made.print(printed.at - began, printed.text);
  }
  return made.made({ isCut });
}

const BEGINS = ' begins';

/** Makes a recording of a raw log, which comes in pieces of whole lines. */
export class RawRecording {
  readonly #made = new RecordingMaker();
  readonly #reader = new CastReader();
  readonly #lineOf: (commandId: string) => string | undefined;

  /** `lineOf` tells the command line of a command, if it is known. */
  constructor(lineOf: (commandId: string) => string | undefined) {
    this.#lineOf = lineOf;
  }

  get isFull(): boolean {
    return this.#made.isFull;
  }

  add(lines: string): void {
    for (const line of lines.split('\n')) {
      const event = this.#reader.take(line);
      if (event === undefined) continue;
      const { code, data } = event;
      const atMs = Math.round(event.at * 1000);
      if (code === 'o') this.#made.print(atMs, data);
      else if (code === 'r') this.#resize(data);
      else if (code === 'm' && data.endsWith(BEGINS)) {
        const id = data.slice(0, -BEGINS.length);
        this.#made.mark(atMs, this.#lineOf(id) ?? id);
      }
    }
  }

  made(isCut: boolean): Recording {
    return this.#made.made({ isCut });
  }

  #resize(size: string): void {
    const [cols, rows] = size.split('x').map(Number);
    if (Number.isSafeInteger(cols) && Number.isSafeInteger(rows)) this.#made.resize(cols, rows);
  }
}
