/**
 * Lists the commands of one terminal since it was last cleared, without their outputs. Commands under this host are in memory;
 * earlier ones are read from the ledger once, on demand.
 */

import { given } from '../../protocol/common/given.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import type { CommandSummary, CommandsResult } from '../../protocol/cotty/command-output.ts';
import { type Annotation, annotated, annotationOf } from '../../protocol/terminal/annotation.ts';
import { newlinesIn } from '../../protocol/terminal/newlines.ts';
import type { LedgerRecord } from '../records/record.ts';
import { countsOf } from '../text/text-spans.ts';
import { type LedgerEntry, readLedger } from './read-ledger.ts';

/** Limit in UTF-16 units of `before` in a summary: one answer lists hundreds of commands. */
const BEFORE_LISTED = 2 * 1024;

/** Maps a record to the summary that windows list: everything but the output. */
function asCommandSummary(record: Omit<LedgerRecord, 'output'>): CommandSummary {
  const { seq, commandId, commandLine, startedAt, finishedAt, cwd, exitCode, writer, cols } = record;
  const { counts, unverified, unrecorded, where, noCommand, entered } = record;
  const { timedOut, killedByRestart, forgotten } = record;
  const durationMs = finishedAt === undefined ? undefined : Math.max(0, finishedAt - startedAt);
  const before = record.before === undefined ? undefined : lastOf(record.before);
  return {
    seq,
    commandId,
    commandLine,
    timestamp: startedAt,
    isComplete: finishedAt !== undefined,
    ...given({ cwd, durationMs, exitCode, writer, cols, counts, unverified, unrecorded, where, before }),
    ...given({ noCommand, entered, timedOut, killedByRestart, forgotten }),
    ...annotationOf(record),
  };
}

/** Returns the last lines that fit, after a line that says that there are more. */
function lastOf(before: string): string {
  if (before.length <= BEFORE_LISTED) return before;
  const from = before.length - BEFORE_LISTED;
  const line = before.indexOf('\n', from) + 1;
  return `… ${newlinesIn(before, 0, line)} lines left out\r\n${before.slice(line)}`;
}

/** Limit of listed commands; beyond it the oldest are left out of the list, and stay in the ledger and the history. */
const MOST = 50_000;
/** Also limits the total length of command lines, in UTF-16 units: a few thousand pasted scripts would take 200 MB. */
const MOST_CHARS = 8 * 1024 * 1024;
/** Commands of one answer, and UTF-16 units of their command lines; the newest of them stay. At least one is returned. */
const PAGE = 200;
const PAGE_CHARS = 1024 * 1024;

export type CommandPage = { readonly beforeSeq?: number; readonly limit?: number };

export class CommandIndex {
  readonly #folder: string | undefined;
  readonly #onTrouble: (why: string) => void;
  /** First sequence number of this host process; commands with smaller ones are in the ledger. */
  readonly #firstOwn: number;
  /** Newest first, as far as they are read. */
  readonly #older: CommandSummary[] = [];
  #olderChars = 0;
  #own: CommandSummary[] = [];
  #ownChars = 0;
  #clearedBefore = 0;
  #reading: Promise<void> | undefined;
  /** Changes since this host has begun, for commands that may be read from before them. */
  readonly #changes = new Map<number, Annotation>();
  /** True when there is nothing more to read. */
  #isComplete: boolean;
  /** Resolve the promises of `#readMore`. */
  #waiting: (() => void)[] = [];

  /** `onTrouble` is called with the reason when the ledger cannot be read; the list then begins with what was read. */
  constructor(folder: string | undefined, lastSeq: number, onTrouble: (why: string) => void = () => {}) {
    this.#folder = folder;
    this.#onTrouble = onTrouble;
    this.#firstOwn = lastSeq + 1;
    this.#isComplete = folder === undefined || lastSeq === 0;
  }

  /** Commands with smaller numbers were cleared under this host. */
  get clearedBefore(): number {
    return this.#clearedBefore;
  }

