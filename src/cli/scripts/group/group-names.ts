/** The terminals that `--each` names: names between commas, in which `*` stands for any characters. */

import type { TerminalInfo } from '../../../protocol/terminal/state.ts';
import { resolveName } from '../../connect/resolve-name.ts';

export type GroupMember =
  | { readonly ok: true; readonly name: string; readonly terminal: TerminalInfo }
  | { readonly ok: false; readonly name: string; readonly error: string };

/** The name as it was written, between two commas. */
export function namesIn(words: readonly string[]): readonly string[] {
  return words.flatMap((word) => word.split(',').map((name) => name.trim())).filter((name) => name !== '');
}

/** Returns each terminal once, in the order in which it was first named; a name that means none, or several, is a member with an error. */
export function groupMembers(
  terminals: readonly TerminalInfo[],
  names: readonly string[],
): readonly GroupMember[] {
  return onceEach(names.flatMap((name) => membersNamed(terminals, name)));
}

/** Leaves out those that mean the same as one before: several names may mean one terminal. */
export function onceEach(named: readonly GroupMember[]): readonly GroupMember[] {
  const members = new Map<string, GroupMember>();
  for (const member of named) {
    const key = member.ok ? member.terminal.resource : `"${member.name}`;
    if (!members.has(key)) members.set(key, member);
  }
  return [...members.values()];
}

function membersNamed(terminals: readonly TerminalInfo[], name: string): readonly GroupMember[] {
  const found = resolveName(terminals, name);
  if (found.ok) return [{ ok: true, name: found.terminal.title, terminal: found.terminal }];
  if (!name.includes('*')) return [{ ok: false, name, error: found.error }];
  const matching = terminals.filter(({ title }) => matches(title, name));
  if (matching.length === 0) return [{ ok: false, name, error: `no terminal matches "${name}"` }];
  return matching.map((terminal) => ({ ok: true, name: terminal.title, terminal }));
}

/** Upper and lower case are the same, as in names. The first and the last piece are bound to the ends, those between to their first place. */
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
