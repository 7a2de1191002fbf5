/** `between.json` — what was printed since the last command, in case the host ends before the next one begins. */

import { join } from 'node:path';
import { redact } from '../../protocol/common/redact.ts';
import { noOutput } from '../records/bounded-output.ts';
import type { LedgerRecord } from '../records/record.ts';
import { BETWEEN } from './ledger-files.ts';
import { isCount, isTime } from './ledger-row.ts';
import { readPlainFileIfThere } from './plain-file.ts';

export type PrintedBetween = {
  /** Number of the last command. */
  readonly seq: number;
  /** Time of writing in Unix milliseconds. */
  readonly at: number;
  /** Terminal text of whole lines. */
  readonly text: string;
  /** Whether secrets in it were replaced. */
  readonly redacted: boolean;
};

const VERSION = 1;

/** Replaces secrets in the text. */
export function formatBetween({ seq, at, text }: Omit<PrintedBetween, 'redacted'>): string {
  const kept = redact(text);
  return `${JSON.stringify({ v: VERSION, seq, at, text: kept, redacted: kept !== text })}\n`;
}

/** Returns undefined when the file does not exist or is damaged. */
export async function readBetween(folder: string): Promise<PrintedBetween | undefined> {
  const file = await readPlainFileIfThere(join(folder, BETWEEN));
  return file && parseBetween(file.toString());
}

function parseBetween(file: string): PrintedBetween | undefined {
  try {
    const { v, seq, at, text, redacted }: { readonly [key: string]: unknown } = { ...JSON.parse(file) };
    if (v !== VERSION || !isCount(seq) || !isTime(at) || typeof text !== 'string' || text === '')
      return undefined;
    return { seq, at, text, redacted: redacted === true };
  } catch {
    // The file is damaged.
    return undefined;
  }
}

/** Returns the record that the host would have written if the terminal had ended. */
export function betweenRecord({ seq, at, text, redacted }: PrintedBetween): LedgerRecord {
  return {
    seq: seq + 1,
    commandId: `cmd-${seq + 1}`,
    commandLine: '',
    startedAt: at,
    finishedAt: at,
    before: text,
    noCommand: true,
    output: noOutput,
    ...(redacted ? { redacted: ['printed_before'] as const } : {}),
  };
}
