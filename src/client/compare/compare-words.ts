/** What a comparison says in words above its changes. */

import type { Comparison } from '../../review/compare/comparison.ts';
import { maskedText } from '../../review/compare/headline.ts';
import type { Run } from '../../review/run.ts';

/** A duration that is this much longer or shorter, and by at least so many milliseconds, is worth its factor. */
const LEAST_FACTOR = 1.1;
const LEAST_DIFFERENCE_MS = 100;

/** Returns what has changed beside the output: `exit 0 → 1 · 3.1 s → 12.4 s (4.0×)`. Empty if neither is known. */
export function changedText({ exitCode, durationMs }: Comparison, ascii = false): string {
  const [arrow, dot, times] = ascii ? ['->', '|', 'x'] : ['→', '·', '×'];
  const exit = sides(exitCode, (code) => `${code}`, arrow);
  const time = sides(durationMs, seconds, arrow);
  const factor = factorOf(durationMs, times);
  const parts = [exit === '' ? '' : `exit ${exit}`, `${time}${factor}`];
  return parts.filter((part) => part !== '').join(` ${dot} `);
}

type Sides = Comparison['exitCode'];

function sides({ before, after }: Sides, textOf: (value: number) => string, arrow: string): string {
  if (before === undefined && after === undefined) return '';
  const [from, to] = [before, after].map((value) => (value === undefined ? 'unknown' : textOf(value)));
  return from === to ? `${to}` : `${from} ${arrow} ${to}`;
}

function factorOf({ before, after }: Sides, times: string): string {
  if (before === undefined || after === undefined || before <= 0 || after <= 0) return '';
  const factor = after / before;
  const isClose = factor < LEAST_FACTOR && factor > 1 / LEAST_FACTOR;
  if (isClose || Math.abs(after - before) < LEAST_DIFFERENCE_MS) return '';
  return ` (${factor >= 10 ? Math.round(factor) : factor.toFixed(factor < 1 ? 2 : 1)}${times})`;
}

const MINUTE_S = 60;

/** Returns a duration to be compared with another one: `0.31 s`, `12.4 s`, `3 min 2 s`. */
function seconds(ms: number): string {
  const s = ms / 1000;
  if (s < 1) return `${s.toFixed(2)} s`;
  if (s < MINUTE_S) return `${s.toFixed(1)} s`;
  const whole = Math.round(s);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / MINUTE_S) % MINUTE_S];
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min ${whole % MINUTE_S} s`;
}

/** Returns how much was masked: `12 differences masked: 8 times, 4 durations`. Empty if nothing was. */
export function maskedWords({ masked }: Comparison): string {
  const count = masked.kinds.reduce((sum, each) => sum + each.count, 0);
  if (count === 0) return '';
  const differences = count === 1 ? 'difference' : 'differences';
  return `${count.toLocaleString('en')} ${differences} masked: ${maskedText(masked)}`;
}

/** Said in the place of what was masked while nothing is. */
export const UNMASKED = 'Times, hashes and other noise count as differences.';

/** What a program prints that takes the whole screen. */
const FULL_SCREEN = ['\x1b[?1049h', '\x1b[?1047h', '\x1b[?47h'] as const;

/** Returns what was not compared, a sentence each. */
export function notedTexts({ cut, coarse }: Comparison, runs: readonly Run[]): readonly string[] {
  const lines = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'line' : 'lines'}`;
  const sides = [
    cut.before > 0 ? `${lines(cut.before)} of the earlier run` : '',
    cut.after > 0 ? `${lines(cut.after)} of the later run` : '',
  ].filter((side) => side !== '');
  const isFullScreen = runs.some(({ output }) => FULL_SCREEN.some((sequence) => output.includes(sequence)));
  return [
    sides.length === 0 ? '' : `Not compared: ${sides.join(' and ')}.`,
    coarse ? 'The outputs are too different to find all that they have in common.' : '',
    isFullScreen ? 'What a full-screen program has drawn is not compared.' : '',
  ].filter((text) => text !== '');
}
