/** The terminals of `--each`: names separated by commas, in which `*` stands for any characters. */

import { type GroupMember, type GroupUntil, onceEach } from '../../../client/run/group.ts';
import type { TerminalInfo } from '../../../protocol/terminal/state.ts';
import { resolveName } from '../../connect/resolve-name.ts';

export type NamedTerminal = GroupMember<{ readonly terminal: TerminalInfo }>;

/** The name as it was written, between two commas. */
export function namesIn(words: readonly string[]): readonly string[] {
  return words.flatMap((word) => word.split(',').map((name) => name.trim())).filter((name) => name !== '');
}

/**
 * Returns each terminal once, in the order in which it was first named; a name that means none, or several, is a member with an
 * error.
 */
export function groupMembers(
  terminals: readonly TerminalInfo[],
  names: readonly string[],
): readonly NamedTerminal[] {
  return onceEach(names.flatMap((name) => membersNamed(terminals, name)));
}

function membersNamed(terminals: readonly TerminalInfo[], name: string): readonly NamedTerminal[] {
  const found = resolveName(terminals, name);
  if (found.ok) return [memberOf(found.terminal)];
  if (!name.includes('*')) return [{ ok: false, name, error: found.error }];
  const matching = terminals.filter(({ title }) => matches(title, name));
  if (matching.length === 0) return [{ ok: false, name, error: `no terminal matches "${name}"` }];
  return matching.map(memberOf);
}

export function memberOf(terminal: TerminalInfo): NamedTerminal {
  return { ok: true, name: terminal.title, uri: terminal.resource, terminal };
}

/**
 * Upper and lower case are the same, as in names. The first and the last piece are bound to the ends, those between to their
 * first place.
 */
function matches(title: string, pattern: string): boolean {
  const text = title.toLowerCase();
  const [first = '', ...rest] = pattern.toLowerCase().split('*');
  const last = rest.pop() ?? '';
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

/** The flags `--each`, `--all` and `--any`, which mean the same wherever a subcommand has them. */
export const eachFlag = { each: 'strings' } as const;
export const groupFlags = { ...eachFlag, all: 'boolean', any: 'boolean' } as const;

type Given = { readonly each: readonly string[]; readonly all?: boolean; readonly any?: boolean };

/** Names as they were written, and whether all are waited for or the first. */
export type Group = { readonly names: readonly string[]; readonly until: GroupUntil };

/** Without a group, terminals are named without `--each`. */
type ReadGroup =
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
