/** The terminals of `--each`: names separated by commas, in which `*` stands for any characters. */

import { type GroupMember, type GroupUntil, onceEach } from '../../../client/run/group.ts';
import { fullName } from '../../../protocol/cotty/terminal-names.ts';
import type { TerminalInfo } from '../../../protocol/terminal/state.ts';
import { resolveName } from '../../connect/resolve-name.ts';

export type NamedTerminal = GroupMember<{ readonly terminal: TerminalInfo }>;

/** The name as it was written, between two commas. */
export function namesIn(words: readonly string[]): readonly string[] {
  return words.flatMap((word) => word.split(',').map((name) => name.trim())).filter((name) => name !== '');
}

/**
 * Returns each terminal once, in the order in which it was first named. A name without a terminal, or one that several terminals
 * have, becomes a member with an error.
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
  const matching = terminals.filter((each) => matches(each.title, name) || matches(fullName(each), name));
  if (matching.length === 0) return [{ ok: false, name, error: `no terminal matches "${name}"` }];
  return matching.map(memberOf);
}

export function memberOf(terminal: TerminalInfo): NamedTerminal {
  return { ok: true, name: fullName(terminal), uri: terminal.resource, terminal };
}

/**
 * Whether the title matches a pattern with `*`, ignoring case. The pattern is split at each `*`: the title must begin with the first
 * piece, end with the last, and contain the others in between in this order, each matched at the first possible position.
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

/** `group` is undefined if `--each` was not given. */
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
