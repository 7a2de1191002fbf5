/** Wake-ups as messages to an agent, and the line with the number of waiting ones. */

import type { Wake } from '../../protocol/cotty/wake.ts';
import { endText, wakeText } from '../../protocol/cotty/wake-text.ts';
import type { ShownWake } from './schemas.ts';

/** The command shares a line with other text, so only this many characters of it are shown. */
const CMD_CHARS = 60;

export function wakeMessage(wake: Wake): string {
  return `✉ ${wakeText(wake)}`;
}

export function shownWake(wake: Wake): ShownWake {
  const { n: _n, channel: _channel, tail, program, noted, ...rest } = wake;
  return {
    ...rest,
    tail: [...tail],
    ...(program === undefined ? {} : { program: { ...program } }),
    ...(noted === undefined ? {} : { noted: { ...noted } }),
  };
}

/** Returns one line to add to the answers of other tools; empty if no wake-up waits. */
export function waitingLine(waiting: readonly Wake[]): string {
  const last = waiting.at(-1);
  if (last === undefined) return '';
  const count = waiting.length === 1 ? '1 wake-up waits' : `${waiting.length} wake-ups wait`;
  const cmd = last.cmd.split('\n')[0]?.slice(0, CMD_CHARS) ?? '';
  return `✉ ${count}, newest from term:${last.terminal}: $ ${cmd} · ${last.noted === undefined ? endText(last) : `noted by ${last.noted.by ?? 'somebody'}`}. Call term_wait to get ${waiting.length === 1 ? 'it' : 'them'}.`;
}
