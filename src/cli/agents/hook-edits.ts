/** Puts the hooks of cotty into the settings of an agent, and takes them out again. Other text stays byte for byte. */

import { isDeepStrictEqual } from 'node:util';
import { type HookEntry, isOurLine } from './agent-hooks.ts';
import type { AgentName } from './hook-events.ts';
import {
  type JsonNode,
  memberOf,
  parseJson,
  plainValue,
  standsApart,
  withEntry,
  withoutEntry,
} from './json-text.ts';

export type Edited = { readonly ok: true; readonly text: string } | Refused;
type Refused = { readonly ok: false; readonly error: string };

/** `outdated`: another version of cotty has written them, or one at another place. `changed`: somebody has changed them. */
export type HookState = 'installed' | 'outdated' | 'changed' | 'not installed';

type Wanted = { readonly agent: AgentName; readonly entries: readonly HookEntry[] };

/** A file without text has no settings yet. */
function rootOf(text: string): { readonly ok: true; readonly root: JsonNode } | Refused {
  const parsed = parseJson(text);
  if (!parsed.ok) return { ok: false, error: `it is no JSON: ${parsed.error}` };
  const { root } = parsed;
  if (root.type !== 'object') return { ok: false, error: 'it is no object of JSON' };
  const hooks = memberOf(root, 'hooks')?.value;
  if (hooks === undefined) return parsed;
  if (hooks.type !== 'object') return { ok: false, error: '"hooks" in it is no object' };
  const wrong = hooks.members.find(({ value }) => value.type !== 'array');
  return wrong === undefined ? parsed : { ok: false, error: `"hooks.${wrong.key}" in it is no list` };
}

export function withHooks(text: string, wanted: Wanted): Edited {
  if (text.trim() === '') {
    const hooks = Object.fromEntries(wanted.entries.map(({ event, group }) => [event, [group]]));
    return { ok: true, text: `${JSON.stringify({ hooks }, undefined, 2)}\n` };
  }
  if (hooksState(text, wanted) === 'installed') return { ok: true, text };
  const cleared = withoutHooks(text, wanted.agent);
  if (!cleared.ok) return cleared;
  let { text: next } = cleared;
  if (next === '') return withHooks('', wanted);
  for (const added of wanted.entries) {
    const read = rootOf(next);
    if (!read.ok) return read;
    next = withOne(next, read.root, added);
  }
  return { ok: true, text: next };
}

function withOne(text: string, root: JsonNode, { event, group }: HookEntry): string {
  const hooks = memberOf(root, 'hooks')?.value;
  if (hooks === undefined) return withEntry(text, root, 0, { key: 'hooks', value: { [event]: [group] } });
  const list = memberOf(hooks, event)?.value;
  if (list === undefined) return withEntry(text, hooks, 1, { key: event, value: [group] });
  return withEntry(text, list, 2, { value: group });
}

/** Returns an empty text if nothing but what cotty has written is left: then there was no file. */
export function withoutHooks(text: string, agent: AgentName): Edited {
  let next = text;
  for (;;) {
    if (next.trim() === '') return { ok: true, text: next };
    const read = rootOf(next);
    if (!read.ok) return read;
    const left = withoutOne(next, read.root, agent);
    if (left === undefined) return { ok: true, text: next };
    next = left;
  }
}

/** Returns the text without the first hook of ours, and without what would be empty then and was made for it. */
function withoutOne(text: string, root: JsonNode, agent: AgentName): string | undefined {
  const hooks = memberOf(root, 'hooks')?.value;
  if (hooks?.type !== 'object') return undefined;
  for (const [at, { value: list }] of hooks.members.entries()) {
    const index = groupsOf(list).findIndex((group) => ourLines(group, agent).length > 0);
    const group = groupsOf(list)[index];
    if (group === undefined) continue;
    const inGroup = withoutLine(text, group, agent);
    if (inGroup !== undefined) return inGroup;
    if (groupsOf(list).length > 1 || !standsApart(text, list)) return withoutEntry(text, list, index);
    if (hooks.members.length > 1 || !standsApart(text, hooks)) return withoutEntry(text, hooks, at);
    return withoutMember(text, root, hooks);
  }
  return undefined;
}

/** Undefined if the group has no other hook, so that it goes as a whole. */
function withoutLine(text: string, group: JsonNode, agent: AgentName): string | undefined {
  const lines = memberOf(group, 'hooks')?.value;
  if (lines?.type !== 'array' || lines.items.length < 2) return undefined;
  return withoutEntry(
    text,
    lines,
    lines.items.findIndex((line) => isOurs(line, agent)),
  );
}

function withoutMember(text: string, root: JsonNode, value: JsonNode): string {
  const members = root.type === 'object' ? root.members : [];
  const place = members.findLastIndex((member) => member.value === value);
  return members.length > 1 || !standsApart(text, root) ? withoutEntry(text, root, place) : '';
}

function groupsOf(list: JsonNode): readonly JsonNode[] {
  return list.type === 'array' ? list.items : [];
}

function ourLines(group: JsonNode, agent: AgentName): readonly JsonNode[] {
  const lines = memberOf(group, 'hooks')?.value;
  return lines?.type === 'array' ? lines.items.filter((line) => isOurs(line, agent)) : [];
}

function isOurs(line: JsonNode, agent: AgentName): boolean {
  return isOurLine(agent, commandIn(line));
}

/** How the hooks in a text compare with those that would be written; a text that cannot be read has none. */
export function hooksState(text: string, { agent, entries }: Wanted): HookState {
  const read = text.trim() === '' ? undefined : rootOf(text);
  const hooks = read?.ok === true ? memberOf(read.root, 'hooks')?.value : undefined;
  if (hooks?.type !== 'object') return 'not installed';
  const found = hooks.members.flatMap(({ key: event, value }) =>
    groupsOf(value)
      .filter((group) => ourLines(group, agent).length > 0)
      .map((group) => ({ event, group: plainValue(group), lines: ourLines(group, agent) })),
  );
  if (found.length === 0) return 'not installed';
  const isSame = (one: HookEntry) =>
    found.some(({ event, group }) => event === one.event && isDeepStrictEqual(group, one.group));
  if (found.length === entries.length && entries.every(isSame)) return 'installed';
  const current = commandOf(entries[0]?.group);
  const isCurrent = found.every(({ lines }) => lines.every((line) => commandIn(line) === current));
  return isCurrent ? 'changed' : 'outdated';
}

function commandIn(line: JsonNode): unknown {
  const command = memberOf(line, 'command')?.value;
  return command?.type === 'scalar' ? command.value : undefined;
}

function commandOf(group: HookEntry['group'] | undefined): unknown {
  const [first] = Array.isArray(group?.['hooks']) ? group['hooks'] : [];
  return typeof first === 'object' && first !== null && 'command' in first ? first.command : undefined;
}
