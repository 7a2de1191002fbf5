/** Searches the outputs of the commands that match otherwise, some at a time: the next answer goes on where the last one ended. */

import type { FoundRow } from '../../ledger/index/find-rows.ts';
import { outputOfRow, parsed, RowTexts } from '../../ledger/index/row-text.ts';
import { outputOf } from '../../ledger/read/command-output.ts';
import { rowsThatMayHave } from '../../ledger/read/literal-rows.ts';
import type { LedgerRecord } from '../../ledger/records/record.ts';
import { isAnyCase, literalTest, printedLine, searchOutput } from '../../ledger/text/search-output.ts';
import { type PartsOf, readableParts } from '../../ledger/text/text-names.ts';
import type { KeptOutput } from '../../ledger/text/text-spans.ts';
import type { HistoryQuery } from '../../protocol/cotty/history.ts';
import type { Clock } from '../common/clock.ts';
import { sourcesOf } from '../record/output-sources.ts';
import type { Recorder } from '../record/recorder.ts';
import { compareMemory, type InMemory, keyOfRow } from './in-memory.ts';
import type { Pause } from './slices.ts';

/** Milliseconds that one answer searches. */
const MOST_MS = 250;

/** A command of the index, or one in memory. */
export type Found = FoundRow | InMemory;
type FoundOutput = { readonly one: Found; readonly line: string };

type Needs = { readonly recorder: Recorder; readonly clock: Clock };

/** The commands that match otherwise: those in memory, and the next ones of the index. Both are in the order of the query. */
type Candidates = {
  readonly memory: readonly InMemory[];
  readonly next: (pause: Pause) => Promise<readonly FoundRow[] | undefined>;
  readonly query: HistoryQuery & { readonly output: string };
};

export class OutputSearch {
  readonly #needs: Needs;
  readonly #candidates: Candidates;
  readonly #text: string;
  readonly #ignoreCase: boolean;
  readonly #mayHave: ((line: string) => boolean) | undefined;
  /** The files of long outputs, by folder. */
  readonly #parts = new Map<string, Promise<PartsOf>>();
  readonly #found: FoundOutput[] = [];
  /** Commands of the index that were not looked at; undefined at their end. */
  #rows: readonly FoundRow[] | undefined = [];
  #nextRow = 0;
  #nextInMemory = 0;
  #advancing: Promise<void> = Promise.resolve();

  constructor(needs: Needs, candidates: Candidates) {
    const { output } = candidates.query;
    this.#needs = needs;
    this.#candidates = candidates;
    this.#text = output;
    this.#ignoreCase = isAnyCase(output);
    this.#mayHave = rowsThatMayHave(output, this.#ignoreCase);
  }

  get found(): readonly FoundOutput[] {
    return this.#found;
  }

  get isDone(): boolean {
    return this.#rows === undefined && this.#nextInMemory >= this.#candidates.memory.length;
  }

  /** Searches until so many are found, for some milliseconds at most. */
  advance(count: number, pause: Pause): Promise<void> {
    const advanced = this.#advancing.then(() => this.#advance(count, pause));
    this.#advancing = advanced.catch(() => {});
    return advanced;
  }

  async #advance(count: number, pause: Pause): Promise<void> {
    const { clock } = this.#needs;
    const texts = new RowTexts();
    const until = clock.now() + MOST_MS;
    try {
      while (this.#found.length < count && clock.now() < until) {
        const one = await this.#next(pause);
        if (one === undefined) return;
        const line =
          'record' in one ? await this.#inMemory(one, pause) : await this.#inRow(one, texts, pause);
        if (line !== undefined) this.#found.push({ one, line });
        await pause();
      }
    } finally {
      await texts.close();
    }
  }

  /** Returns the next command in the order of the query. */
  async #next(pause: Pause): Promise<Found | undefined> {
    if (this.#nextRow >= (this.#rows?.length ?? 0) && this.#rows !== undefined) {
      this.#rows = await this.#candidates.next(pause);
      this.#nextRow = 0;
    }
    const { memory, query } = this.#candidates;
    const row = this.#rows?.[this.#nextRow];
    const command = memory[this.#nextInMemory];
    const compare = compareMemory(query.order ?? 'newest');
    const isInMemory =
      command !== undefined && (row === undefined || compare(command, { key: keyOfRow(row) }) <= 0);
    if (isInMemory) this.#nextInMemory += 1;
    else this.#nextRow += 1;
    return isInMemory ? command : row;
  }

  async #inRow(row: FoundRow, texts: RowTexts, pause: Pause): Promise<string | undefined> {
    const text = (await texts.bytesAmongMany(row))?.toString();
    if (text === undefined || this.#mayHave?.(text) === false) return undefined;
    const record = parsed(row, text);
    if (record === undefined) return undefined;
    const kept = await outputOfRow(row, record, pause, (folder) => this.#partsOf(folder));
    return (await this.#lineIn(kept)) ?? this.#lineBefore(record);
  }

  async #inMemory({ uri, record }: InMemory, pause: Pause): Promise<string | undefined> {
    const kept = await outputOf(sourcesOf(this.#needs.recorder, uri, pause), record.seq);
    return (kept && (await this.#lineIn(kept))) ?? this.#lineBefore(record);
  }

  async #lineIn(kept: KeptOutput): Promise<string | undefined> {
    const wanted = { text: this.#text, ignoreCase: this.#ignoreCase, fromLine: 1, limit: 1 };
    return (await searchOutput(kept, wanted)).lines[0]?.text;
  }

  /** What background jobs have printed before the command counts as well. */
  #lineBefore({ before }: Pick<LedgerRecord, 'before'>): string | undefined {
    return printedLine(before, literalTest(this.#text));
  }

  #partsOf(folder: string): Promise<PartsOf> {
    const known = this.#parts.get(folder) ?? readableParts(folder);
    this.#parts.set(folder, known);
    return known;
  }
}
