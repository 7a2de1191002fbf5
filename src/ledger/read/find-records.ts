/** Finds the records of one terminal that match a query: in memory first, then in its ledger if more are needed. */

import type { RecentCommands } from '../records/recent-commands.ts';
import type { LedgerRecord } from '../records/record.ts';
import { endsBefore, readLedger } from './read-ledger.ts';

/** Selects records: all given conditions must hold, and `last` takes the newest of the matches. */
export type RecordQuery = { readonly last?: number; readonly sinceSeq?: number; readonly seq?: number };

/** Records, oldest first. `more`: newer ones follow if only `sinceSeq` was given; otherwise older ones exist. */
export type FoundRecords = { readonly records: readonly LedgerRecord[]; readonly more: boolean };

/** Limits of one answer: records, and UTF-16 units of command lines and outputs. At least one record is returned. */
const MOST_RECORDS = 1000;
const MOST_CHARS = 1024 * 1024;

export type FindingRecords = {
  readonly written?: () => Promise<void>;
  /** Awaited between pieces of the ledger, so that other work can run. */
  readonly pause?: () => Promise<void>;
};

/**
 * Older records are in `folder` once `written` resolves. Records on disk were redacted when they were written; records
 * in memory were not.
 */
export async function findRecords(
  commands: RecentCommands,
  folder: string | undefined,
  query: RecordQuery,
  { written, pause }: FindingRecords = {},
): Promise<FoundRecords> {
  const found = new Found(query);
  const { running, recent } = commands;
  const inMemory = running === undefined ? recent : [...recent, running];
  for (const record of inMemory.toReversed()) found.take(record);
  const oldest = inMemory[0]?.seq ?? Number.POSITIVE_INFINITY;
  if (folder !== undefined && !found.isEnough) {
    await written?.();
    await readOlder(folder, oldest, found, pause);
  }
  return found.read();
}

async function readOlder(
  folder: string,
  before: number,
  found: Found,
  pause: FindingRecords['pause'],
): Promise<void> {
  const mayMatter = endsBefore(Math.min(before, found.endsAt + 1));
  for await (const entries of readLedger(folder, { mayMatter, onSetAside: () => {} })) {
    for (const entry of entries) {
      if (entry.kind === 'record' && entry.record.seq < before) found.take(entry.record);
    }
    if (found.isEnough) return;
    await pause?.();
  }
}

/** Collects records, newest first. */
class Found {
  readonly #least: number;
  readonly #exactly: number | undefined;
  readonly #last: number;
  /** True when pages go from old to new: a page that is too long drops its newest records. */
  readonly #forward: boolean;
  #records: LedgerRecord[] = [];
  #chars = 0;
  #more = false;
  #done = false;

  constructor({ last, sinceSeq, seq }: RecordQuery) {
    const isOpen = sinceSeq === undefined && seq === undefined;
    this.#least = seq ?? (sinceSeq === undefined ? 0 : sinceSeq + 1);
    this.#exactly = seq;
    this.#last = last ?? (isOpen ? 1 : Number.POSITIVE_INFINITY);
    this.#forward = last === undefined && sinceSeq !== undefined;
  }

  /** The greatest number that is wanted. */
  get endsAt(): number {
    return this.#exactly ?? Number.POSITIVE_INFINITY;
  }

  get isEnough(): boolean {
    return this.#done;
  }

  take(record: LedgerRecord): void {
    if (this.#done) return;
    const { seq } = record;
    if (seq < this.#least) {
      this.#done = true;
      return;
    }
    if (this.#exactly !== undefined && seq !== this.#exactly) return;
    this.#add(record);
    if (seq === this.#least || this.#records.filter(isCommand).length >= this.#last) this.#done = true;
  }

  read(): FoundRecords {
    return { records: this.#records.toReversed(), more: this.#more };
  }

  #add(record: LedgerRecord): void {
    const chars = this.#chars + sizeOf(record);
    const isFull = this.#records.length > 0 && (chars > MOST_CHARS || this.#records.length >= MOST_RECORDS);
    if (isFull) this.#more = true;
    if (isFull && !this.#forward) {
      this.#done = true;
      return;
    }
    this.#records.push(record);
    this.#chars = chars;
    while (this.#forward && this.#isTooMuch) {
      const newest = this.#records.shift();
      this.#chars -= newest === undefined ? 0 : sizeOf(newest);
    }
  }

  get #isTooMuch(): boolean {
    return this.#records.length > 1 && (this.#chars > MOST_CHARS || this.#records.length > MOST_RECORDS);
  }
}

function isCommand({ noCommand }: LedgerRecord): boolean {
  return noCommand !== true;
}

function sizeOf({ commandLine, output, before = '' }: LedgerRecord): number {
  return before.length + commandLine.length + output.head.length + output.tail.length;
}
