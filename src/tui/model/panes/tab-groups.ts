/** Groups of tabs: terminals side by side count as one, as the panes of a window do in tmux. */

import { membersOf, splitOf } from '../../../client/panes/split.ts';
import type { Model } from '../model.ts';

/** Returns the URIs of all terminals in groups, in the order of the tabs; members are in the order of their panes. */
export function tabGroups(model: Pick<Model, 'tabs' | 'splits'>): readonly (readonly string[])[] {
  const seen = new Set<string>();
  const groups: (readonly string[])[] = [];
  for (const { resource } of model.tabs) {
    if (seen.has(resource)) continue;
    const split = splitOf(model, resource);
    const group = split === undefined ? [resource] : membersOf(split);
    for (const uri of group) seen.add(uri);
    groups.push(group);
  }
  return groups;
}
