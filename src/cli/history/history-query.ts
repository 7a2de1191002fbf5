/** Reads the flags of `cotty history` as a query, or returns what is wrong with them. */

import { resolve } from 'node:path';
import type { HistoryQuery } from '../../ledger/read/read-history.ts';
import { parseSince, SINCE_FORMS } from '../../protocol/common/durations.ts';
import { asRegExp } from '../common/reg-exp.ts';
import { parseDurationFlag } from '../scripts/follow/duration-flag.ts';

export type HistoryFlags = {
  readonly terminal: string | undefined;
  readonly failed: boolean;
  readonly writer: string | undefined;
  readonly since: string | undefined;
  readonly cwd: string | undefined;
  readonly longer: string | undefined;
  readonly grep: string | undefined;
  readonly limit: string | undefined;
  /** `--all`: there is no limit. */
  readonly all: boolean;
  readonly noted: boolean;
  readonly bookmarked: boolean;
};

export type AskedHistory =
  | { readonly ok: true; readonly query: HistoryQuery; readonly limit: number }
  | { readonly ok: false; readonly error: string };

/** Default of `--limit`. */
const LIMIT = 100;

/** `folder` is the current folder, from which a relative `--cwd` is resolved. */
export function historyQuery(flags: HistoryFlags, now: number, folder: string): AskedHistory {
  const { terminal, failed, writer, noted, bookmarked } = flags;
  if (flags.all && flags.limit !== undefined) return wrong('use only one of --limit and --all');
  const limit = limitOf(flags);
  if ((limit !== Number.POSITIVE_INFINITY && !Number.isSafeInteger(limit)) || limit < 1)
    return wrong(`--limit "${flags.limit}" is not a number of commands, 1 or more`);
  const times = timesOf(flags, now);
  if (typeof times === 'string') return wrong(times);
  const grep = asRegExp(flags.grep);
  if (typeof grep === 'string') return wrong(`--grep: ${grep}`);
  const query = {
    failed,
    ...(noted ? { noted } : {}),
    ...(bookmarked ? { bookmarked } : {}),
    ...times,
    ...(flags.cwd === undefined ? {} : { folder: resolve(folder, flags.cwd) }),
    ...(terminal === undefined ? {} : { terminal }),
    ...(writer === undefined ? {} : { writer }),
    ...(grep === undefined ? {} : { grep }),
  };
  return { ok: true, query, limit };
}

/** Returns what is wrong with a time, if anything. */
function timesOf(
  { since: written, longer }: HistoryFlags,
  now: number,
): Pick<HistoryQuery, 'since' | 'longerThanMs'> | string {
  const since = written === undefined ? 0 : parseSince(written, now);
  if (since === undefined) return `--since "${written}" must be ${SINCE_FORMS}`;
  const longerThanMs = longer === undefined ? 0 : parseDurationFlag(longer);
  if (longerThanMs === undefined)
    return `--longer "${longer}" is not a time; use seconds, or 5m, 2h, at most a day`;
  return {
    ...(written === undefined ? {} : { since }),
    ...(longer === undefined ? {} : { longerThanMs }),
  };
}

function limitOf({ all, limit }: HistoryFlags): number {
  if (all) return Number.POSITIVE_INFINITY;
  return limit === undefined ? LIMIT : Number(limit);
}

function wrong(error: string): AskedHistory {
  return { ok: false, error };
}
