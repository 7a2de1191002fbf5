/** The record of one terminal while it lives: what runs in it becomes rows, what it is becomes its `meta.json`. */

import { BoundedOutput, noOutput } from './bounded-output.ts';
import { Journal, type JournalOptions } from './journal.ts';
import { META, RUNNING } from './ledger-files.ts';
import { formatMeta, type TerminalFacts } from './meta-file.ts';
import type { BegunCommand, CommandEnd, LedgerRecord } from './record.ts';
import { redactRecord } from './redact.ts';
import { formatRunning } from './running-file.ts';

export type TerminalLedgerOptions = Omit<JournalOptions, 'uri'> & {
  readonly facts: TerminalFacts;
  /** Of the last command recorded before. */
  readonly lastSeq: number;
};

/** UTF-16 units of a command line that are kept. */
const COMMAND_KEPT = 32 * 1024;

/**
 * How long output of a running command may be in memory only: at first this long, then twice as long with each time
 * it was saved, up to the maximum. A program that never stops printing costs the disk at most ~0.5 MB in ten seconds.
 */
const SAVE_FIRST_MS = 250;
const SAVE_MOST_MS = 10_000;

/** A window that is being resized, or a shell that walks through folders, need not be written down each time. */
const FACTS_MS = 200;

type Open = {
  readonly record: LedgerRecord;
  readonly output: BoundedOutput;
  saveMs: number;
};

export class TerminalLedger {
  readonly #options: TerminalLedgerOptions;
  readonly #journal: Journal;
  #facts: TerminalFacts;
  #seq: number;
  #open: Open | undefined;
  #cancelSave: (() => void) | undefined;
  #cancelFacts: (() => void) | undefined;

  constructor(options: TerminalLedgerOptions) {
    this.#options = options;
    this.#journal = new Journal({ ...options, uri: options.facts.uri });
    this.#facts = options.facts;
    this.#seq = options.lastSeq;
    this.#writeFacts();
  }

  get facts(): TerminalFacts {
    return this.#facts;
  }

  begin(command: BegunCommand): void {
    this.#seq += 1;
    const record = { ...cutCommand(command), seq: this.#seq, output: noOutput };
    this.#open = { record, output: new BoundedOutput(), saveMs: SAVE_FIRST_MS };
    this.#journal.append({ kind: 'begin', record });
  }

  /** Nothing runs: it belongs to no record. */
  output(text: string): void {
    if (this.#open === undefined) return;
    this.#open.output.add(text);
    this.#saveLater(this.#open);
  }

  end(commandId: string, end: CommandEnd): void {
    const open = this.#open;
    if (open?.record.commandId !== commandId) return;
    this.#open = undefined;
    this.#cancelSave?.();
    this.#cancelSave = undefined;
    this.#journal.append({ kind: 'end', record: { ...open.record, ...end, output: open.output.read() } });
    if (open.saveMs > SAVE_FIRST_MS) this.#journal.replace(RUNNING, undefined);
  }

  clear(): void {
    this.#journal.append({ kind: 'clear', at: this.#options.clock.now() });
  }

  describe(changed: Partial<TerminalFacts>): void {
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

  #saveLater(open: Open): void {
    this.#cancelSave ??= this.#options.clock.after(open.saveMs, () => {
      this.#cancelSave = undefined;
      open.saveMs = Math.min(2 * open.saveMs, SAVE_MOST_MS);
      this.#journal.replace(RUNNING, () => this.#running(open));
    });
  }

  #running({ record, output }: Open): string {
    const saved = redactRecord({ ...record, output: output.read() });
    return formatRunning({
      seq: record.seq,
      at: this.#options.clock.now(),
      output: saved.output,
      redacted: saved.redacted ?? [],
    });
  }
}

function cutCommand(command: BegunCommand): BegunCommand & Pick<LedgerRecord, 'commandCut'> {
  const { length } = command.commandLine;
  if (length <= COMMAND_KEPT) return command;
  const commandLine = command.commandLine.slice(0, COMMAND_KEPT);
  return { ...command, commandLine, commandCut: length - COMMAND_KEPT };
}
