/** Recovers the output of a command whose host ended before it could write the end of the record. */

import type { OutputCounts } from '../../protocol/terminal/command-meta.ts';
import { linesIn } from '../../protocol/terminal/newlines.ts';
import { safeCut } from '../../protocol/terminal/safe-cut.ts';
import { readPlainFile } from '../files/plain-file.ts';
import { HEAD_KEPT, type StoredOutput, TAIL_KEPT } from '../records/bounded-output.ts';
import { partPath, type TextPart, textParts } from './text-names.ts';

export type RecoveredText = { readonly output: StoredOutput; readonly counts: OutputCounts };

/** Returns undefined when there are no files of that command. */
export async function recoverText(folder: string, seq: number): Promise<RecoveredText | undefined> {
  const parts = (await textParts(folder)).get(seq) ?? [];
  const first = parts[0];
  const last = parts.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const begin = first.part === 0 ? await textOf(folder, first) : '';
  const end = await textOf(folder, last);
  const counts = {
    lines: last.line + linesIn(end),
    bytes: last.byte + Buffer.byteLength(end),
    chars: last.char + end.length,
  };
  const head = begin.slice(0, safeCut(begin, Math.min(HEAD_KEPT, begin.length)));
  const tail = end.slice(safeCut(end, Math.max(0, end.length - TAIL_KEPT)));
  const omitted = counts.chars - head.length - tail.length;
  // A single part may be so short that head and tail would overlap.
  if (omitted <= 0) return { output: { head: end, omitted: 0, tail: '' }, counts };
  return { output: { head, omitted, tail }, counts };
}

async function textOf(folder: string, part: TextPart): Promise<string> {
  return (await readPlainFile(partPath(folder, part))).toString();
}
