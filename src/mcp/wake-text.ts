/** Wake-ups as messages: who ran what where, how it ended, and the last lines of its output. */

import type { Wake } from '../protocol/wake.ts';
import { howItWent } from './record-text.ts';
import type { ShownWake } from './schemas.ts';

export function wakeText(wake: Wake): string {
  const { terminal, finished_at, cmd, writer, tail, error_line } = wake;
  const error = error_line === null || tail.includes(error_line) ? [] : [`first error line: ${error_line}`];
  return [
    `✉ from term:${terminal} · ${finished_at}`,
    `$ ${cmd} · run by ${writer ?? 'somebody unknown'}`,
    howItWent(wake),
    ...error,
    '──',
    ...tail,
  ].join('\n');
}

export function shownWake(wake: Wake): ShownWake {
  const { n: _n, channel: _channel, tail, ...rest } = wake;
  return { ...rest, tail: [...tail] };
}

/** One line under the answers of other tools; nothing where nothing waits. */
export function waitingLine(waiting: readonly Wake[]): string {
  const last = waiting.at(-1);
  if (last === undefined) return '';
  const count = waiting.length === 1 ? '1 wake-up waits' : `${waiting.length} wake-ups wait`;
  const cmd = last.cmd.split('\n')[0]?.slice(0, 60) ?? '';
  return `✉ ${count}, newest from ${last.terminal}: $ ${cmd} · ${howItWent(last)}. term_wait delivers.`;
}
