/** Reads the flags of `cotty history` as a query, or returns what is wrong with them. */

import { resolve } from 'node:path';
import type { LedgerQuery } from '../../ledger/read/read-history.ts';
import { parseSince, SINCE_FORMS } from '../../protocol/common/durations.ts';
import { given } from '../../protocol/common/given.ts';
import { HISTORY_ORDERS, type HistoryOrder } from '../../protocol/cotty/history.ts';
import { asRegExp } from '../common/reg-exp.ts';
import { parseDurationFlag } from '../scripts/follow/duration-flag.ts';

export type HistoryFlags = {
  readonly terminal: string | undefined;
  readonly failed: boolean;
  readonly writer: string | undefined;
  readonly since: string | undefined;
  readonly until: string | undefined;
  readonly output: string | undefined;
  readonly host: string | undefined;
  readonly exit: string | undefined;
  readonly repo: string | undefined;
  readonly order: string | undefined;
  readonly cwd: string | undefined;
  readonly longer: string | undefined;
  readonly grep: string | undefined;
  readonly limit: string | undefined;
  /** `--all`: there is no limit. */
  readonly all: boolean;
  readonly noted: boolean;
  readonly bookmarked: boolean;
};

export type Asked = {
  readonly query: LedgerQuery;
  /** The name of the terminals whose commands are wanted; absent for all. */
  readonly terminal?: string | undefined;
  /** The name of a repository, or the absolute path of a folder in one. */
  readonly repository?: string;
  readonly order: HistoryOrder;
  readonly limit: number;
};

export type AskedHistory = ({ readonly ok: true } & Asked) | { readonly ok: false; readonly error: string };

/** Default of `--limit`. */
const LIMIT = 100;

/** `folder` is the current folder, from which a relative `--cwd` or `--repo` is resolved. */
export function historyQuery(flags: HistoryFlags, now: number, folder: string): AskedHistory {
  const { failed, noted, bookmarked, repo, cwd, writer, output, host } = flags;
  if (flags.all && flags.limit !== undefined) return wrong('use only one of --limit and --all');
  const limit = limitOf(flags);
  if ((limit !== Number.POSITIVE_INFINITY && !Number.isSafeInteger(limit)) || limit < 1)
    return wrong(`--limit "${flags.limit}" is not a number of commands, 1 or more`);
  const times = timesOf(flags, now);
  if (typeof times === 'string') return wrong(times);
  const grep = asRegExp(flags.grep);
  if (typeof grep === 'string') return wrong(`--grep: ${grep}`);
  const exitCode = exitCodeOf(flags.exit);
  if (exitCode === null) return wrong(`--exit "${flags.exit}" is not an exit code, a whole number`);
  const order = HISTORY_ORDERS.find((name) => name === (flags.order ?? 'newest'));
  if (order === undefined) return wrong(`--order "${flags.order}" is none of ${HISTORY_ORDERS.join(', ')}`);
  const query = {
    failed,
    ...(noted ? { noted } : {}),
    ...(bookmarked ? { bookmarked } : {}),
    ...times,
    ...given({ folder: cwd === undefined ? undefined : resolve(folder, cwd) }),
    ...given({ grep, writer, output, host, exitCode }),
  };
  const repository = repo === undefined ? {} : { repository: repositoryOf(repo, folder) };
  return { ok: true, query, terminal: flags.terminal, order, limit, ...repository };
}

/** Null for what is no exit code. */
function exitCodeOf(written: string | undefined): number | null | undefined {
  if (written === undefined) return undefined;
  return /^-?\d{1,9}$/.test(written) ? Number(written) : null;
}

/** `.`, `./app` and `../app` are folders; every other relative text is a name, or the end of a path. */
function repositoryOf(written: string, folder: string): string {
  return /^\.{1,2}(?:\/|$)/.test(written) ? resolve(folder, written) : written;
}

/** Returns what is wrong with a time, if anything. */
function timesOf(
  { since: written, until: end, longer }: HistoryFlags,
  now: number,
): Pick<LedgerQuery, 'since' | 'until' | 'longerThanMs'> | string {
  const since = written === undefined ? undefined : parseSince(written, now);
  if (written !== undefined && since === undefined) return `--since "${written}" must be ${SINCE_FORMS}`;
  const until = end === undefined ? undefined : parseSince(end, now);
  if (end !== undefined && until === undefined) return `--until "${end}" must be ${SINCE_FORMS}`;
  if (since !== undefined && until !== undefined && since >= until)
    return `--since "${written}" is not before --until "${end}": no command can be between`;
  const longerThanMs = longer === undefined ? undefined : parseDurationFlag(longer);
  if (longer !== undefined && longerThanMs === undefined)
    return `--longer "${longer}" is not a time; use seconds, or 5m, 1h30m, at most a day`;
  return given({ since, until, longerThanMs });
}

function limitOf({ all, limit }: HistoryFlags): number {
  if (all) return Number.POSITIVE_INFINITY;
  return limit === undefined ? LIMIT : Number(limit);
}

function wrong(error: string): AskedHistory {
  return { ok: false, error };
}
