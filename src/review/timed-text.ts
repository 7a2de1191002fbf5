/** The output of a run in the pieces in which it came, as far as that was recorded. */

import type { Run } from './run.ts';

/** A piece of output, in milliseconds since the command began. */
export type TimedText = { readonly atMs: number; readonly text: string };

const [CR, LF] = [0x0d, 0x0a];

/**
 * Returns undefined for a run without times. The pieces together are the whole output, with carriage returns, whatever the times are:
 * text without a time comes last, when the command ended.
 */
export function timedText({
  times,
  output,
  missing,
  startedAt,
  finishedAt,
}: Run): readonly TimedText[] | undefined {
  if (times === undefined || times.length === 0) return undefined;
  const printed = times.reduce((sum, value, index) => (index % 2 === 1 ? sum + value : sum), 0);
  // Where the middle of an output is missing, its times are passed over.
  const gap = missing === undefined ? 0 : Math.max(0, printed - output.length);
  const isBare = !output.includes('\r\n');
  const pieces: TimedText[] = [];
  const add = (ms: number, text: string) =>
    pieces.push({ atMs: ms, text: isBare ? withCarriageReturns(text) : text });
  let [atMs, units, from] = [0, 0, 0];
  for (let index = 0; index + 1 < times.length; index += 2) {
    atMs += times[index] ?? 0;
    units += times[index + 1] ?? 0;
    const place = missing === undefined || units <= missing.at ? units : Math.max(missing.at, units - gap);
    const to = wholeEnd(output, place);
    if (to <= from) continue;
    add(atMs, output.slice(from, to));
    from = to;
  }
  const ended = Math.max(atMs, (finishedAt ?? startedAt) - startedAt);
  if (from < output.length) add(ended, output.slice(from));
  return pieces;
}

/** Returns the last place up to `at` that is between two characters; CR and LF are one. */
function wholeEnd(text: string, at: number): number {
  if (at <= 0 || at >= text.length) return Math.max(0, Math.min(at, text.length));
  const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  const isPair = before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
  return isPair || (before === CR && after === LF) ? at - 1 : at;
}

/** An output of a program that has sent line feeds alone, for a terminal. */
export function withCarriageReturns(output: string): string {
  return output.includes('\r\n') ? output : output.replaceAll('\n', '\r\n');
}
