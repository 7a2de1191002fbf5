/** Searches the outputs of the commands that match otherwise, some at a time: the next answer goes on where the last one ended. */

import type { HistoryIndex } from '../../ledger/index/history-index.ts';
import { RowTexts } from '../../ledger/index/row-text.ts';
import { outputOf } from '../../ledger/read/command-output.ts';
import { rowsThatMayHave } from '../../ledger/read/literal-rows.ts';
import type { LedgerRecord } from '../../ledger/records/record.ts';
import { plainOutput } from '../../ledger/text/plain-output.ts';
import { searchOutput } from '../../ledger/text/search-output.ts';
import { type PartsOf, readableParts } from '../../ledger/text/text-names.ts';
import { type KeptOutput, keptOutput } from '../../ledger/text/text-spans.ts';
import type { Clock } from '../common/clock.ts';
import { sourcesOf } from '../record/output-sources.ts';
import type { Recorder } from '../record/recorder.ts';
import type { InMemory } from './in-memory.ts';
import type { Pause } from './slices.ts';

/** Milliseconds that one answer searches. */
const MOST_MS = 250;

/** A row of the index, or a command in memory. */
export type Found = number | InMemory;
type FoundOutput = { readonly one: Found; readonly line: string };

type Needs = { readonly recorder: Recorder; readonly clock: Clock };

export class OutputSearch {
  readonly #needs: Needs;
  readonly #index: HistoryIndex | undefined;
  readonly #candidates: readonly Found[];
  readonly #text: string;
  /** Case counts only if there is a capital. */
  readonly #ignoreCase: boolean;
  readonly #mayHave: ((line: string) => boolean) | undefined;
  /** The files of long outputs, by folder. */
  readonly #parts = new Map<string, Promise<PartsOf>>();
  readonly #found: FoundOutput[] = [];
  #next = 0;
  #advancing: Promise<void> = Promise.resolve();

  constructor(needs: Needs, index: HistoryIndex | undefined, candidates: readonly Found[], text: string) {
    this.#needs = needs;
    this.#index = index;
    this.#candidates = candidates;
    this.#text = text;
    this.#ignoreCase = !/\p{Lu}/u.test(text);
    this.#mayHave = rowsThatMayHave(text, this.#ignoreCase);
  }

  get found(): readonly FoundOutput[] {
    return this.#found;
  }

  get isDone(): boolean {
    return this.#next >= this.#candidates.length;
  }

  /** Searches until so many are found, for some milliseconds at most. */
  advance(count: number, pause: Pause): Promise<void> {
    const advanced = this.#advancing.then(() => this.#advance(count, pause));
    this.#advancing = advanced.catch(() => {});
    return advanced;
  }

  async #advance(count: number, pause: Pause): Promise<void> {
    const { clock } = this.#needs;
    const texts = this.#index && new RowTexts(this.#index);
    const until = clock.now() + MOST_MS;
    try {
      while (!this.isDone && this.#found.length < count && clock.now() < until) {
        const one = this.#candidates[this.#next];
        this.#next += 1;
        if (one === undefined) continue;
        const line =
          typeof one === 'number' ? await this.#inRow(one, texts, pause) : await this.#inMemory(one, pause);
        if (line !== undefined) this.#found.push({ one, line });
        await pause();
      }
    } finally {
      await texts?.close();
    }
  }

  async #inRow(row: number, texts: RowTexts | undefined, pause: Pause): Promise<string | undefined> {
    const bytes = await texts?.bytesAmongMany(row);
    if (bytes === undefined || this.#mayHave?.(bytes.toString('latin1')) === false) return undefined;
    const record = texts?.parsed(row, bytes);
    const folder = this.#index?.terminal(row)?.folder;
    if (record === undefined || folder === undefined) return undefined;
    const { output: stored, seq, counts } = record;
    const parts = stored.omitted === 0 ? [] : ((await this.#partsOf(folder)).get(seq) ?? []);
    const kept = keptOutput({ folder, parts, stored, ...(counts && { counts }), running: false, pause });
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
    if (before === undefined) return undefined;
    const text = this.#ignoreCase ? this.#text.toLowerCase() : this.#text;
    return plainOutput(before)
      .split('\n')
      .find((line) => (this.#ignoreCase ? line.toLowerCase() : line).includes(text))
      ?.trimEnd();
  }

  #partsOf(folder: string): Promise<PartsOf> {
    const known = this.#parts.get(folder) ?? readableParts(folder);
    this.#parts.set(folder, known);
    return known;
  }
}
