/** What runs in a terminal, made into records: the running one, and the recent ones in memory, be there a disk or not. */

import { BoundedOutput, noOutput } from './bounded-output.ts';
import type { BegunCommand, CommandEnd, LedgerRecord } from './record.ts';

/** UTF-16 units of a command line that are kept. */
const COMMAND_KEPT = 32 * 1024;

/**
 * Finished records in memory: so many, with so many UTF-16 units of command lines and outputs together; beyond either the
 * oldest go. The newest stays in any case.
 */
const RECENT_COUNT = 256;
const RECENT_CHARS = 256 * 1024;

type Open = { record: LedgerRecord; readonly output: BoundedOutput };

export class CommandLog {
  #seq: number;
  #open: Open | undefined;
  #recent: readonly LedgerRecord[] = [];

  /** `lastSeq` is that of the last command recorded before. */
  constructor(lastSeq: number) {
    this.#seq = lastSeq;
  }

  /** The command that runs, without its output: to put that together costs a copy of it. */
  get begun(): Omit<LedgerRecord, 'output'> | undefined {
    return this.#open?.record;
  }

  /** The command that runs, with its output until now. */
  get running(): LedgerRecord | undefined {
    return this.#open === undefined ? undefined : { ...this.#open.record, output: this.#open.output.read() };
  }

  /** Finished ones, oldest first, without a gap up to the last. */
  get recent(): readonly LedgerRecord[] {
    return this.#recent;
  }

  /** The running one, or a finished one that is still in memory. */
  find(commandId: string): LedgerRecord | undefined {
    if (this.#open?.record.commandId === commandId) return this.running;
    return this.#recent.findLast((record) => record.commandId === commandId);
  }

  begin(command: BegunCommand): LedgerRecord {
    this.#seq += 1;
    const record = { ...cutCommand(command), seq: this.#seq, output: noOutput };
    this.#open = { record, output: new BoundedOutput() };
    return record;
  }

  /** False: nothing runs, it belongs to no record. */
  output(text: string): boolean {
    this.#open?.output.add(text);
    return this.#open !== undefined;
  }

  /** Whoever waits for it has stopped waiting. */
  timedOut(commandId: string): void {
    const open = this.#open;
    if (open?.record.commandId === commandId) open.record = { ...open.record, timedOut: true };
  }

  end(commandId: string, end: CommandEnd): LedgerRecord | undefined {
    const { running } = this;
    if (running?.commandId !== commandId) return undefined;
    this.#open = undefined;
    const record = { ...running, ...end };
    this.#recent = bounded([...this.#recent, record]);
    return record;
  }

  /** In memory, if it is still there. */
  replace(seq: number, change: (record: LedgerRecord) => LedgerRecord): void {
    this.#recent = this.#recent.map((record) => (record.seq === seq ? change(record) : record));
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

function sizeOf({ commandLine, output }: LedgerRecord): number {
  return commandLine.length + output.head.length + output.tail.length;
}

function cutCommand(command: BegunCommand): BegunCommand & Pick<LedgerRecord, 'commandCut'> {
  const { length } = command.commandLine;
  if (length <= COMMAND_KEPT) return command;
  const commandLine = command.commandLine.slice(0, COMMAND_KEPT);
  return { ...command, commandLine, commandCut: length - COMMAND_KEPT };
}
