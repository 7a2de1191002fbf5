/** The flags of `wait` and `watch` that select finished commands. */

import { isNoFailure } from '../../../protocol/common/exit-status.ts';
import type { CommandRecord } from '../../../protocol/cotty/command-record.ts';
import { plainText } from '../../../screen/text/plain-stream.ts';
import { asRegExp } from '../../common/reg-exp.ts';
import { parseDurationFlag } from './duration-flag.ts';

export const filterFlags = { failed: 'boolean', matches: 'string', longer: 'string' } as const;

type Given = {
  readonly failed: boolean;
  readonly matches: string | undefined;
  readonly longer: string | undefined;
};

export type ReadFilter =
  | { readonly ok: true; readonly accepts: (record: CommandRecord) => boolean }
  | { readonly ok: false; readonly error: string };

/** Reads the flags. A command must match all that are given. */
export function readFilter({ failed, matches, longer }: Given): ReadFilter {
  const longerMs = longer === undefined ? 0 : parseDurationFlag(longer);
  if (longerMs === undefined)
    return { ok: false, error: `--longer "${longer}" is not a time; use seconds, or 5m, 2h, at most a day` };
  // `^` and `$` match at the ends of each line, as in grep.
  const pattern = asRegExp(matches, 'm');
  if (typeof pattern === 'string') return { ok: false, error: `--matches: ${pattern}` };
  return {
    ok: true,
    accepts: (record) =>
      !(failed && isNoFailure(record.exit)) &&
      (record.duration_s ?? 0) * 1000 >= longerMs &&
      (pattern === undefined || pattern.test(`${record.cmd}\n${plainText(record.stdout)}`)),
  };
}
