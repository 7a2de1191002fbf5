/** `GET …/lines?last=N`: the last lines of a terminal, scrollback and screen, as plain text. */

import { lastLines } from '../../screen/text/screen-text.ts';
import { type Answer, refuse } from '../door/http-reply.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Lines unless the caller asks for another number, and the most of them. */
const USUAL = 100;
const MOST = 10_000;

/** `last` is the parameter as it was given. */
export function lastLinesOf(terminal: Terminal, last: string | null): Answer {
  const count = last === null ? USUAL : Number(last);
  if (!/^\d{1,6}$/.test(last ?? '1') || count < 1 || count > MOST) {
    return refuse(
      400,
      `last: ${JSON.stringify((last ?? '').slice(0, 80))} is not a number from 1 to ${MOST}`,
    );
  }
  terminal.settle();
  const text = lastLines(terminal.reading.emulator, count);
  return { status: 200, body: { lines: text === '' ? [] : text.split('\n') } };
}
