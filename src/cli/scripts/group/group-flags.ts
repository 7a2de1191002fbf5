/** The flags `--each`, `--all` and `--any`, which mean the same wherever a subcommand has them. */

import type { GroupUntil } from '../../../client/run/group-end.ts';
import { namesIn } from './group-names.ts';

export const eachFlag = { each: 'strings' } as const;
export const groupFlags = { ...eachFlag, all: 'boolean', any: 'boolean' } as const;

type Given = { readonly each: readonly string[]; readonly all?: boolean; readonly any?: boolean };

/** Names as they were written, and whether all are waited for or the first. */
export type Group = { readonly names: readonly string[]; readonly until: GroupUntil };

/** Without a group, terminals are named without `--each`. */
export type ReadGroup =
  | { readonly ok: true; readonly group: Group | undefined }
  | { readonly ok: false; readonly error: string };

/** `input` are the arguments that would name terminals without `--each`. */
export function readGroup({ each, all = false, any = false }: Given, input: readonly string[]): ReadGroup {
  if (each.length === 0)
    return all || any
      ? wrong(`${all ? '--all' : '--any'} works only with --each`)
      : { ok: true, group: undefined };
  const names = namesIn(each);
  if (names.length === 0) return wrong(`--each "${each.join(' ')}" names no terminal`);
  const [extra] = input;
  if (extra !== undefined) return wrong(`use only one of --each and NAME: "${extra}" is not part of --each`);
  if (all && any) return wrong('use only one of --all and --any');
  return { ok: true, group: { names, until: any ? 'any' : 'all' } };
}

function wrong(error: string): ReadGroup {
  return { ok: false, error };
}