  ended(record: LedgerRecord): void {
    this.#own.push(asCommandSummary(record));
    this.#ownChars += record.commandLine.length;
    // Cutting the list copies it, so it is done rarely.
    if (this.#own.length > 2 * MOST || this.#ownChars > 2 * MOST_CHARS) this.#shortenOwn();
  }

  /** Changes what is listed of a command. */
  replace(seq: number, record: LedgerRecord): void {
    for (const list of [this.#own, this.#older]) {
      const at = list.findIndex((summary) => summary.seq === seq);
      if (at !== -1) list[at] = asCommandSummary(record);
    }
  }

  /** Changes the note or the bookmark of a command, also of one that is not read yet. */
  annotate(seq: number, change: Annotation): void {
    for (const list of [this.#own, this.#older]) {
      const at = list.findIndex((summary) => summary.seq === seq);
      const summary = list[at];
      if (summary !== undefined) list[at] = annotated(summary, change);
    }
    if (!this.#isComplete) this.#changes.set(seq, { ...this.#changes.get(seq), ...change });
  }

  /** The terminal was cleared; the running command, or else the next one, has this number. */
  clear(firstSeq: number): void {
    this.#clearedBefore = firstSeq;
    this.#own = [];
    this.#ownChars = 0;
    this.#older.length = 0;
    this.#olderChars = 0;
    this.#isComplete = true;
  }

  /** Returns the newest commands before `beforeSeq`, oldest first; `running` is the newest of all. */
  async page(
    { beforeSeq = Number.POSITIVE_INFINITY, limit = PAGE }: CommandPage,
    running: () => Omit<LedgerRecord, 'output'> | undefined,
  ): Promise<CommandsResult> {
    while (!this.#isComplete && this.#before(beforeSeq, running).length <= limit) await this.#readMore();
    const all = this.#before(beforeSeq, running);
    let chars = 0;
    const count = all.findIndex(({ commandLine }, index) => {
      chars += commandLine.length;
      return index >= limit || (index > 0 && chars > PAGE_CHARS);
    });
    const page = count === -1 ? all : all.slice(0, count);
    return { commands: page.toReversed(), more: page.length < all.length };
  }

  /** Drops the oldest commands, and those read from the ledger, which are older still. */
  #shortenOwn(): void {
    const listed = newest(this.#own.toReversed());
    this.#own = listed.toReversed();
    this.#ownChars = charsOf(listed);
    this.#older.length = 0;
    this.#isComplete = true;
  }

  /** Newest first. */
  #before(seq: number, running: () => Omit<LedgerRecord, 'output'> | undefined): CommandSummary[] {
    const open = running();
    const own = open === undefined ? this.#own : [...this.#own, asCommandSummary(open)];
    return newest([...own.toReversed(), ...this.#older]).filter((summary) => summary.seq < seq);
  }

  /** Resolves when further commands have been read, or all. */
  #readMore(): Promise<void> {
    this.#reading ??= this.#read();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  async #read(): Promise<void> {
    try {
      for await (const entries of readLedger(this.#folder ?? '', { withoutOutput: true })) {
        for (const entry of entries) this.#take(entry);
        this.#wake();
        if (this.#isComplete) return;
      }
    } catch (error) {
      this.#onTrouble(reasonOf(error));
    } finally {
      // A ledger that cannot be read is not read again.
      this.#isComplete = true;
      this.#changes.clear();
      this.#wake();
    }
  }

  #take(entry: LedgerEntry): void {
    if (this.#isComplete) return;
    if (entry.kind === 'clear') this.#isComplete = true;
    if (entry.kind !== 'record' || entry.record.seq >= this.#firstOwn) return;
    const { record } = entry;
    const whole = { ...record, counts: record.counts ?? countsOf(record.output) };
    this.#older.push(annotated(asCommandSummary(whole), this.#changes.get(record.seq) ?? {}));
    this.#olderChars += record.commandLine.length;
    if (this.#older.length >= MOST || this.#olderChars >= MOST_CHARS) this.#isComplete = true;
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

/** Cuts a list, newest first, at its limits. */
function newest(list: readonly CommandSummary[]): readonly CommandSummary[] {
  let left = MOST_CHARS;
  const end = list.findIndex(({ commandLine }, index) => {
    left -= commandLine.length;
    return index >= MOST || (index > 0 && left < 0);
  });
  return end === -1 ? list : list.slice(0, end);
}

function charsOf(list: readonly CommandSummary[]): number {
  return list.reduce((sum, { commandLine }) => sum + commandLine.length, 0);
}
