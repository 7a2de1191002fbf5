/** Records of commands as scripts read them: a header line and plain output, or JSON. */

import type { CommandRecord } from '../../../protocol/cotty/command-record.ts';
import { plainText } from '../../../screen/text/plain-stream.ts';
import { printable } from '../../ground/plain-text.ts';
import { spanText } from './spans.ts';

/** One object, its output as plain text unless the raw one is wanted. */
export function recordJson(terminal: string, record: CommandRecord, raw: boolean): string {
  const stdout = raw ? record.stdout : plainText(record.stdout);
  return `${JSON.stringify({ terminal, ...record, stdout })}\n`;
}

/** `#12  exit 1  3.2s  mara  $ npm test`, then what it printed. */
export function recordText(record: CommandRecord, raw: boolean): string {
  const { seq, writer, cmd } = record;
  const header = [
    `#${seq}`,
    endText(record),
    spanText(record.duration_s),
    who(writer),
    `$ ${printable(cmd)}`,
  ];
  const output = raw ? record.stdout : plainText(record.stdout);
  const newline = output === '' || output.endsWith('\n') ? '' : '\n';
  return `${header.join('  ')}\n${output}${newline}`;
}

export function endText({
  finished_at,
  exit,
  timed_out,
  killed_by_restart,
}: Pick<CommandRecord, 'finished_at' | 'exit' | 'timed_out' | 'killed_by_restart'>): string {
  if (killed_by_restart) return 'cut off';
  if (finished_at === null) return 'running';
  return `exit ${exit ?? '?'}${timed_out ? ' (late)' : ''}`;
}

/** `mara`, `@ci`. */
export function who(writer: string | null): string {
  return printable(writer?.replace(/^user:/, '').replace(/^agent:/, '@') ?? '-');
}
