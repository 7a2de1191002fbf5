/**
 * RecentCommands keeps the records of one terminal in memory: the running shell command and the recent ones.
 * `TerminalLedger` writes them to disk, where there is one.
 */

import { readTimes } from '../../protocol/common/output-times.ts';
import type { OutputCounts } from '../../protocol/terminal/command-meta.ts';
import { BoundedOutput, noOutput } from './bounded-output.ts';
import type { KeptCommand } from './kept-command.ts';
import { PrintedText, type TextPiece } from './printed-text.ts';
import type { BegunCommand, CommandEnd, LedgerRecord } from './record.ts';
import type { TextSource } from './text-source.ts';
import { TimeRecorder } from './time-recorder.ts';

/** Limit of a command line in UTF-16 units; the rest is cut off. */
const COMMAND_KEPT = 32 * 1024;

/**
 * Limits of the finished records in memory: their number, and the UTF-16 units of command lines and outputs together.
 * Beyond either limit the oldest are dropped; the newest always stays.
 */
const RECENT_COUNT = 256;
const RECENT_CHARS = 256 * 1024;

/** Limit of commands that run a nested shell and wait for their exit code; beyond it the oldest never gets one. */
const MAX_DEPTH = 64;

/** Gets the whole output of each command, piece by piece. */
export type OutputKeeper = {
  begin(seq: number): void;
  add(piece: TextPiece): void;
  /** `isCut`: the record does not have all of the output. */
  end(isCut: boolean): void;
  /** Continues a command of an earlier host. `unwritten`: output that is in no file. */
  resume(seq: number, chars: number, unwritten: TextPiece | undefined): void;
  /** Whether the running command is written to files. */
  readonly isWriting: boolean;
};

type Open = {
  record: LedgerRecord;
  readonly output: BoundedOutput;
  readonly printed: PrintedText;
  readonly times: TimeRecorder;
  /** Offset of the output in the text of the terminal. */
  readonly from: number;
};

export class RecentCommands {
  #seq: number;
  #open: Open | undefined;
  #recent: readonly LedgerRecord[] = [];
  /** Commands whose nested shell still runs; `#recent` may already have dropped them. */
  readonly #entered = new Map<string, LedgerRecord>();
  readonly #text: TextSource;
  readonly #keeper: OutputKeeper | undefined;

  /** `lastSeq` is the sequence number of the last command recorded before; `text` is what the terminal prints. */
  constructor(lastSeq: number, text: TextSource, keeper?: OutputKeeper) {
    this.#seq = lastSeq;
    this.#text = text;
    this.#keeper = keeper;
  }

  /** Number of the command that begins next. */
  get nextSeq(): number {
    return this.#seq + 1;
  }

  /** Everything the running command printed so far, counted. */
  get counts(): OutputCounts | undefined {
    return this.#open?.printed.counts;
  }

  /** The unfinished line of the running command, after all whole lines were passed on. */
  get unfinishedLine(): TextPiece | undefined {
    this.#open?.printed.passOn();
    return this.#open?.printed.rest;
  }

  /** The running command without its output, because joining the output copies it. */
  get begun(): Omit<LedgerRecord, 'output'> | undefined {
    return this.#open?.record;
  }

