/** The order of tabs. Terminals side by side count as one tab, as the panes of a window do in tmux. */

import type { PaneState } from './pane-commands.ts';
import { membersOf, splitOf } from './split.ts';

type Tabs = Pick<PaneState, 'splits' | 'front' | 'used' | 'terminals'>;

/** Returns the URIs of all terminals in groups, in the order of the tabs; members are in the order of their panes. */
export function tabGroups({
  terminals,
  splits,
}: Pick<Tabs, 'terminals' | 'splits'>): readonly (readonly string[])[] {
  const seen = new Set<string>();
  const groups: (readonly string[])[] = [];
  for (const uri of terminals) {
    if (seen.has(uri)) continue;
    const split = splitOf({ splits }, uri);
    const group = split === undefined ? [uri] : membersOf(split);
    for (const each of group) seen.add(each);
    groups.push(group);
  }
  return groups;
}

/** Returns the terminal after the one in front, or before it; after the last comes the first. */
export function tabBeside({ terminals, front }: Tabs, by: 1 | -1): string | undefined {
  return besideIn(terminals, terminals.indexOf(front ?? ''), by);
}

/** Returns the terminal that comes to the front when the user goes to the next or previous group; undefined if there is no other. */
export function groupBeside(tabs: Tabs, by: 1 | -1): string | undefined {
  const groups = tabGroups(tabs);
  const at = groups.findIndex((group) => group.includes(tabs.front ?? ''));
  const group = besideIn(groups, at, by);
  return group === undefined || group.includes(tabs.front ?? '') ? undefined : lastIn(tabs, group);
}

/** Returns the member of a group that was in front last. */
export function lastIn({ used }: Tabs, group: readonly string[]): string | undefined {
  return used.find((uri) => group.includes(uri)) ?? group[0];
}

/** Returns the terminal of another group that was in front last. */
export function lastElsewhere(tabs: Tabs): string | undefined {
  const own = tabGroups(tabs).find((group) => group.includes(tabs.front ?? '')) ?? [];
  return tabs.used.find((uri) => !own.includes(uri) && uri !== tabs.front && tabs.terminals.includes(uri));
}

function besideIn<Item>(items: readonly Item[], at: number, by: 1 | -1): Item | undefined {
  return items[(at + by + items.length) % Math.max(1, items.length)];
}
