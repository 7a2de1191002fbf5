/** Redacts the secrets of a record before it is written to disk. */

import { redact } from '../../protocol/common/redact.ts';
import type { RedactedField } from '../../protocol/cotty/command-record.ts';
import type { LedgerRecord } from './record.ts';

/** Returns the record as it may be written to disk, with the names of the fields that were redacted. */
export function redactRecord(record: LedgerRecord): LedgerRecord {
  const commandLine = redact(record.commandLine);
  const head = redact(record.output.head);
  const tail = redact(record.output.tail);
  const before = record.before === undefined ? undefined : redact(record.before);
  const changed: RedactedField[] = [];
  if (commandLine !== record.commandLine) changed.push('cmd');
  if (head !== record.output.head || tail !== record.output.tail) changed.push('stdout');
  if (before !== record.before) changed.push('printed_before');
  if (changed.length === 0) return record;
  const output = { ...record.output, head, tail };
  return { ...record, commandLine, output, ...(before === undefined ? {} : { before }), redacted: changed };
}
