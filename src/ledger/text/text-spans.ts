/** The stretches of an output that are still stored, in files or in memory, each with the number of its first line. */

import { rename } from 'node:fs/promises';
import type { OutputCounts } from '../../protocol/terminal/command-meta.ts';
import { linesIn, newlinesIn } from '../../protocol/terminal/newlines.ts';
import { readPlainFile, StrangeFileError } from '../files/plain-file.ts';
import type { StoredOutput } from '../records/bounded-output.ts';
import type { TextPiece } from '../records/printed-text.ts';
import { damagedPath, partPath, type TextPart } from './text-names.ts';

export type TextSpan = {
  /** Line ends and bytes before it. */
  readonly line: number;
  readonly byte: number;
  /** Whether it begins inside of a line. */
  readonly inLine: boolean;
  /** Whether it follows the span before it without a gap. */
  readonly follows: boolean;
  /** Resolves with undefined when it cannot be read. */
  readonly read: () => Promise<string | undefined>;
};

export type KeptOutput = {
  /** Ordered by line. */
  readonly spans: readonly TextSpan[];
  /** The end of the output in the record, for lines that are in no part. */
  readonly tail: TextSpan | undefined;
  readonly total: OutputCounts;
  readonly running: boolean;
};

export type OutputPlaces = {
  readonly folder: string | undefined;
  readonly parts: readonly TextPart[];
  /** Output as the record of the command holds it. */
  readonly stored: StoredOutput;
  /** The unfinished line of the running command. */
  readonly rest?: TextPiece;
  /** Absent in records of earlier versions. */
  readonly counts?: OutputCounts;
  readonly running: boolean;
  /** Awaited before each span is read. */
  readonly pause?: () => Promise<void>;
};

export function keptOutput({
  folder,
  parts,
  stored,
  rest,
  counts,
  running,
  pause,
}: OutputPlaces): KeptOutput {
  const { head, omitted, tail } = stored;
  const total = counts ?? countsOf(stored);
  const isWhole = omitted === 0;
  const files = folder === undefined ? [] : fileSpans(folder, parts);
  const needsHead = isWhole || parts[0]?.part !== 0;
  const spans = [
    ...(needsHead ? [memorySpan(isWhole ? head + tail : head, { line: 0, byte: 0, inLine: false })] : []),
    ...(isWhole ? [] : files),
    ...(isWhole || files.length === 0 ? [] : restSpans(rest)),
  ];
  const tailLine = Math.max(0, total.lines - linesIn(tail));
  const tailByte = Math.max(0, total.bytes - Buffer.byteLength(tail));
  const end = memorySpan(tail, { line: tailLine, byte: tailByte, inLine: false });
  const paused = (span: TextSpan) => (pause === undefined ? span : readAfter(pause, span));
  return { spans: spans.map(paused), tail: isWhole ? undefined : paused(end), total, running };
}

function readAfter(pause: () => Promise<void>, span: TextSpan): TextSpan {
  return { ...span, read: () => pause().then(span.read) };
}

/** Counts what a record of an earlier version holds; of what it left out, only the characters are known. */
export function countsOf({ head, omitted, tail }: StoredOutput): OutputCounts {
  return {
    lines: omitted === 0 ? linesIn(head + tail) : linesIn(head) + linesIn(tail),
    bytes: Buffer.byteLength(head) + omitted + Buffer.byteLength(tail),
    chars: head.length + omitted + tail.length,
  };
}

function restSpans(rest: TextPiece | undefined): TextSpan[] {
  return rest === undefined || rest.text === '' ? [] : [{ ...memorySpan(rest.text, rest), follows: true }];
}

type Place = { readonly line: number; readonly byte: number; readonly inLine: boolean };

function memorySpan(text: string, { line, byte, inLine }: Place): TextSpan {
  return { line, byte, inLine, follows: false, read: () => Promise.resolve(text) };
}

export function fileSpans(folder: string, parts: readonly TextPart[]): TextSpan[] {
  return parts.map((part, index) => {
    const { line, byte, inLine } = part;
    const next = parts[index + 1];
    const isFollowed = next?.part === part.part + 1;
    const follows = parts[index - 1]?.part === part.part - 1;
    const lines = isFollowed && next !== undefined ? next.line - line : undefined;
    return { line, byte, inLine, follows, read: () => readPart(folder, part, lines) };
  });
}

/** Reads a whole part. One that does not have the lines it should have is renamed: other parts keep their line numbers. */
async function readPart(
  folder: string,
  part: TextPart,
  lines: number | undefined,
): Promise<string | undefined> {
  const path = partPath(folder, part);
  try {
    const text = (await readPlainFile(path)).toString();
    // We never write NUL: a file system leaves it where text was lost in a power cut.
    const isDamaged = text.includes('\0') || (lines !== undefined && newlinesIn(text) !== lines);
    if (!isDamaged) return text;
  } catch (error) {
    // The part was deleted meanwhile, in favour of newer text, or cannot be read now. The others can.
    if (!(error instanceof StrangeFileError)) return undefined;
  }
  await rename(path, damagedPath(folder, part)).catch(() => {});
  return undefined;
}
