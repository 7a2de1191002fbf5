/** The lines of a run that are compared: its output as it reads, within limits. */

import { plainLines } from '../../screen/text/plain-stream.ts';
import type { ComparedRun } from './comparison.ts';

/** Limits of an output: UTF-16 units as printed, and lines. */
export const MOST_CHARS = 4 * 1024 * 1024;
export const MOST_LINES = 20_000;
/** Line ends as printed, for each line: a program that draws lines again prints more of them. */
const MOST_REDRAWN = 5;

/** In the place of lines that are not compared is one that tells how many. It begins with a NUL, which no line has. */
export type Comparable = { readonly lines: readonly string[]; readonly cut: number };

type Part = { readonly text: string } | { readonly missing: number };

/** Of an output that is longer, the head and the tail are compared. */
export function comparableLines(
  { output, missing }: ComparedRun,
  mostChars: number,
  mostLines: number,
): Comparable {
  const parts: readonly Part[] =
    missing === undefined
      ? [{ text: output }]
      : [
          { text: output.slice(0, missing.at) },
          { missing: missing.lines },
          { text: output.slice(missing.at) },
        ];
  const lines = withinPrinted(parts, mostChars, MOST_REDRAWN * mostLines).flatMap((part) =>
    'missing' in part ? [gap(part.missing)] : plainLines(part.text),
  );
  const within = withinLines(lines, mostLines);
  return { lines: within, cut: within.reduce((sum, line) => sum + missingIn(line), 0) };
}

function gap(lines: number): string {
  return `\0${lines}`;
}

/** Returns how many lines this one stands for that are not compared. */
function missingIn(line: string): number {
  return line.startsWith('\0') ? Number(line.slice(1)) : 0;
}

/** Returns a line as people read it. */
export function shownLine(line: string): string {
  const missing = missingIn(line);
  return missing === 0 ? line : `[${missing.toLocaleString('en')} lines are not compared]`;
}

/** Cuts the middle out of an output before it is read. */
function withinPrinted(parts: readonly Part[], mostChars: number, mostLines: number): readonly Part[] {
  const whole = parts.map((part) => ('text' in part ? part.text : '')).join('');
  const head = headEnd(whole, mostChars / 2, mostLines / 2);
  const tail = tailStart(whole, mostChars / 2, mostLines / 2);
  if (head >= tail) return parts;
  const missing = parts.reduce((sum, part) => sum + ('missing' in part ? part.missing : 0), 0);
  return [
    { text: whole.slice(0, head) },
    { missing: missing + lineEnds(whole, head, tail) },
    { text: whole.slice(tail) },
  ];
}

/** Returns where the head ends: at a line end, if it has one. */
function headEnd(text: string, most: number, lines: number): number {
  let end = 0;
  for (let count = 0; count < lines; count += 1) {
    const next = text.indexOf('\n', end) + 1;
    if (next === 0 || next > most) break;
    end = next;
  }
  return end === 0 || text.length <= most ? Math.min(text.length, Math.floor(most)) : end;
}

function tailStart(text: string, most: number, lines: number): number {
  let start = text.length;
  // The line end before a line belongs to the line before it.
  for (let count = 0; count < lines && start > 1; count += 1) {
    const next = text.lastIndexOf('\n', start - 2) + 1;
    if (next === 0 || text.length - next > most) break;
    start = next;
  }
  return start === text.length ? Math.max(0, text.length - Math.floor(most)) : start;
}

function lineEnds(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  // A text without a line end is a line as well.
  return Math.max(1, count);
}

function withinLines(lines: readonly string[], most: number): readonly string[] {
  if (lines.length <= most) return lines;
  const head = lines.slice(0, Math.floor(most / 2));
  const tail = lines.slice(lines.length - Math.floor(most / 2));
  const middle = lines.slice(head.length, lines.length - tail.length);
  return [...head, gap(middle.reduce((sum, line) => sum + Math.max(1, missingIn(line)), 0)), ...tail];
}
