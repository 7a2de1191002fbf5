/** Restores what the last window showed: its panes, its tab in front, how far each tab was scrolled, and whether the user is new. */

import { membersOf } from '../../../client/panes/split.ts';
import { readSplits } from '../../../client/panes/split-note.ts';
import type { TerminalInfo } from '../../../protocol/terminal/state.ts';
import type { Model } from '../../model/model.ts';
import { readPlace } from '../../model/place-note.ts';
import { newView } from '../terminals/tabs.ts';

/** The notes that the host keeps; empty where it keeps none. */
export type Recalled = { readonly splits: string; readonly place: string };

/**
 * `model` has no tabs yet: the host's list follows. If it awaits a terminal, that one comes to the front. `more`: whether terminals of
 * other machines may come later.
 */
export function recalled(
  model: Model,
  { splits, place }: Recalled,
  tabs: readonly TerminalInfo[],
  more: boolean,
): Model {
  const has = (uri: string) => tabs.some(({ resource }) => resource === uri);
  const { front, scrolls, isKnown } = readPlace(place, has);
  const views = tabs.flatMap((tab) => {
    const scroll = scrolls.get(tab.resource);
    if (scroll === undefined) return [];
    const view = newView(model, tab);
    return [[tab.resource, { ...view, blocks: { ...view.blocks, ...scroll } }] as const];
  });
  return {
    ...model,
    lessons: isKnown ? undefined : model.lessons,
    splits: readSplits(splits, has),
    absentSplits: more ? readSplits(splits, () => true).filter((each) => !membersOf(each).every(has)) : [],
    awaited: model.awaited ?? front,
    views: { ...model.views, ...Object.fromEntries(views) },
  };
}
