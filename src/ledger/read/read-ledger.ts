/** Reads the records of one terminal, newest first. A line that cannot be read is set aside; all others count. */

import { basename } from 'node:path';
import { ledgerFiles } from '../files/ledger-files.ts';
import { parseRow, type Row } from '../files/ledger-row.ts';
import { linesBackward } from '../files/lines-backward.ts';
import type { LedgerRecord } from '../records/record.ts';

export type LedgerEntry =
  | { readonly kind: 'record'; readonly record: LedgerRecord }
  | { readonly kind: 'clear' | 'gap'; readonly at: number };

export type ReadOptions = {
  /** Called for each line that is set aside. */
  readonly onSetAside?: (why: string) => void;
  /** Returns false for the line of an `end` that need not be parsed. */
  readonly mayMatter?: (line: string) => boolean;
};

/** The start of a row as `formatRow` writes it. A `begin` whose `end` is known need not be parsed. */
const BEGIN = /^\{"v":1,"row":"begin","seq":(\d{1,15}),/;
const END = /^\{"v":1,"row":"end","seq":(\d{1,15}),/;

/** Yields entries in batches. A record without `finishedAt` has no `end` row: it still runs, or its end was lost. */
export async function* readLedger(
  folder: string,
  options: ReadOptions = {},
): AsyncGenerator<readonly LedgerEntry[]> {
  const ended = new Set<number>();
  for (const path of ledgerFiles(folder)) {
    const reader = new RowReader(ended, options, basename(path));
    for await (const lines of linesBackward(path)) {
      yield lines.flatMap((line) => reader.read(line) ?? []);
    }
  }
}

class RowReader {
  readonly #ended: Set<number>;
  readonly #options: ReadOptions;
  readonly #file: string;

  constructor(ended: Set<number>, options: ReadOptions, file: string) {
    this.#ended = ended;
    this.#options = options;
    this.#file = file;
  }

  read(line: string): LedgerEntry | undefined {
    if (this.#isKnownBegin(line) || this.#isUnwanted(line)) return undefined;
    const parsed = parseRow(line);
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
    if (seq !== undefined) this.#ended.add(Number(seq));
    return seq !== undefined;
  }

  #entryOf(row: Row): LedgerEntry | undefined {
    switch (row.kind) {
      case 'end':
        this.#ended.add(row.record.seq);
        return { kind: 'record', record: row.record };
      case 'begin':
        return this.#ended.delete(row.record.seq) ? undefined : { kind: 'record', record: row.record };
      case 'clear':
      case 'gap':
        return { kind: row.kind, at: row.at };
      case 'ledger':
        return undefined;
    }
  }
}
