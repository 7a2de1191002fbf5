/** Reads the records of one terminal, newest first. A line or a file that cannot be read is set aside; all others count. */

import { basename } from 'node:path';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import { type Annotation, annotated } from '../../protocol/terminal/annotation.ts';
import { ledgerFiles } from '../files/ledger-files.ts';
import { changeOf, type NoteRow, parseRow, type Row } from '../files/ledger-row.ts';
import { linesBackward } from '../files/lines-backward.ts';
import type { LedgerRecord } from '../records/record.ts';

export type LedgerEntry =
  | { readonly kind: 'record'; readonly record: LedgerRecord }
  | { readonly kind: 'clear' | 'gap'; readonly at: number };

type Left = Extract<Row, { readonly kind: 'left' }>;

export type ReadOptions = {
  /** Called for each line and each file that is set aside. Without it a file that cannot be read is an error. */
  readonly onSetAside?: (why: string) => void;
  /** Returns false for the line of an `end` that need not be parsed. */
  readonly mayMatter?: (line: string) => boolean;
  /** Leaves the outputs of commands unparsed and empty, where the row has counts of them. */
  readonly withoutOutput?: boolean;
};

/** The start of a row as `formatRow` writes it. A `begin` whose `end` is known need not be parsed. */
const BEGIN = /^\{"v":1,"row":"begin","seq":(\d{1,15}),/;
const END = /^\{"v":1,"row":"end","seq":(\d{1,15}),/;

/** Returns a `mayMatter` for the commands before a number: newer ones, whose outputs may be long, are not parsed. */
export function endsBefore(seq: number): (line: string) => boolean {
  return (line) => {
    const found = END.exec(line)?.[1];
    return found === undefined || Number(found) < seq;
  };
}

/** Yields entries in batches. A record without `finishedAt` has no `end` row: it still runs, or its end was lost. */
export async function* readLedger(
  folder: string,
  options: ReadOptions = {},
): AsyncGenerator<readonly LedgerEntry[]> {
  const ended = new Set<number>();
  const left = new Map<number, Left>();
  const notes = new LaterNotes();
  for (const path of ledgerFiles(folder)) {
    const reader = new RowReader({ ended, left, notes }, options, basename(path));
    for await (const lines of readableLines(path, options.onSetAside)) {
      yield lines.flatMap((line) => reader.read(line) ?? []);
    }
  }
}

async function* readableLines(
  path: string,
  onSetAside: ReadOptions['onSetAside'],
): AsyncGenerator<readonly string[]> {
  try {
    yield* linesBackward(path);
  } catch (error) {
    if (onSetAside === undefined) throw error;
    onSetAside(`${basename(path)}: ${reasonOf(error)}`);
  }
}

/** What was read of commands whose `end` row is still to come: reading goes backwards. */
type Later = {
  /** Numbers of commands whose `begin` row need not be read. */
  readonly ended: Set<number>;
  readonly left: Map<number, Left>;
  readonly notes: LaterNotes;
};

/** Limit in UTF-16 units of notes that are held until their commands are read: beyond it those of the oldest rows are lost. */
const NOTES_HELD = 8 * 1024 * 1024;

/** Notes and bookmarks of commands that are not read yet, by their numbers. */
class LaterNotes {
  readonly #changes = new Map<number, Annotation>();
  #held = 0;

  has(seq: number): boolean {
    return this.#changes.has(seq);
  }

  /** Takes the next older row: each field that a newer one has stays. */
  take(row: NoteRow): void {
    const known = this.#changes.get(row.seq);
    const change = { ...changeOf(row), ...known };
    const size = sizeOf(change) - (known === undefined ? 0 : sizeOf(known));
    if (this.#held + size > NOTES_HELD) return;
    this.#held += size;
    this.#changes.set(row.seq, change);
  }

  complete(record: LedgerRecord): LedgerRecord {
    const change = this.#changes.get(record.seq);
    if (change === undefined) return record;
    this.#changes.delete(record.seq);
    this.#held -= sizeOf(change);
    return annotated(record, change);
  }
}

function sizeOf({ note }: Annotation): number {
  return 100 + (note?.text.length ?? 0);
}

class RowReader {
  readonly #ended: Set<number>;
  /** `left` rows, by sequence number. Reading goes backwards, so each is read before the `end` row that it completes. */
  readonly #left: Map<number, Left>;
  readonly #notes: LaterNotes;
  readonly #options: ReadOptions;
  readonly #file: string;

  constructor({ ended, left, notes }: Later, options: ReadOptions, file: string) {
    this.#ended = ended;
    this.#left = left;
    this.#notes = notes;
    this.#options = options;
    this.#file = file;
  }

  read(line: string): LedgerEntry | undefined {
    if (this.#isKnownBegin(line) || this.#isUnwanted(line)) return undefined;
    const parsed = parseRow(this.#options.withoutOutput === true ? cutOutput(line) : line);
    if (parsed.ok) return this.#entryOf(parsed.row);
    this.#options.onSetAside?.(`${this.#file}: ${parsed.why}: ${line.slice(0, 60)}`);
    return undefined;
  }

  #isKnownBegin(line: string): boolean {
    const seq = BEGIN.exec(line)?.[1];
    return seq !== undefined && this.#ended.delete(Number(seq));
  }

  #isUnwanted(line: string): boolean {
    const { mayMatter } = this.#options;
    if (mayMatter === undefined || mayMatter(line)) return false;
    const seq = END.exec(line)?.[1];
    // Its note, which is in a row of its own, may be what matters.
    if (seq === undefined || this.#notes.has(Number(seq))) return false;
    this.#ended.add(Number(seq));
    return true;
  }

  #entryOf(row: Row): LedgerEntry | undefined {
    switch (row.kind) {
      case 'end':
        this.#ended.add(row.record.seq);
        return { kind: 'record', record: this.#notes.complete(this.#completed(row.record)) };
      case 'begin':
        if (this.#ended.delete(row.record.seq)) return undefined;
        return { kind: 'record', record: this.#notes.complete(row.record) };
      case 'clear':
      case 'gap':
        return { kind: row.kind, at: row.at };
      case 'left':
        this.#left.set(row.seq, row);
        return undefined;
      case 'note':
        this.#notes.take(row);
        return undefined;
      case 'ledger':
        return undefined;
    }
  }

  #completed(record: LedgerRecord): LedgerRecord {
    const left = this.#left.get(record.seq);
    if (left === undefined || !this.#left.delete(record.seq)) return record;
    const { finishedAt, exitCode } = left;
    return { ...record, finishedAt, entered: 'left', ...(exitCode === undefined ? {} : { exitCode }) };
  }
}

/** Start of the output in a row as `formatRow` writes it. Quotes in texts are escaped, so no text can contain this. */
const OUTPUT = ',"head":"';
const NO_OUTPUT = ',"head":"","omitted":0,"tail":""}';

/** Empties the output of a row, the longest part by far. A row that lacks counts stays whole: its output has to be counted. */
export function cutOutput(line: string): string {
  const at = line.indexOf(OUTPUT);
  if (at === -1 || !line.endsWith('}')) return line;
  return withoutOutput(line.slice(0, at)) ?? line;
}

/** Makes a row of what stands before its output; undefined if it lacks counts. */
export function withoutOutput(start: string): string | undefined {
  return start.includes(',"counts":{') ? start + NO_OUTPUT : undefined;
}
