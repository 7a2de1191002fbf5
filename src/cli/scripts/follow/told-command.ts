/** Formats a finished command as one line, as a few lines, or as JSON with the fields of a wake-up of an agent. */

import { isNoFailure } from '../../../protocol/common/exit-status.ts';
import type { CommandRecord } from '../../../protocol/cotty/command-record.ts';
import { errorLine } from '../../../protocol/cotty/error-line.ts';
import type { Wake } from '../../../protocol/cotty/wake.ts';
import { wakeText } from '../../../protocol/cotty/wake-text.ts';
import { plainLines } from '../../../screen/text/plain-stream.ts';
import { displayWidth, padTo, printable } from '../../common/plain-text.ts';
import { durationText, endText, who } from './record-text.ts';

/** A finished command, with URI and name of its terminal, and its machine where that is another one. */
export type Told = {
  readonly channel: string;
  readonly terminal: string;
  readonly machine?: string | undefined;
  readonly record: CommandRecord;
};

const TAIL_LINES = 8;

export function asWake({
  channel,
  terminal,
  machine,
  record,
}: Told): Omit<Wake, 'n'> & Pick<Told, 'machine'> {
  const { seq, command_id, cmd, writer, exit, timed_out, killed_by_restart } = record;
  const lines = plainLines(record.stdout);
  // The output of a successful command has no error line, whatever it looks like.
  const error = isNoFailure(exit) ? undefined : errorLine(lines);
  return {
    ...{ channel, terminal, ...(machine === undefined ? {} : { machine }), seq, command_id, cmd, writer },
    finished_at: record.finished_at ?? record.started_at,
    duration_s: record.duration_s ?? 0,
    ...{ exit, timed_out, killed_by_restart },
    tail: lines.slice(-TAIL_LINES),
    error_line: error?.trim() ?? null,
  };
}

/** A few lines, the same as an agent gets. */
export function toldText(told: Told): string {
  return `${wakeText({ n: 0, ...asWake(told) })}\n`;
}

/** One line, cut to `columns` if given. */
export function toldLine(told: Told, columns?: number): string {
  const { terminal, record } = told;
  const line = [
    timeText(record.finished_at ?? record.started_at),
    printable(terminal),
    who(record.writer),
    endText(record),
    durationText(record.duration_s),
    `$ ${printable(record.cmd)}`,
  ].join('  ');
  return `${columns !== undefined && displayWidth(line) > columns ? padTo(line, columns) : line}\n`;
}

/** Local time: `14:03:09`. */
export function timeText(iso: string): string {
  const date = new Date(iso);
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