  /** The running command with its output so far. */
  get running(): LedgerRecord | undefined {
    if (this.#open === undefined) return undefined;
    const { record, output, printed } = this.#open;
    return { ...record, counts: printed.counts, output: output.read() };
  }

  /** Recent finished commands, oldest first, without gaps. */
  get recent(): readonly LedgerRecord[] {
    return this.#recent;
  }

  /** Finds the running command, or a finished one that is still in memory. */
  find(commandId: string): LedgerRecord | undefined {
    if (this.#open?.record.commandId === commandId) return this.running;
    return this.#recent.findLast((record) => record.commandId === commandId);
  }

  /** Finds a finished command that is still in memory. Copies no output, so it may be called for each piece of output. */
  finished(commandId: string): LedgerRecord | undefined {
    if (this.#open?.record.commandId === commandId) return undefined;
    const record = this.find(commandId);
    return record?.finishedAt === undefined ? undefined : record;
  }

  begin(command: BegunCommand): LedgerRecord {
    this.#seq += 1;
    const record = { ...cutCommand(command), seq: this.#seq, output: noOutput };
    this.#leave();
    const printed = new PrintedText(this.#text, (piece) => this.#keeper?.add(piece));
    const times = new TimeRecorder(record.startedAt);
    this.#open = { record, output: new BoundedOutput(this.#text), printed, times, from: this.#text.end };
    if (record.unrecorded !== true) this.#keeper?.begin(this.#seq);
    return record;
  }

  /** The running command, for a checkpoint. */
  keep(): KeptCommand | undefined {
    if (this.#open === undefined) return undefined;
    const { record, output, printed, times } = this.#open;
    printed.passOn();
    const { passed } = printed;
    const { from, needed, head } = output.kept;
    const isWritten = this.#keeper?.isWriting ?? true;
    const start = Math.min(isWritten ? needed : from, from + passed.chars);
    return {
      record,
      text: this.#text.read(start),
      before: { chars: start - from, lines: printed.linesBefore(start) },
      ...(head === undefined ? {} : { head }),
      passed,
      times: times.times,
      isWritten,
    };
  }

  /** Commands whose nested shell still runs. */
  get entered(): readonly LedgerRecord[] {
    return [...this.#entered.values()];
  }

  /** Continues a command from a checkpoint. Its text must be appended to the log right after. */
  resume(kept: KeptCommand | undefined, entered: readonly LedgerRecord[]): void {
    for (const record of entered) this.#entered.set(record.commandId, record);
    if (kept === undefined) return;
    const { record, text, before, head, passed, isWritten } = kept;
    this.#seq = record.seq;
    const from = this.#text.end - before.chars;
    const onPiece = (piece: TextPiece) => this.#keeper?.add(piece);
    this.#open = {
      record,
      output: new BoundedOutput(this.#text, { from, head }),
      printed: new PrintedText(this.#text, onPiece, kept),
      times: new TimeRecorder(record.startedAt, readTimes(kept.times)),
      from,
    };
    const unwritten = { text: text.slice(0, passed.chars), line: 0, byte: 0, char: 0, inLine: false };
    if (record.unrecorded === true) return;
    this.#keeper?.resume(record.seq, passed.chars, isWritten ? undefined : unwritten);
  }

  /**
   * Must be called when text was printed, with the time (Unix ms) unless that is not known. Returns false when no command runs: the
   * text then belongs to no record.
   */
  printed(now?: number): boolean {
    this.#open?.output.printed();
    this.#open?.printed.printed();
    if (now !== undefined) this.#open?.times.printed(now, this.#text.end - this.#open.from);
    return this.#open !== undefined;
  }

  /** Marks the running command as timed out: the client that waited for it has stopped waiting. */
  timedOut(commandId: string): void {
    const open = this.#open;
    if (open?.record.commandId === commandId) open.record = { ...open.record, timedOut: true };
  }

  end(commandId: string, end: CommandEnd): LedgerRecord | undefined {
    if (this.#open?.record.commandId !== commandId) return undefined;
    const { running } = this;
    if (running === undefined) return undefined;
    const { times } = this.#open.times;
    this.#open.printed.end();
    this.#keeper?.end(running.output.omitted > 0);
    this.#leave();
    const record = { ...running, ...end, ...(times.length === 0 ? {} : { times }) };
    this.#recent = bounded([...this.#recent, record]);
    if (record.entered === 'inside') this.#enter(record);
    return record;
  }

  /** Completes the record of a command whose nested shell has ended; undefined if it is not known. */
  left(commandId: string, end: CommandEnd): LedgerRecord | undefined {
    const known =
      this.#recent.find((record) => record.commandId === commandId) ?? this.#entered.get(commandId);
    this.#entered.delete(commandId);
    if (known?.entered !== 'inside') return undefined;
    const record = { ...known, ...end };
    this.replace(record.seq, () => record);
    return record;
  }

  #enter(record: LedgerRecord): void {
    this.#entered.set(record.commandId, { ...record, output: noOutput });
    for (const oldest of this.#entered.keys()) {
      if (this.#entered.size <= MAX_DEPTH) return;
      this.#entered.delete(oldest);
    }
  }

  #leave(): void {
    this.#open?.output.close();
    this.#open?.printed.close();
    this.#open = undefined;
  }

  /** Changes a finished record if it is still in memory. */
  replace(seq: number, change: (record: LedgerRecord) => LedgerRecord): void {
    this.#recent = this.#recent.map((record) => (record.seq === seq ? change(record) : record));
    for (const [id, record] of this.#entered)
      if (record.seq === seq) this.#entered.set(id, { ...change(record), output: noOutput });
  }
}

function bounded(records: readonly LedgerRecord[]): readonly LedgerRecord[] {
  let left = RECENT_CHARS;
  const from = records.findLastIndex((record) => {
    left -= sizeOf(record);
    return left < 0;
  });
  const first = Math.min(from + 1, records.length - 1);
  return records.slice(Math.max(first, records.length - RECENT_COUNT));
}

function sizeOf({ commandLine, output, before = '', times = [] }: LedgerRecord): number {
  return before.length + commandLine.length + output.head.length + output.tail.length + 4 * times.length;
}

function cutCommand(command: BegunCommand): BegunCommand & Pick<LedgerRecord, 'commandCut'> {
  const { length } = command.commandLine;
  if (length <= COMMAND_KEPT) return command;
  const commandLine = command.commandLine.slice(0, COMMAND_KEPT);
  return { ...command, commandLine, commandCut: length - COMMAND_KEPT };
}
