/** What differs between two runs, in one line. */

import { duration } from '../../protocol/common/durations.ts';
import { exitWords } from '../../protocol/common/exit-status.ts';
import type { Comparison } from './comparison.ts';

type Found = Omit<Comparison, 'headline' | 'same'>;

/** A change of duration is told from one second and a fifth of the shorter run. */
const LEAST_MS = 1000;
const LEAST_PART = 0.2;

export function headlineOf(found: Found): string {
  const told = [linesText(found), exitText(found), durationText(found)].filter((text) => text !== '');
  if (told.length > 0) return told.join(', ');
  return found.masked.lines === 0 ? 'nothing differs' : 'nothing differs but noise';
}

function linesText({ hunks }: Found): string {
  let lines = 0;
  for (const hunk of hunks) if (hunk.kind === 'changed') lines += hunk.pairs.length;
  return lines === 0 ? '' : lines === 1 ? '1 line differs' : `${lines.toLocaleString('en')} lines differ`;
}

function exitText({ exitCode: { before, after } }: Found): string {
  if (before === after) return '';
  const words = (code: number | undefined) => (code === undefined ? 'unknown' : exitWords(code));
  return `${words(before)} → ${words(after)}`;
}

function durationText({ durationMs: { before, after } }: Found): string {
  if (before === undefined || after === undefined) return '';
  const change = Math.abs(after - before);
  if (change < LEAST_MS || change < LEAST_PART * Math.min(before, after)) return '';
  return `${duration(change)} ${after > before ? 'slower' : 'faster'}`;
}
