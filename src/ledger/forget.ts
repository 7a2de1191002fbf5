/** Takes the command line and the output of one command out of a terminal's ledger; every other line stays as it is. */

import { open, readFile, rename, stat } from 'node:fs/promises';
import { FORGOTTEN } from '../protocol/terminal/forget.ts';
import { noOutput } from './bounded-output.ts';
import { isMissing, ledgerFiles } from './ledger-files.ts';
import type { LedgerRecord } from './record.ts';
import { formatRow, parseRow } from './row.ts';

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
    if (replaced.some((line, index) => line !== lines[index])) await replaceWhole(path, replaced);
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

/** Whoever reads it sees the old file or the new one, and the new one is on the disk before it takes the place. */
async function replaceWhole(path: string, lines: readonly Buffer[]): Promise<void> {
  const { atime, mtime } = await stat(path);
  const next = `${path}.tmp`;
  const handle = await open(next, 'w', 0o600);
  try {
    await handle.writeFile(Buffer.concat(lines));
    // History goes by the time of the last command.
    await handle.utimes(atime, mtime);
    await handle.datasync();
  } finally {
    await handle.close();
  }
  await rename(next, path);
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
