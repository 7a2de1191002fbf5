/** What differs between a finished command and the last run of the same command line in the same folder, in one line. */

import type { LedgerRecord } from '../../ledger/records/record.ts';
import { newlinesIn } from '../../protocol/terminal/newlines.ts';
import { compare } from '../../review/compare/compare.ts';
import type { ComparedRun } from '../../review/compare/comparison.ts';
import { previousRun } from '../../review/compare/previous-run.ts';
import type { Recorder } from '../record/recorder.ts';
import type { Store } from '../stream/store.ts';

/**
 * Limits of each output and of the time. Only what is in memory is compared: the end of a command must not wait for the disk, nor
 * keys for this.
 */
const LIMITS = { mostChars: 96 * 1024, mostLines: 1000, timeoutMs: 20 };
/** Limit of the line in UTF-16 units. */
const MOST_CHARS = 300;

export type Differences = {
  /** Undefined if it still runs, or if no earlier run is in memory. */
  readonly of: (record: LedgerRecord) => string | undefined;
};

export function differencesIn(store: Pick<Store, 'root'>, recorder: Pick<Recorder, 'recordOf'>): Differences {
  return {
    of: (record) => {
      if (record.finishedAt === undefined || isUnreadable(record)) return undefined;
      const terminals = (store.root.terminals ?? []).map(({ resource }) => resource);
      const runs = terminals.flatMap((uri) => recorder.recordOf(uri).commands.recent);
      const before = previousRun(
        record,
        runs.filter((run) => run.commandLine === record.commandLine && !isUnreadable(run)),
        'previous',
      );
      return before && headlineOf(before, record);
    },
  };
}

function isUnreadable({ forgotten, noCommand }: LedgerRecord): boolean {
  return forgotten === true || noCommand === true;
}

function headlineOf(before: LedgerRecord, after: LedgerRecord): string {
  const { headline } = compare(comparedRun(before), comparedRun(after), LIMITS);
  return headline.length <= MOST_CHARS ? headline : `${headline.slice(0, MOST_CHARS - 1)}…`;
}

function comparedRun({ output, counts, startedAt, finishedAt, exitCode }: LedgerRecord): ComparedRun {
  const { head, omitted, tail } = output;
  const kept = newlinesIn(head) + newlinesIn(tail);
  const missing = { at: head.length, lines: Math.max(1, (counts?.lines ?? 0) - kept) };
  return {
    output: head + tail,
    ...(omitted === 0 ? {} : { missing }),
    startedAt,
    ...(finishedAt === undefined ? {} : { finishedAt }),
    ...(exitCode === undefined ? {} : { exitCode }),
  };
}
