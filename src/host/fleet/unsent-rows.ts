/** Reads the rows of a terminal's ledger that are not published yet: the ledger is the queue, on disk and redacted. */

import { ledgerFiles } from '../../ledger/files/ledger-files.ts';
import { parseRow, type Row } from '../../ledger/files/ledger-row.ts';
import { linesBackward } from '../../ledger/files/lines-backward.ts';
import { cutOutput } from '../../ledger/read/read-ledger.ts';
import type { LedgerRecord } from '../../ledger/records/record.ts';
import type { Cursor } from './fleet-file.ts';

/** `left`: a command has ended whose end was told when it entered an inner shell; the row has its number alone. */
export type UnsentRow =
  | { readonly kind: 'began' | 'ended'; readonly record: LedgerRecord }
  | { readonly kind: 'left'; readonly seq: number };

export type Unsent = {
  /** In the order of the ledger. */
  readonly rows: readonly UnsentRow[];
  /** Whether there are later ones. */
  readonly more: boolean;
};

/** Bytes of a ledger that are read at once: mostly the last rows are wanted. */
const CHUNK = 32 * 1024;
/** Rows of commands that have left their inner shells, which come one after the other: shells in shells are not that deep. */
const MOST_LEFT = 128;

/**
 * Returns the oldest rows that are not published, at most `most`. Reading goes backwards from the end, so that only what is new
 * is read. A `began` whose end is known tells nothing and is left out, and so is what was printed while no command ran. Only the
 * numbers of the commands count, and no time: a clock may be set.
 */
export async function unsentRows(folder: string, from: Cursor, most: number): Promise<Unsent> {
  const found = new NewestFirst(from, most);
  for await (const row of rowsBackward(folder)) if (found.take(row)) break;
  return found.unsent;
}

/** Returns the numbers of the newest rows of a terminal's ledger. */
export async function newestRows(folder: string): Promise<Cursor> {
  let [begun, ended] = [0, 0];
  for await (const row of rowsBackward(folder)) {
    if (row.kind === 'begin') begun ||= row.record.seq;
    if (row.kind === 'end') ended ||= row.record.seq;
    if (begun > 0 && ended > 0) break;
  }
  return { begun, ended };
}

async function* rowsBackward(folder: string): AsyncGenerator<Row> {
  for (const path of ledgerFiles(folder))
    for await (const lines of linesBackward(path, CHUNK))
      for (const line of lines) {
        const parsed = parseRow(cutOutput(line));
        // Whoever reads the records reports a damaged line.
        if (parsed.ok) yield parsed.row;
      }
}

class NewestFirst {
  readonly #from: Cursor;
  readonly #most: number;
  readonly #ended = new Set<number>();
  #rows: UnsentRow[] = [];
  #more = false;

  constructor(from: Cursor, most: number) {
    this.#from = from;
    this.#most = most;
  }

  /** Returns true at a row that is published: all before it are, too. */
  take(row: Row): boolean {
    if (row.kind === 'left') this.#add({ kind: row.kind, seq: row.seq });
    if (row.kind !== 'begin' && row.kind !== 'end') return false;
    const { record } = row;
    if (record.seq <= (row.kind === 'begin' ? this.#from.begun : this.#from.ended)) return true;
    if (row.kind === 'end') {
      this.#ended.add(record.seq);
      if (record.noCommand !== true) this.#add({ kind: 'ended', record });
    } else if (!this.#ended.delete(record.seq)) this.#add({ kind: 'began', record });
    return false;
  }

  get unsent(): Unsent {
    const rows = this.#oldest().reverse();
    return { rows, more: this.#more || rows.length < this.#rows.length };
  }

  /** Keeps the oldest: the newer ones are read again when these are published. */
  #add(row: UnsentRow): void {
    this.#rows.push(row);
    if (this.#rows.length < 2 * this.#most + MOST_LEFT) return;
    this.#more = true;
    this.#rows = this.#oldest();
  }

  /** The oldest rows, newest first. A `left` does not count, because no cursor moves with it. */
  #oldest(): UnsentRow[] {
    let count = 0;
    const from = this.#rows.findLastIndex(({ kind }) => {
      if (kind !== 'left') count += 1;
      return count > this.#most;
    });
    return this.#rows.slice(from + 1);
  }
}
