/**
 * Earlier command lines for the users of this host, from the records of all terminals and from the history file of a terminal's
 * shell. They are read on demand and kept while they are in use.
 *
 * Only the host reads files: a window may be on another machine. The shell itself reports its history file, by a sequence that
 * only a shell of this host can print.
 */

import { terminalFolders } from '../../ledger/files/ledger-files.ts';
import { readLedger } from '../../ledger/read/read-ledger.ts';
import type { LedgerRecord } from '../../ledger/records/record.ts';
import type { PastLine, PastQuery, PastResult } from '../../protocol/cotty/past-line.ts';
import type { Clock } from '../common/clock.ts';
import { type FileStamp, type HistoryPlace, historyStamp, readHistory } from './history-file.ts';
import { PastBook } from './past-book.ts';
import { type Pause, sortedInSlices } from './slices.ts';

// Reads the command lines from the records of all terminals, newest first.

/** Limits of recorded command lines, for each terminal and in all. Older ones are ignored. */
const MOST_OF_TERMINAL = 20_000;
const MOST = 100_000;

async function recordedLines(state: string, pause: Pause): Promise<PastLine[]> {
  const found: PastLine[] = [];
  for (const folder of await terminalFolders(state)) {
    await collect(folder, found, pause);
  }
  const sorted = await sortedInSlices(found, (one, other) => (other.at ?? 0) - (one.at ?? 0), pause);
  return sorted.slice(0, MOST);
}

async function collect(folder: string, found: PastLine[], pause: Pause): Promise<void> {
  let room = MOST_OF_TERMINAL;
  for await (const entries of readLedger(folder, { withoutOutput: true, onSetAside: () => {} })) {
    for (const entry of entries) {
      const line = entry.kind === 'record' ? pastLine(entry.record) : undefined;
      if (line !== undefined && room-- > 0) found.push(line);
    }
    if (room <= 0) return;
    await pause();
  }
}

/** Returns the line of a record if it may be offered to users: not if an agent ran it, nor if a part was redacted. */
function pastLine(record: LedgerRecord): PastLine | undefined {
  const { commandLine: line, startedAt: at, exitCode, cwd, writer } = record;
  const isWhole = record.forgotten !== true && record.commandCut === undefined;
  const isRedacted = record.redacted?.includes('cmd') === true;
  // A line that begins with a blank, to hide it from the shell's history, is not offered either.
  if (line.trim() === '' || line.startsWith(' ') || !isWhole || isRedacted) return undefined;
  if (writer?.startsWith('agent:') === true) return undefined;
  return {
    line: line.trimEnd(),
    at,
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(cwd === undefined ? {} : { cwd }),
  };
}

/** Lists are dropped if nobody has asked for so many milliseconds: hundreds of thousands of lines take tens of megabytes. */
const KEPT_MS = 10 * 60 * 1000;
/** Limit of lists, one for each history file. Beyond it the oldest is dropped. */
const MOST_BOOKS = 3;
/** Limit of lines of one answer, and of `skip`. */
const PAGE = 100;
const MOST_SKIPPED = 10_000;
/** UTF-16 units of the lines of one answer; at least one line is returned. */
const PAGE_CHARS = 256 * 1024;

type Kept = { readonly book: PastBook; readonly stamp: FileStamp | undefined };

export type PastOptions = {
  readonly clock: Clock;
  /** Returns the state folder; undefined if there are no records. */
  readonly folder: () => string | undefined;
};

export class Past {
  readonly #options: PastOptions;
  /** Key: the path of the history file, `''` for shells without one. */
  readonly #books = new Map<string, Promise<Kept>>();
  #recorded: Promise<PastLine[]> | undefined;
  /** Commands that have ended since the records were read. */
  #ended: PastLine[] = [];
  #cancelDrop: () => void = () => {};
  readonly #pause: Pause;

  constructor(options: PastOptions) {
    this.#options = options;
    this.#pause = () => new Promise((resolve) => options.clock.soon(resolve));
  }

