/** `running.json` — the output of the running command so far, in case the host ends before it can write the end. */

import { join } from 'node:path';
import type { RedactedField } from '../../protocol/cotty/command-record.ts';
import type { OutputCounts } from '../../protocol/terminal/command-meta.ts';
import type { StoredOutput } from '../records/bounded-output.ts';
import { RUNNING } from './ledger-files.ts';
import { asCounts, asOutput, isCount, isTime } from './ledger-row.ts';
import { readPlainFileIfThere } from './plain-file.ts';

export type RunningOutput = {
  readonly seq: number;
  /** Time of writing in Unix milliseconds: the last sign of life of the command. */
  readonly at: number;
  readonly output: StoredOutput;
  readonly counts?: OutputCounts;
  readonly redacted: readonly RedactedField[];
};

const VERSION = 1;

export function formatRunning({ seq, at, output, counts, redacted }: RunningOutput): string {
  const file = { v: VERSION, seq, at, redacted: redacted.includes('stdout'), counts, ...output };
  return `${JSON.stringify(file)}\n`;
}

/** Returns undefined when the file does not exist or is damaged. */
export async function readRunning(folder: string): Promise<RunningOutput | undefined> {
  const file = await readPlainFileIfThere(join(folder, RUNNING));
  return file && parseRunning(file.toString());
}

function parseRunning(text: string): RunningOutput | undefined {
  try {
    const raw: { readonly [key: string]: unknown } = { ...JSON.parse(text) };
    const { v, seq, at, redacted } = raw;
    const output = asOutput(raw);
    if (v !== VERSION || !isCount(seq) || !isTime(at) || output === undefined) return undefined;
    const counts = asCounts(raw['counts']);
    const known = counts === undefined ? {} : { counts };
    return { seq, at, output, ...known, redacted: redacted === true ? ['stdout'] : [] };
  } catch {
    // The file is damaged: the record then has no output.
    return undefined;
  }
}
