/**
 * TerminalLedger decides what is stored of one open terminal: it turns the records of its `RecentCommands` into rows and
 * its description into `meta.json`, and leaves the writing to `Journal`.
 */

import { formatBetween } from '../files/between-file.ts';
import { BETWEEN, META, RUNNING } from '../files/ledger-files.ts';
import type { NoteRow } from '../files/ledger-row.ts';
import { formatMeta, type TerminalFacts } from '../files/meta-file.ts';
import { formatRunning } from '../files/running-file.ts';
import type { RecentCommands } from '../records/recent-commands.ts';
import type { LedgerRecord } from '../records/record.ts';
import { redactRecord } from '../records/redact.ts';
import type { WrittenRows } from '../records/written-rows.ts';
import { appendNote, MOST_WITH_NOTES } from './append-note.ts';
import { forgetRows } from './forget-record.ts';
import { Journal, type JournalOptions } from './journal.ts';

export type TerminalLedgerOptions = Omit<JournalOptions, 'uri'> & {
  readonly terminal: TerminalFacts;
  /** Has the output of the running command. */
  readonly commands: Pick<RecentCommands, 'running' | 'nextSeq'>;
  /** Returns what was printed since the last command; undefined if that is nothing. */
  readonly printedSince?: () => string | undefined;
  /** Rows that an earlier host has written for commands that are replayed. */
  readonly written?: WrittenRows;
};

/**
 * Delay before the output of a running command is saved. It doubles with each save, up to the maximum: a program that
 * never stops printing writes at most ~0.5 MB to the disk in ten seconds.
 */
const SAVE_FIRST_MS = 250;
const SAVE_MOST_MS = 10_000;

/** Debounces `meta.json`: a window that is being resized, or a shell that changes folders, causes many changes. */
const META_MS = 200;

export class TerminalLedger {
  readonly #options: TerminalLedgerOptions;
  readonly #journal: Journal;
  #terminal: TerminalFacts;
  #saveMs = SAVE_FIRST_MS;
  #cancelSave: (() => void) | undefined;
  #betweenMs = SAVE_FIRST_MS;
  #cancelBetween: (() => void) | undefined;
  /** Text in `between.json`. Begins as `''`, not undefined, so that a file of an earlier host is removed. */
  #between: string | undefined = '';
  #cancelMeta: (() => void) | undefined;

  constructor(options: TerminalLedgerOptions) {
    this.#options = options;
    this.#journal = new Journal({ ...options, uri: options.terminal.uri });
    this.#terminal = options.terminal;
    this.#writeMeta();
  }

  get terminal(): TerminalFacts {
    return this.#terminal;
  }

  begun(record: LedgerRecord): void {
    this.#saveMs = SAVE_FIRST_MS;
    if (record.seq > (this.#options.written?.begun ?? 0)) this.#journal.append({ kind: 'begin', record });
    // The row of the command has the output before it.
    this.#cancelBetween?.();
    this.#cancelBetween = undefined;
    this.#betweenMs = SAVE_FIRST_MS;
    this.#saveBetween(undefined);
  }

  /** Schedules a save of the running command's output, which has grown. */
  printed(): void {
    this.#cancelSave ??= this.#options.clock.after(this.#saveMs, () => {
      this.#cancelSave = undefined;
      const record = this.#options.commands.running;
      if (record === undefined) return;
      this.#saveMs = Math.min(2 * this.#saveMs, SAVE_MOST_MS);
      this.#journal.replace(RUNNING, () => this.#running(record));
    });
  }

  /** Schedules a save of what was printed while no command runs: prompts, typed text, and perhaps the output of a job. */
  printedBetween(): void {
    this.#cancelBetween ??= this.#options.clock.after(this.#betweenMs, () => {
      this.#cancelBetween = undefined;
      this.#betweenMs = Math.min(2 * this.#betweenMs, SAVE_MOST_MS);
      this.#saveBetween(this.#options.printedSince?.());
    });
  }

  ended(record: LedgerRecord): void {
    this.#cancelSave?.();
    this.#cancelSave = undefined;
    if (record.seq > (this.#options.written?.ended ?? 0)) this.#journal.append({ kind: 'end', record });
    if (this.#saveMs > SAVE_FIRST_MS) this.#journal.replace(RUNNING, undefined);
  }

  /** Must be called when a command ends whose `end` row was written when it started a nested shell. */
  left({ seq, finishedAt, exitCode }: LedgerRecord): void {
    if (finishedAt === undefined) return;
    this.#journal.append({ kind: 'left', seq, finishedAt, ...(exitCode === undefined ? {} : { exitCode }) });
  }

  /** Writes a note or a bookmark. Returns false if there is no room for it, or the record was deleted. */
  async noted(row: NoteRow): Promise<boolean> {
    if (this.#journal.isClosed) return appendNote(this.#options.folder, row);
    if (this.#journal.size > MOST_WITH_NOTES) return false;
    this.#journal.append(row);
    return true;
  }

  /** Deletes the text of a record from the disk. Rejects when that fails. */
  forget(seq: number): Promise<void> {
    if (this.#journal.isClosed) return forgetRows(this.#options.folder, seq);
    return this.#journal.perform(() => forgetRows(this.#options.folder, seq));
  }

  /** Whether no row waits for the disk. */
  get isWritten(): boolean {
    return this.#journal.isWritten;
  }

  /** Resolves when everything queued is written, or cannot be written now. */
  async written(): Promise<void> {
    // `onTrouble` reports the error.
    await this.#journal.perform(() => Promise.resolve()).catch(() => {});
  }

  clear(): void {
    this.#journal.append({ kind: 'clear', at: this.#options.clock.now() });
    this.#saveBetween(undefined);
  }

  describe(changed: Partial<TerminalFacts>): void {
    this.#terminal = { ...this.#terminal, ...changed };
    // What a name means must not be lost with the host.
    if ((changed.state ?? changed.name) !== undefined) this.#writeMeta();
    else this.#cancelMeta ??= this.#options.clock.after(META_MS, () => this.#writeMeta());
  }

  async close(): Promise<void> {
    this.#cancelSave?.();
    this.#cancelBetween?.();
    if (this.#cancelMeta !== undefined) this.#writeMeta();
    await this.#journal.close();
  }

  #writeMeta(): void {
    this.#cancelMeta?.();
    this.#cancelMeta = undefined;
    this.#journal.replace(META, () => formatMeta(this.#terminal));
  }

  #saveBetween(text: string | undefined): void {
    if (text === this.#between) return;
    this.#between = text;
    const [seq, at] = [this.#options.commands.nextSeq - 1, this.#options.clock.now()];
    this.#journal.replace(BETWEEN, text === undefined ? undefined : () => formatBetween({ seq, at, text }));
  }

  #running(record: LedgerRecord): string {
    const { output, counts, redacted = [] } = redactRecord(record);
    const known = counts === undefined ? {} : { counts };
    return formatRunning({ seq: record.seq, at: this.#options.clock.now(), output, ...known, redacted });
  }
}
