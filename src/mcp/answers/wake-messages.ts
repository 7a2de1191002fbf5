/** Wake-ups as messages to an agent, and the line that says how many wait. */

import type { Wake } from '../../protocol/cotty/wake.ts';
import { endText, wakeText } from '../../protocol/cotty/wake-text.ts';
import type { ShownWake } from './schemas.ts';

/** A command line stands in one line with others: only its beginning. */
const CMD_CHARS = 60;

export function wakeMessage(wake: Wake): string {
  return `✉ ${wakeText(wake)}`;
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
  const cmd = last.cmd.split('\n')[0]?.slice(0, CMD_CHARS) ?? '';
  return `✉ ${count}, newest from term:${last.terminal}: $ ${cmd} · ${endText(last)}. term_wait delivers.`;
}
