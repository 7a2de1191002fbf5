/** Deletes the command line, the output and the notes of one command from a terminal's ledger; all other lines stay unchanged. */

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { removeDrafts, replaceFile } from '../../files/replace-file.ts';
import { FORGOTTEN } from '../../protocol/terminal/forget-command.ts';
import { betweenRecord, readBetween } from '../files/between-file.ts';
import { BETWEEN, ledgerFiles, RUNNING } from '../files/ledger-files.ts';
import { formatRow, parseRow } from '../files/ledger-row.ts';
import { MOST_REWRITTEN, readPlainFileIfThere } from '../files/plain-file.ts';
import { readRunning } from '../files/running-file.ts';
import { noOutput } from '../records/bounded-output.ts';
import type { LedgerRecord } from '../records/record.ts';
import { removeText } from '../text/kept-outputs.ts';
import { forgetRaw } from './forget-raw.ts';

const NEWLINE = 0x0a;

export function forgotten(record: LedgerRecord): LedgerRecord {
  const {
    commandCut: _cut,
    redacted: _redacted,
    counts: _counts,
    times: _times,
    before: _before,
    note: _note,
    ...rest
  } = record;
  return { ...rest, commandLine: FORGOTTEN, output: noOutput, forgotten: true };
}

/** Deletes the text of one command from the folder of a terminal that nobody writes to any more. */
export async function forgetInFolder(
  folder: string,
  { seq, commandId }: Pick<LedgerRecord, 'seq' | 'commandId'>,
): Promise<void> {
  await forgetRows(folder, seq);
  await removeText(folder, seq);
  await forgetRaw(folder, commandId);
}

/**
 * Rewrites the rows of one command without its text, and removes what a killed host has left of it. Do not append meanwhile. Each
 * file is read whole: its size is at most the rotation size plus one record.
 */
export async function forgetRows(folder: string, seq: number): Promise<void> {
  for (const path of ledgerFiles(folder)) {
    const bytes = await readPlainFileIfThere(path, MOST_REWRITTEN);
    const lines = bytes === undefined ? [] : linesOf(bytes);
    const replaced = lines.map((line) => withoutText(line, seq));
    // Keep the file times: the history orders terminals by them.
    if (replaced.some((line, index) => line !== lines[index]))
      await replaceFile(path, Buffer.concat(replaced), { keepTimes: true });
  }
  await removeLeft(folder, seq);
}

/** A host removes these files when a command ends or begins. One that was killed did not, and the next one knows nothing of them. */
async function removeLeft(folder: string, seq: number): Promise<void> {
  const running = await readRunning(folder);
  if (running?.seq === seq) await rm(join(folder, RUNNING), { force: true });
  const between = await readBetween(folder);
  if (between !== undefined && betweenRecord(between).seq === seq)
    await rm(join(folder, BETWEEN), { force: true });
  for (const name of [RUNNING, BETWEEN]) await removeDrafts(join(folder, name));
}

/** Returns the same object when the line is not a row of this command. */
function withoutText(line: Buffer, seq: number): Buffer {
  if (!line.includes(`"seq":${seq}`)) return line;
  const parsed = parseRow(line.toString('utf8').trimEnd());
  if (!parsed.ok) return line;
  const { row } = parsed;
  if (row.kind === 'note' && row.seq === seq && row.note !== undefined)
    return Buffer.from(formatRow({ ...row, note: '' }));
  if ((row.kind !== 'begin' && row.kind !== 'end') || row.record.seq !== seq) return line;
  return Buffer.from(formatRow({ kind: row.kind, record: forgotten(row.record) }));
}

/** Splits into lines with their line breaks; the last line may lack one. */
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
