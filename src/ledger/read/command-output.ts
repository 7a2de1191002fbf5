/** Finds the output of one command, wherever it is: in memory, in the terminal's folder, or both. */

import type { OutputCounts } from '../../protocol/terminal/command-meta.ts';
import type { StoredOutput } from '../records/bounded-output.ts';
import type { CommandLog } from '../records/command-log.ts';
import type { LedgerRecord } from '../records/record.ts';
import type { TextFiles } from '../text/text-files.ts';
import { type TextPart, textParts } from '../text/text-names.ts';
import { type KeptOutput, keptOutput } from '../text/text-spans.ts';
import { findRecords } from './find-records.ts';

export type OutputSources = {
  readonly log: CommandLog;
  readonly folder: string | undefined;
  readonly text: TextFiles | undefined;
  /** Resolves when all records are in the folder. */
  readonly written: () => Promise<void>;
};

/** Returns undefined when there is no such command. */
export async function outputOf(sources: OutputSources, seq: number): Promise<KeptOutput | undefined> {
  const { log, folder, written } = sources;
  if (log.begun?.seq === seq) return runningOutput(sources);
  const { records } = await findRecords(log, folder, { seq }, written);
  return records[0] === undefined ? undefined : finishedOutput(sources, records[0]);
}

export async function finishedOutput(sources: OutputSources, record: LedgerRecord): Promise<KeptOutput> {
  const { seq, output, counts } = record;
  const isShort = output.omitted === 0;
  if (!isShort) await sources.text?.settled();
  const parts = isShort ? [] : await partsOf(sources.folder, seq);
  return keptOutput({ ...placesOf(sources, output, counts), parts, running: false });
}

export async function runningOutput(sources: OutputSources): Promise<KeptOutput | undefined> {
  const { running, unfinishedLine: rest } = sources.log;
  if (running === undefined) return undefined;
  const { seq, output, counts } = running;
  const isShort = output.omitted === 0;
  if (!isShort) {
    sources.text?.release();
    await sources.text?.settled();
  }
  const parts = isShort ? [] : await partsOf(sources.folder, seq);
  const unfinished = rest === undefined ? {} : { rest };
  return keptOutput({ ...placesOf(sources, output, counts), parts, ...unfinished, running: true });
}

async function partsOf(folder: string | undefined, seq: number): Promise<readonly TextPart[]> {
  return folder === undefined ? [] : ((await textParts(folder)).get(seq) ?? []);
}

function placesOf({ folder }: OutputSources, stored: StoredOutput, counts: OutputCounts | undefined) {
  return { folder, stored, ...(counts === undefined ? {} : { counts }) };
}
