/** What a terminal left behind when its host ended, read at the start of the next one; the command cut off is marked. */

import { basename } from 'node:path';
import { LedgerFile } from '../files/ledger-file.ts';
import { formatRow } from '../files/ledger-row.ts';
import { type RecordedTerminal, readMeta } from '../files/meta-file.ts';
import { type RunningOutput, readRunning } from '../files/running-file.ts';
import type { LedgerRecord } from '../records/record.ts';
import { type LedgerEntry, readLedger } from './read-ledger.ts';

export type Recovered = {
  readonly folder: string;
  readonly terminal: RecordedTerminal;
  /** The last ones, oldest first, from the last clearing on. */
  readonly records: readonly LedgerRecord[];
  /** The next command counts on from here. */
  readonly lastSeq: number;
};

export type RecoverOptions = {
  /** Enough is read when the outputs have so many characters, or there are so many records. */
  readonly chars: number;
  readonly count: number;
  /** What could not be read or written; the rest counts all the same. */
  readonly onTrouble: (what: string) => void;
};

/** Undefined: it was closed, or nothing is known of it. A parked one counts for the command that was cut off in it just now. */
export async function recover(folder: string, options: RecoverOptions): Promise<Recovered | undefined> {
  const onTrouble = (what: string): void => options.onTrouble(`${basename(folder)}: ${what}`);
  const meta = await readMeta(folder);
  if (!meta.ok) {
    onTrouble(`meta.json: ${meta.why}`);
    return undefined;
  }
  const { facts } = meta;
  // Their last command has ended before they did.
  if (facts.state === 'closed' || facts.state === 'exited') return undefined;
  const { records, lastSeq } = await readLast(folder, { ...options, onTrouble });
  const last = records.at(-1);
  const isCutOff = last !== undefined && last.finishedAt === undefined && highest(last) === lastSeq;
  if (isCutOff) {
    const cutOff = markKilled(last, await readRunning(folder));
    records[records.length - 1] = cutOff;
    await appendEnd(folder, cutOff).catch((error: unknown) => onTrouble(textOf(error)));
  }
  const isNews = facts.state === 'open' || isCutOff;
  return isNews ? { folder, terminal: facts, records, lastSeq } : undefined;
}

async function readLast(folder: string, options: RecoverOptions): Promise<LastRecords> {
  const last = new LastRecords(options);
  for await (const batch of readLedger(folder, { onSetAside: options.onTrouble })) {
    for (const entry of batch) last.take(entry);
    if (last.isEnough) break;
  }
  last.records.reverse();
  return last;
}

/** Takes entries newest first. */
class LastRecords {
  readonly records: LedgerRecord[] = [];
  lastSeq = 0;
  readonly #count: number;
  #charsLeft: number;
  #cleared = false;

  constructor({ chars, count }: RecoverOptions) {
    this.#charsLeft = chars;
    this.#count = count;
  }

  get isEnough(): boolean {
    return this.lastSeq > 0 && this.#isFull;
  }

  get #isFull(): boolean {
    return this.#cleared || this.#charsLeft <= 0 || this.records.length >= this.#count;
  }

  take(entry: LedgerEntry): void {
    if (entry.kind === 'clear') this.#cleared = true;
    if (entry.kind !== 'record') return;
    const { record } = entry;
    // A command that was in flight is told of although its output was cleared.
    const cutOff = this.lastSeq === 0 && record.finishedAt === undefined;
    this.lastSeq = Math.max(this.lastSeq, highest(record));
    if (this.#isFull && !cutOff) return;
    this.records.push(record);
    this.#charsLeft -= sizeOf(record);
  }
}

/** Ids of commands are numbered, too: none may come back. */
function highest({ seq, commandId }: LedgerRecord): number {
  return Math.max(seq, Number(/^cmd-(\d{1,9})$/.exec(commandId)?.[1] ?? 0));
}

function sizeOf({ commandLine, output }: LedgerRecord): number {
  return commandLine.length + output.head.length + output.tail.length;
}

function markKilled(record: LedgerRecord, running: RunningOutput | undefined): LedgerRecord {
  const known = running?.seq === record.seq ? running : undefined;
  const redacted = [...(record.redacted ?? []), ...(known?.redacted ?? [])];
  return {
    ...record,
    // The last that is known of it.
    finishedAt: Math.max(record.startedAt, known?.at ?? record.startedAt),
    killedByRestart: true,
    output: known?.output ?? record.output,
    ...(redacted.length === 0 ? {} : { redacted }),
  };
}

async function appendEnd(folder: string, record: LedgerRecord): Promise<void> {
  const file = await LedgerFile.open(folder);
  try {
    await file.append(formatRow({ kind: 'end', record }));
    await file.sync();
  } finally {
    await file.close();
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