  /** Must be called with each command that has ended. */
  ran(record: LedgerRecord): void {
    if (this.#recorded === undefined) return;
    const line = pastLine(record);
    if (line === undefined) return;
    this.#ended.unshift(line);
    for (const kept of this.#books.values()) void kept.then(({ book }) => book.add(line), nothing);
  }

  /** Drops everything that was read: a record was deleted or changed. */
  drop(): void {
    this.#cancelDrop();
    this.#books.clear();
    this.#recorded = undefined;
    this.#ended = [];
  }

  /** `isWanted` returns whether a client still waits for the answer of a long search. */
  async find(
    place: HistoryPlace | undefined,
    cwd: string | undefined,
    query: PastQuery,
    isWanted: () => boolean = () => true,
  ): Promise<PastResult> {
    this.#keep();
    const book = await this.#book(place);
    const { prefix = '', words, skip = 0, limit = PAGE } = query;
    const found =
      words === undefined ? book.withPrefix(prefix, cwd) : book.withWords(words, cwd, this.#pause);
    return page(found, { skip: Math.min(skip, MOST_SKIPPED), limit: Math.min(limit, PAGE), isWanted });
  }

  close(): void {
    this.drop();
  }

  #keep(): void {
    this.#cancelDrop();
    this.#cancelDrop = this.#options.clock.after(KEPT_MS, () => this.drop());
  }

  async #book(place: HistoryPlace | undefined): Promise<PastBook> {
    const key = place?.path ?? '';
    const known = this.#books.get(key);
    const fresh = known === undefined ? this.#read(place) : this.#refreshed(known, place);
    if (known === undefined && this.#books.size >= MOST_BOOKS) {
      const [first = ''] = this.#books.keys();
      this.#books.delete(first);
    }
    this.#books.set(key, fresh);
    // After an error, the next request tries again.
    fresh.catch(() => {
      if (this.#books.get(key) === fresh) this.#books.delete(key);
    });
    return (await fresh).book;
  }

  /** Adds what was appended to the file. If there is another file at the path, it is read as a whole. */
  async #refreshed(known: Promise<Kept>, place: HistoryPlace | undefined): Promise<Kept> {
    const kept = await known;
    if (kept.book.isFull) return this.#readAll(place);
    if (place === undefined) return kept;
    const stamp = await historyStamp(place.path);
    const { stamp: last } = kept;
    if (stamp?.size === last?.size && stamp?.mtimeMs === last?.mtimeMs && stamp?.ino === last?.ino)
      return kept;
    if (stamp === undefined || last === undefined || stamp.ino !== last.ino || stamp.size <= last.size)
      return this.#read(place);
    const added = await readHistory(place, this.#pause, last.size);
    for (const line of added?.lines.toReversed() ?? []) kept.book.add(line);
    return kept.book.isFull ? this.#readAll(place) : { book: kept.book, stamp: added?.stamp ?? stamp };
  }

  #readAll(place: HistoryPlace | undefined): Promise<Kept> {
    this.#recorded = undefined;
    this.#ended = [];
    return this.#read(place);
  }

  async #read(place: HistoryPlace | undefined): Promise<Kept> {
    const recorded = await (this.#recorded ?? this.#readRecords());
    const ofFile = place === undefined ? undefined : await readHistory(place, this.#pause);
    const book = await PastBook.of(ofFile?.lines ?? [], [...this.#ended, ...recorded], this.#pause);
    return { book, stamp: ofFile?.stamp };
  }

  /** The result is kept for later requests, unless reading fails. */
  #readRecords(): Promise<PastLine[]> {
    const folder = this.#options.folder();
    const reading = folder === undefined ? Promise.resolve([]) : recordedLines(folder, this.#pause);
    this.#recorded = reading;
    reading.catch(() => {
      if (this.#recorded === reading) this.#recorded = undefined;
    });
    return reading;
  }
}

type PageLimits = { readonly skip: number; readonly limit: number; readonly isWanted: () => boolean };

async function page(
  found: Iterable<PastLine> | AsyncIterable<PastLine>,
  { skip, limit, isWanted }: PageLimits,
): Promise<PastResult> {
  const lines: PastLine[] = [];
  let [skipped, chars] = [0, 0];
  for await (const line of found) {
    if (skipped++ < skip) continue;
    chars += line.line.length;
    const isFull = lines.length >= limit || (lines.length > 0 && chars > PAGE_CHARS);
    if (isFull || !isWanted()) return { lines, more: true };
    lines.push(line);
  }
  return { lines, more: false };
}

function nothing(): void {}
