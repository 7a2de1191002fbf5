/** Redacts secrets before text is written to disk: replaces the known forms of them with a mark. */

import type { RedactedField } from '../../protocol/cotty/command-record.ts';
import type { LedgerRecord } from './record.ts';
import { secretForms } from './secret-forms.ts';

const MARK = '[redacted]';

/** The rest of a private key whose beginning was cut off. */
const KEY_END = /^[\s\S]*?-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----/;

export function redact(text: string): string {
  const cut = /-----(BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY-----/.exec(text)?.[1] === 'END';
  const start = cut ? text.replace(KEY_END, MARK) : text;
  const lower = start.toLowerCase();
  // Searching for the signs is many times faster than the patterns.
  const forms = secretForms.filter(({ signs }) => signs.some((sign) => lower.includes(sign)));
  return forms.reduce((left, { pattern }) => left.replace(pattern, `$1${MARK}`), start);
}

/** Whether a private key begins in this text. */
export function opensKey(text: string): boolean {
  return /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----/.test(text);
}

/** Whether a private key ends in this text. */
export function endsKey(text: string): boolean {
  return /-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----/.test(text);
}

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
