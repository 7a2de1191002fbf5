/** Takes the command line and the output of one command out of a terminal's ledger; every other line stays as it is. */

import { readFile } from 'node:fs/promises';
import { FORGOTTEN } from '../../protocol/terminal/forget.ts';
import { isMissing, ledgerFiles } from '../files/ledger-files.ts';
import { formatRow, parseRow } from '../files/ledger-row.ts';
import { replaceKept } from '../files/replace-file.ts';
import { noOutput } from '../records/bounded-output.ts';
import type { LedgerRecord } from '../records/record.ts';

const NEWLINE = 0x0a;

export function forgotten(record: LedgerRecord): LedgerRecord {
  const { commandCut: _cut, redacted: _redacted, ...rest } = record;
  return { ...rest, commandLine: FORGOTTEN, output: noOutput, forgotten: true };
}

/** Nobody may append meanwhile. A file holds at most what it is rotated at and one record: it is read whole. */
export async function forgetRows(folder: string, seq: number): Promise<void> {
  for (const path of ledgerFiles(folder)) {
    const bytes = await readIfThere(path);
    const lines = bytes === undefined ? [] : linesOf(bytes);
    const replaced = lines.map((line) => withoutText(line, seq));
    // History goes by the time of the last command: the file keeps its times.
    if (replaced.some((line, index) => line !== lines[index]))
      await replaceKept(path, Buffer.concat(replaced));
  }
}

/** The very same object where nothing is to be taken out. */
function withoutText(line: Buffer, seq: number): Buffer {
  if (!line.includes(`"seq":${seq}`)) return line;
  const parsed = parseRow(line.toString('utf8').trimEnd());
  if (!parsed.ok) return line;
  const { row } = parsed;
  if ((row.kind !== 'begin' && row.kind !== 'end') || row.record.seq !== seq) return line;
  return Buffer.from(formatRow({ kind: row.kind, record: forgotten(row.record) }));
}

/** Each with its line break; the last may lack it. */
function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let from = 0; from < bytes.length; ) {
    const at = bytes.indexOf(NEWLINE, from);
    const to = at < 0 ? bytes.length : at + 1;
    lines.push(bytes.subarray(from, to));
    from = to;
  }
  return lines;
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
