/** Reads the flags of `cotty history` as a query, or returns what is wrong with them. */

import type { HistoryQuery } from '../../ledger/read/read-history.ts';
import { parseSince } from '../../protocol/common/since.ts';
import { asRegExp } from '../ground/reg-exp.ts';

export type HistoryFlags = {
  readonly terminal: string | undefined;
  readonly failed: boolean;
  readonly writer: string | undefined;
  readonly since: string | undefined;
  readonly grep: string | undefined;
  readonly limit: string | undefined;
  /** Whether every command that matches is wanted. */
  readonly all: boolean;
};

export type AskedHistory =
  | { readonly ok: true; readonly query: HistoryQuery; readonly limit: number }
  | { readonly ok: false; readonly error: string };

/** Number of commands without `--limit`: the newest that match. */
const LIMIT = 100;

export function historyQuery(flags: HistoryFlags, now: number): AskedHistory {
  const { terminal, failed, writer } = flags;
  if (flags.all && flags.limit !== undefined) return wrong('use only one of --limit and --all');
  const limit = limitOf(flags);
  if ((limit !== Number.POSITIVE_INFINITY && !Number.isSafeInteger(limit)) || limit < 1)
    return wrong(`--limit "${flags.limit}" is not a number of commands, 1 or more`);
  const since = flags.since === undefined ? 0 : parseSince(flags.since, now);
  if (since === undefined) {
    return wrong(
      '--since must be how long ago, such as 90s, 15m, 2h, 3d or 1w, or a date such as 2026-01-31',
    );
  }
  const grep = asRegExp(flags.grep);
  if (typeof grep === 'string') return wrong(`--grep: ${grep}`);
  const query = {
    failed,
    ...(flags.since === undefined ? {} : { since }),
    ...(terminal === undefined ? {} : { terminal }),
    ...(writer === undefined ? {} : { writer }),
    ...(grep === undefined ? {} : { grep }),
  };
  return { ok: true, query, limit };
}

function limitOf({ all, limit }: HistoryFlags): number {
  if (all) return Number.POSITIVE_INFINITY;
  return limit === undefined ? LIMIT : Number(limit);
}

function wrong(error: string): AskedHistory {
  return { ok: false, error };
}
