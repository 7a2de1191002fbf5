/** Recovers a terminal from its folder after its host ended, and marks the command that was interrupted. */

import { basename } from 'node:path';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import { betweenRecord, readBetween } from '../files/between-file.ts';
import { FewTroubles } from '../files/few-troubles.ts';
import { LedgerFile } from '../files/ledger-file.ts';
import { formatRow } from '../files/ledger-row.ts';
import type { TerminalFacts } from '../files/meta-file.ts';
import { type RunningOutput, readRunning } from '../files/running-file.ts';
import type { LedgerRecord } from '../records/record.ts';
import type { WrittenRows } from '../records/written-rows.ts';
import { type RecoveredText, recoverText } from '../text/recover-text.ts';
import { type LedgerEntry, readLedger } from './read-ledger.ts';

export type Recovered = {
  readonly folder: string;
  readonly terminal: TerminalFacts;
  /** Last records, oldest first, since the terminal was last cleared. */
  readonly records: readonly LedgerRecord[];
  /** Last sequence number; the next command continues from it. */
  readonly lastSeq: number;
  /** Last rows on disk, for a terminal whose programs still run: a replay must not write them again. */
  readonly written?: WrittenRows;
  /** Last screen of a full-screen program that ended with its host, as dimmed lines. */
  readonly lastScreen?: string;
};

export type RecoverOptions = {
  /** Reading stops at this number of characters of command lines and outputs, or at `count` records. */
  readonly chars: number;
  readonly count: number;
  /** Called for each part that could not be read or written; the rest is still recovered. */
  readonly onTrouble: (what: string) => void;
  /** Whether the programs of a terminal still run: then no command was interrupted. */
  readonly isKept?: (uri: string, folder: string) => boolean;
};

/**
 * Returns undefined when the terminal is not to be restored. A parked terminal is returned only when the end of the host
 * interrupted a command in it.
 */
export async function recover(
  folder: string,
  terminal: TerminalFacts,
  options: RecoverOptions,
): Promise<Recovered | undefined> {
  const onTrouble = (what: string): void => options.onTrouble(`${basename(folder)}: ${what}`);
  // The last command of a closed or exited terminal ended before the terminal did.
  if (terminal.state === 'closed' || terminal.state === 'exited') return undefined;
  const { records, lastSeq } = await readLast(folder, { ...options, onTrouble });
  const last = records.at(-1);
  if (options.isKept?.(terminal.uri, folder) === true) {
    const isOpen = last !== undefined && last.finishedAt === undefined;
    return {
      folder,
      terminal,
      records,
      lastSeq,
      written: { begun: lastSeq, ended: lastSeq - (isOpen ? 1 : 0) },
    };
  }
  const isCutOff = last !== undefined && last.finishedAt === undefined && highest(last) === lastSeq;
  if (isCutOff) {
    const orTrouble = (error: unknown): undefined => {
      onTrouble(reasonOf(error));
    };
    const running = await readRunning(folder).catch(orTrouble);
    const text = await recoverText(folder, last.seq).catch(orTrouble);
    const cutOff = markKilled(last, running, text);
    records[records.length - 1] = cutOff;
    await appendEnd(folder, cutOff).catch((error: unknown) => onTrouble(reasonOf(error)));
  }
  const unwritten = isCutOff
    ? undefined
    : await readBetween(folder).catch((error: unknown) => onTrouble(reasonOf(error)));
  // If it is older than the last command, the record of that command has the text.
  const between = unwritten && unwritten.seq >= lastSeq ? betweenRecord(unwritten) : undefined;
  if (between !== undefined) {
    records.push(between);
    await appendEnd(folder, between).catch((error: unknown) => onTrouble(reasonOf(error)));
  }
  const isNeeded = terminal.state === 'open' || isCutOff;
  return isNeeded ? { folder, terminal, records, lastSeq: between?.seq ?? lastSeq } : undefined;
}

async function readLast(folder: string, options: RecoverOptions): Promise<LastRecords> {
  const last = new LastRecords(options);
  const troubles = new FewTroubles(options.onTrouble);
  for await (const batch of readLedger(folder, { onSetAside: (why) => troubles.take(why) })) {
    for (const entry of batch) last.take(entry);
    if (last.isEnough) break;
  }
  troubles.end();
  last.records.reverse();
  return last;
}

/** Collects entries, newest first. */
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
    // Keep an interrupted command even when it began before the last clear.
    const cutOff = this.lastSeq === 0 && record.finishedAt === undefined;
    this.lastSeq = Math.max(this.lastSeq, highest(record));
    if (this.#isFull && !cutOff) return;
    this.records.push(record);
    this.#charsLeft -= sizeOf(record);
  }
}

/** Returns the higher of `seq` and the number in the command's id (`cmd-12`): neither may be given to another command. */
function highest({ seq, commandId }: LedgerRecord): number {
  return Math.max(seq, Number(/^cmd-(\d{1,9})$/.exec(commandId)?.[1] ?? 0));
}

function sizeOf({ commandLine, output, before = '' }: LedgerRecord): number {
  return before.length + commandLine.length + output.head.length + output.tail.length;
}

function markKilled(
  record: LedgerRecord,
  running: RunningOutput | undefined,
  text: RecoveredText | undefined,
): LedgerRecord {
  const known = running?.seq === record.seq ? running : undefined;
  const redacted = [...(record.redacted ?? []), ...(known?.redacted ?? [])];
  return {
    ...record,
    // The last time at which the command is known to have run.
    finishedAt: Math.max(record.startedAt, known?.at ?? record.startedAt),
    killedByRestart: true,
    ...printedUntil(record, known, text),
    ...(redacted.length === 0 ? {} : { redacted }),
  };
}

/** Takes the output from the text files or from `running.json`, whichever has more: the text files are written more often. */
function printedUntil(
  { output }: LedgerRecord,
  known: RunningOutput | undefined,
  text: RecoveredText | undefined,
): Pick<LedgerRecord, 'output' | 'counts'> {
  if (text !== undefined && text.counts.chars > (known?.counts?.chars ?? 0)) return text;
  if (known === undefined) return { output };
  return { output: known.output, ...(known.counts === undefined ? {} : { counts: known.counts }) };
}

async function appendEnd(folder: string, record: LedgerRecord): Promise<void> {
  const file = LedgerFile.open(folder);
  try {
    file.append(formatRow({ kind: 'end', record }));
    await file.sync();
  } finally {
    await file.close();
  }
}
