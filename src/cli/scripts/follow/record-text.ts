/** Formats records of commands for scripts: a header line and the output, or JSON. */

import { compactDuration } from '../../../protocol/common/durations.ts';
import { exitWords } from '../../../protocol/common/exit-status.ts';
import type { CommandRecord } from '../../../protocol/cotty/command-record.ts';
import { plainText } from '../../../screen/text/plain-stream.ts';
import { printable } from '../../common/plain-text.ts';

/** The record with its terminal, and with its output as plain text unless `raw` is true. */
export function recordJson(terminal: string, record: CommandRecord, raw: boolean): object {
  if (raw) return { terminal, ...record };
  const { printed_before: before, ...rest } = record;
  return {
    terminal,
    ...rest,
    stdout: plainText(record.stdout),
    ...(before === undefined ? {} : { printed_before: plainText(before) }),
  };
}

/** `#12  exit 1  3.2s  mara  $ npm test` */
export function recordHeader(record: CommandRecord): string {
  const { seq, writer, cmd } = record;
  const header = [
    `#${seq}`,
    endText(record),
    durationText(record.duration_s),
    who(writer),
    `$ ${printable(cmd)}`,
  ];
  return `${header.join('  ')}\n`;
}

/** Returns the output of background jobs between commands, under a line that says so. */
export function printedText(printed: string | undefined, raw: boolean): string {
  if (printed === undefined) return '';
  return `·  printed in the background\n${raw ? printed : plainText(printed)}`;
}

/** The output, with a line feed at its end so that the next header begins a line. */
export function recordOutput(record: CommandRecord, raw: boolean): string {
  const output = raw ? record.stdout : plainText(record.stdout);
  return output === '' || output.endsWith('\n') ? output : `${output}\n`;
}

/** `exit 1`, `suspended`, `running`, `cut off`; `exit 0 (after timeout)`. */
export function endText({
  finished_at,
  exit,
  timed_out,
  killed_by_restart,
}: Pick<CommandRecord, 'finished_at' | 'exit' | 'timed_out' | 'killed_by_restart'>): string {
  if (killed_by_restart) return 'cut off';
  if (finished_at === null) return 'running';
  return `${exit === null ? 'exit ?' : exitWords(exit)}${timed_out ? ' (after timeout)' : ''}`;
}

/** `3.2s`, or `-` while the command runs. */
export function durationText(seconds: number | null): string {
  return seconds === null ? '-' : compactDuration(Math.round(seconds * 1000));
}

/** The writer in short: `mara`, `@ci`. */
export function who(writer: string | null): string {
  return printable(writer?.replace(/^user:/, '').replace(/^agent:/, '@') ?? '-');
}
