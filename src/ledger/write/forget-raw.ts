/**
 * Deletes the output of one command, and the prompt before it, from the recordings of a terminal. Marks in a recording
 * say where commands begin and end. Sizes and times stay, so that the recording can still be played.
 */

import { replaceFile } from '../../files/replace-file.ts';
import { FORGOTTEN } from '../../protocol/terminal/forget-command.ts';
import { isMissing, rawFiles } from '../files/ledger-files.ts';
import { MOST_REWRITTEN, readPlainFile } from '../files/plain-file.ts';

/** Text of the mark for a command, such as `cmd-12 begins`. */
export function rawMark(commandId: string, what: 'begins' | 'ended'): string {
  return `${commandId} ${what}`;
}

/** A position in the recordings; files are counted from the oldest. */
type Place = { readonly file: number; readonly line: number };
type Mark = Place & { readonly commandId: string; readonly ends: boolean };

/** A row with a mark. Printed text has its quotes escaped, so no program can forge such a row. */
const MARK = /^\[[\d.e+-]+,"m","(.+) (begins|ended)"\]$/;
const PRINTED = /^\[([\d.e+-]+),"o",/;

/** Deletes the output of one command. Do not append meanwhile. Holds one file in memory at a time. */
export async function forgetRaw(folder: string, commandId: string): Promise<void> {
  const paths = rawFiles(folder).reverse();
  const marks: Mark[] = [];
  for (const [file, path] of paths.entries()) marks.push(...marksIn(await linesOf(path), file));
  const range = rangeOf(marks, commandId);
  if (range === undefined) return;
  for (const [file, path] of paths.entries()) {
    if (file < range.from.file || file > range.to.file) continue;
    const lines = await linesOf(path);
    const first = file === range.from.file ? range.from.line : 0;
    const end = file === range.to.file ? range.to.line : lines.length;
    const kept = withoutPrinted(lines, first, end);
    if (kept !== lines) await replaceFile(path, kept.join('\n'), { keepTimes: true });
  }
}

/**
 * The range to delete: from the mark before the command, because the typed text follows it, to the command's end. An
 * interrupted command ends at the next mark, or at the end of the last file. A mark deleted with its file counts as the
 * start of the first file.
 */
function rangeOf(
  marks: readonly Mark[],
  commandId: string,
): { readonly from: Place; readonly to: Place } | undefined {
  const first = marks.findIndex((mark) => mark.commandId === commandId);
  const begin = marks[first];
  if (begin === undefined) return undefined;
  const end = marks.find((mark) => mark.commandId === commandId && mark.ends) ?? marks[first + 1];
  const before = marks[first - 1];
  const isOpen = before !== undefined && !before.ends && before.file < begin.file;
  const from = isOpen ? { file: begin.file, line: 0 } : (before ?? { file: 0, line: 0 });
  return { from, to: end ?? { file: Number.POSITIVE_INFINITY, line: 0 } };
}

/**
 * Replaces the printed rows from `first` to `end` by one mark at the time of the first of them. Returns the same array
 * when nothing was printed there.
 */
function withoutPrinted(lines: readonly string[], first: number, end: number): readonly string[] {
  const at = lines.findIndex((line, index) => index >= first && index < end && PRINTED.test(line));
  if (at === -1) return lines;
  const mark = `[${PRINTED.exec(lines[at] ?? '')?.[1] ?? 0},"m",${JSON.stringify(FORGOTTEN)}]`;
  const rest = lines.slice(at + 1).filter((line, index) => at + 1 + index >= end || !PRINTED.test(line));
  return [...lines.slice(0, at), mark, ...rest];
}

function marksIn(lines: readonly string[], file: number): Mark[] {
  return lines.flatMap((text, line) => {
    const [, commandId, what] = MARK.exec(text) ?? [];
    return commandId === undefined ? [] : [{ file, line, commandId, ends: what === 'ended' }];
  });
}

async function linesOf(path: string): Promise<readonly string[]> {
  try {
    return (await readPlainFile(path, MOST_REWRITTEN)).toString().split('\n');
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
