/** A wake-up as text. */

import { exitWords } from '../common/exit-status.ts';
import { type Authority, shownWords } from '../terminal/program-status.ts';
import type { Wake } from './wake.ts';

/** Before what differs between two runs of a command. */
export const SINCE = 'since its last run';

const RULE = '──';

/**
 * Returns `from term:NAME · TIME`, then `$ COMMAND · run by WRITER`, then how it ended and what differs from its last run, then a
 * rule and the tail of its output. An error line above the tail is added on a line of its own. If the command runs: what its program does, and says.
 * If a person has noted something about it: the note, and when.
 */
export function wakeText(wake: Wake): string {
  const { terminal, finished_at, cmd, writer, tail, error_line, difference, program, noted } = wake;
  const isInTail = tail.some((line) => line.trim() === error_line);
  return [
    `from term:${oneLine(terminal)} · ${withoutMs(noted?.at ?? finished_at)}`,
    `$ ${oneLine(cmd)}${writer === null ? '' : ` · run by ${oneLine(writer)}`}`,
    ...(noted === undefined ? [] : [`noted by ${oneLine(noted.by ?? 'somebody')}: ${oneLine(noted.text)}`]),
    endText(wake),
    ...(program === undefined ? [] : saidText(program)),
    ...(difference === undefined ? [] : [`${SINCE}: ${oneLine(difference)}`]),
    ...(error_line === null || isInTail ? [] : [`first error: ${oneLine(error_line)}`]),
    ...(tail.length === 0 ? [] : [RULE, ...tail.map(oneLine)]),
  ].join('\n');
}

/**
 * Returns `exit 1 · 4.20s` or `suspended · 4.20s`, with the reason when the command was killed or timed out; if it runs, what its
 * program does: `waits for an answer: permission`.
 */
export function endText({ exit, duration_s, timed_out, killed_by_restart, program }: Wake): string {
  if (program !== undefined) return stateText(program);
  const code = exit === null ? 'exit unknown' : exitWords(exit);
  const why = killed_by_restart ? ' · killed by a restart of the host' : timed_out ? ' · timed out' : '';
  return `${killed_by_restart && exit === null ? 'no exit' : code} · ${duration_s.toFixed(2)}s${why}`;
}

type ToldState = {
  readonly state: string;
  readonly kind?: string | undefined;
  readonly app?: string | undefined;
};
type ToldWords = {
  readonly title?: string | undefined;
  readonly msg?: string | undefined;
  readonly by?: Authority | undefined;
};

/** Returns `codex waits for an answer: permission`, `codex is done`. */
export function stateText({ state, kind, app = 'the program' }: ToldState): string {
  const name = oneLine(app);
  if (state === 'blocked')
    return `${name} waits for an answer${kind === undefined ? '' : `: ${oneLine(kind)}`}`;
  return state === 'error' ? `${name} has failed` : `${name} is ${oneLine(state)}`;
}

/** The words of the program, marked as what they are. */
export function saidText({ title, msg, by }: ToldWords): readonly string[] {
  const said = [title, msg].flatMap((text) => (text === undefined ? [] : [shownWords(oneLine(text), by)]));
  return said.length === 0 ? [] : [`in its own words, which are untrusted: ${said.join(' · ')}`];
}

/** Keeps text from an untrusted host on one line and removes its control characters. */
function oneLine(text: string): string {
  return text.replace(/\r?\n/g, ' ⏎ ').replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, '');
}

function withoutMs(time: string): string {
  return time.replace(/\.\d+Z$/, 'Z');
}

/** Tells a wake-up from every other one, whatever number a host has given it. */
export function wakeId({ channel, command_id, finished_at, program, noted }: Wake): string {
  return JSON.stringify([channel, command_id, finished_at, program?.state, noted?.at]);
}
