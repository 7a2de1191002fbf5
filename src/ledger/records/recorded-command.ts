/** What requests and commands ask of a record, and what they report of it. */

import { hostname } from 'node:os';
import { given } from '../../protocol/common/given.ts';
import { type CommandFilter, passesFilter } from '../../protocol/cotty/filter/command-filter.ts';
import { hasFailed, type LedgerRecord } from './record.ts';

type Facts = Omit<LedgerRecord, 'output' | 'note' | 'commandId'> & {
  readonly commandId?: string;
  readonly note?: { readonly text: string } | undefined;
};

/**
 * Returns a test of records, as far as their fields tell. At `now` (Unix ms) a command without an end still runs; without `now` it
 * is not known for how long it ran.
 */
export function recordTest(filter: CommandFilter, now?: number): (record: Facts) => boolean {
  const here = hostname();
  return (record) => {
    const { cwd, writer, exitCode, startedAt, finishedAt: endedAt, bookmarked, where, note } = record;
    const until = endedAt ?? now;
    const facts = { cwd, writer, exitCode, startedAt, endedAt, bookmarked, host: where?.host };
    const durationMs = until === undefined ? undefined : until - startedAt;
    const more = { failed: hasFailed(record), noted: note !== undefined, durationMs };
    return passesFilter(filter, { ...facts, ...more }, here);
  };
}

/** The facts that all lists of commands have. */
export function recordedFacts(record: Facts) {
  const { seq, commandId = '', commandLine, startedAt, finishedAt, exitCode, writer, cwd } = record;
  const { note, bookmarked = false } = record;
  return {
    ...{ seq, commandId, commandLine, startedAt },
    ...given({ finishedAt, exitCode, writer, cwd, note: note?.text, bookmarked: bookmarked || undefined }),
  };
}
