/** A wake-up as text. */

import { exitWords } from '../common/exit-status.ts';
import type { Wake } from './wake.ts';

const RULE = '──';

/**
 * Returns `from term:NAME · TIME`, then `$ COMMAND · run by WRITER`, then how it ended, then a rule and the tail of its
 * output. An error line above the tail is added on a line of its own.
 */
export function wakeText(wake: Wake): string {
  const { terminal, finished_at, cmd, writer, tail, error_line } = wake;
  const isInTail = tail.some((line) => line.trim() === error_line);
  return [
    `from term:${oneLine(terminal)} · ${withoutMs(finished_at)}`,
    `$ ${oneLine(cmd)}${writer === null ? '' : ` · run by ${oneLine(writer)}`}`,
    endText(wake),
    ...(error_line === null || isInTail ? [] : [`first error: ${oneLine(error_line)}`]),
    ...(tail.length === 0 ? [] : [RULE, ...tail.map(oneLine)]),
  ].join('\n');
}

/** Returns `exit 1 · 4.20s` or `suspended · 4.20s`, with the reason when the command was killed or timed out. */
export function endText({ exit, duration_s, timed_out, killed_by_restart }: Wake): string {
  const code = exit === null ? 'exit unknown' : exitWords(exit);
  const why = killed_by_restart ? ' · killed by a restart of the host' : timed_out ? ' · timed out' : '';
  return `${killed_by_restart && exit === null ? 'no exit' : code} · ${duration_s.toFixed(2)}s${why}`;
}

/** Keeps text from an untrusted host on one line and removes its control characters. */
function oneLine(text: string): string {
  return text.replace(/\r?\n/g, ' ⏎ ').replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, '');
}

function withoutMs(time: string): string {
  return time.replace(/\.\d+Z$/, 'Z');
}
