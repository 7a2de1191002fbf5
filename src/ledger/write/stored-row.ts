/** Rows on their way to the disk: without secrets, and with a weight while they wait. */

import type { Row } from '../files/ledger-row.ts';
import { redactRecord } from '../records/redact.ts';

export function redactRow(row: Row): Row {
  return row.kind === 'begin' || row.kind === 'end' ? { ...row, record: redactRecord(row.record) } : row;
}

/** Returns the memory that a row takes, in UTF-16 units. */
export function weighRow(row: Row): number {
  if (row.kind !== 'begin' && row.kind !== 'end') return 100;
  const { commandLine, output } = row.record;
  return 300 + commandLine.length + output.head.length + output.tail.length;
}
