/** What is written of one terminal while it lives: its records become rows, what it is becomes its `meta.json`. */

import { META, RUNNING } from '../files/ledger-files.ts';
import { formatMeta, type RecordedTerminal } from '../files/meta-file.ts';
import { formatRunning } from '../files/running-file.ts';
import type { CommandLog } from '../records/command-log.ts';
import type { LedgerRecord } from '../records/record.ts';
import { redactRecord } from '../records/redact.ts';
import { forgetRows } from './forget-record.ts';
import { Journal, type JournalOptions } from './journal.ts';

export type TerminalLedgerOptions = Omit<JournalOptions, 'uri'> & {
  readonly facts: RecordedTerminal;
  /** Knows what the running command has printed. */
  readonly log: Pick<CommandLog, 'running'>;
};

/**
 * How long output of a running command may be in memory only: at first this long, then twice as long with each time
 * it was saved, up to the maximum. A program that never stops printing costs the disk at most ~0.5 MB in ten seconds.
 */
const SAVE_FIRST_MS = 250;
const SAVE_MOST_MS = 10_000;

/** A window that is being resized, or a shell that walks through folders, need not be written down each time. */
const FACTS_MS = 200;

export class TerminalLedger {
  readonly #options: TerminalLedgerOptions;
  readonly #journal: Journal;
  #facts: RecordedTerminal;
  #saveMs = SAVE_FIRST_MS;
  #cancelSave: (() => void) | undefined;
  #cancelFacts: (() => void) | undefined;

  constructor(options: TerminalLedgerOptions) {
    this.#options = options;
    this.#journal = new Journal({ ...options, uri: options.facts.uri });
    this.#facts = options.facts;
    this.#writeFacts();
  }

  get facts(): RecordedTerminal {
    return this.#facts;
  }

  begun(record: LedgerRecord): void {
    this.#saveMs = SAVE_FIRST_MS;
    this.#journal.append({ kind: 'begin', record });
  }

  /** The running command has printed something. */
  printed(): void {
    this.#cancelSave ??= this.#options.clock.after(this.#saveMs, () => {
      this.#cancelSave = undefined;
      const record = this.#options.log.running;
      if (record === undefined) return;
      this.#saveMs = Math.min(2 * this.#saveMs, SAVE_MOST_MS);
      this.#journal.replace(RUNNING, () => this.#running(record));
    });
  }

  ended(record: LedgerRecord): void {
    this.#cancelSave?.();
    this.#cancelSave = undefined;
    this.#journal.append({ kind: 'end', record });
    if (this.#saveMs > SAVE_FIRST_MS) this.#journal.replace(RUNNING, undefined);
  }

  /** The record on disk loses its text. Rejects where that cannot be done. */
  forget(seq: number): Promise<void> {
    return this.#journal.perform(() => forgetRows(this.#options.folder, seq));
  }

  /** What is queued is written, or cannot be now. */
  async written(): Promise<void> {
    // Whatever stands in the way is told of elsewhere.
    await this.#journal.perform(() => Promise.resolve()).catch(() => {});
  }

  clear(): void {
    this.#journal.append({ kind: 'clear', at: this.#options.clock.now() });
  }

  describe(changed: Partial<RecordedTerminal>): void {
    this.#facts = { ...this.#facts, ...changed };
    if (changed.state !== undefined) this.#writeFacts();
    else this.#cancelFacts ??= this.#options.clock.after(FACTS_MS, () => this.#writeFacts());
  }

  async close(): Promise<void> {
    this.#cancelSave?.();
    if (this.#cancelFacts !== undefined) this.#writeFacts();
    await this.#journal.close();
  }

  #writeFacts(): void {
    this.#cancelFacts?.();
    this.#cancelFacts = undefined;
    this.#journal.replace(META, () => formatMeta(this.#facts));
  }

  #running(record: LedgerRecord): string {
    const { output, redacted = [] } = redactRecord(record);
    return formatRunning({ seq: record.seq, at: this.#options.clock.now(), output, redacted });
  }
}
