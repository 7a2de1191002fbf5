/** Members of a split stand together in the row of tabs, which the host keeps for every window. */

import type { Model } from '../../model/model.ts';
import { splitOf } from '../../model/panes/pane-layout.ts';
import { type Effect, type Step, step } from '../../model/step.ts';

/** Moves the tabs of the split in front behind its first one, in the order of their panes; the host's list confirms it. */
export function standTogether(model: Model): Step {
  const members = splitOf(model, model.active)?.members ?? [];
  let { tabs } = model;
  const moves: Effect[] = [];
  for (const [index, uri] of members.entries()) {
    const before = members[index - 1];
    const from = tabs.findIndex(({ resource }) => resource === uri);
    const tab = tabs[from];
    if (before === undefined || tab === undefined) continue;
    const rest = tabs.toSpliced(from, 1);
    const to = rest.findIndex(({ resource }) => resource === before) + 1;
    if (to === from) continue;
    tabs = rest.toSpliced(to, 0, tab);
    moves.push({ kind: 'move', uri, before: tabs[to + 1]?.resource });
  }
  return step(moves.length === 0 ? model : { ...model, tabs }, ...moves);
}
