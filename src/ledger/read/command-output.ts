/** Finds the output of one command, wherever it is: in memory, in the terminal's folder, or both. */

import type { RecentCommands } from '../records/recent-commands.ts';
import type { LedgerRecord } from '../records/record.ts';
import type { OutputFiles } from '../text/output-files.ts';
import { type PartsOf, readableParts, type TextPart } from '../text/text-names.ts';
import { type KeptOutput, keptOutput } from '../text/text-spans.ts';
import { findRecords } from './find-records.ts';

export type OutputSources = {
  readonly commands: RecentCommands;
  readonly folder: string | undefined;
  readonly text: OutputFiles | undefined;
  /** Resolves when all records are in the folder. */
  readonly written: () => Promise<void>;
  /** Awaited before each piece of text or of the ledger is read, so that other work can run. */
  readonly pause: () => Promise<void>;
};

/** Returns undefined when there is no such command. */
export async function outputOf(sources: OutputSources, seq: number): Promise<KeptOutput | undefined> {
  const { commands, folder, written, pause } = sources;
  if (commands.begun?.seq === seq) return runningOutput(sources);
  const { records } = await findRecords(commands, folder, { seq }, { written, pause });
  return records[0] === undefined ? undefined : finishedOutput(sources, records[0]);
}

/** `listed` has the text parts of all commands, for a caller that reads many outputs and lists the folder once. */
export async function finishedOutput(
  sources: OutputSources,
  record: LedgerRecord,
  listed?: PartsOf,
): Promise<KeptOutput> {
  const { folder, pause } = sources;
  const { seq, output: stored, counts } = record;
  const isShort = stored.omitted === 0;
  if (!isShort && listed === undefined) await sources.text?.settled();
  const parts = isShort ? [] : (listed?.get(seq) ?? (listed === undefined ? await partsOf(folder, seq) : []));
  return keptOutput({ folder, parts, stored, ...(counts && { counts }), running: false, pause });
}

export async function runningOutput(sources: OutputSources): Promise<KeptOutput | undefined> {
  const { running, unfinishedLine: rest } = sources.commands;
  if (running === undefined) return undefined;
  const { folder, pause } = sources;
  const { seq, output: stored, counts } = running;
  const isShort = stored.omitted === 0;
  if (!isShort) {
    sources.text?.release();
    await sources.text?.settled();
  }
  const parts = isShort ? [] : await partsOf(folder, seq);
  return keptOutput({
    folder,
    parts,
    stored,
    ...(rest && { rest }),
    ...(counts && { counts }),
    running: true,
    pause,
  });
}

async function partsOf(folder: string | undefined, seq: number): Promise<readonly TextPart[]> {
  return folder === undefined ? [] : ((await readableParts(folder)).get(seq) ?? []);
}
