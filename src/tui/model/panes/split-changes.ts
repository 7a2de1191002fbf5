/** Changes of splits: terminals join and leave. A split has two members at least. */

import type { Side } from '../../../protocol/cotty/pane-side.ts';
import type { Model } from '../model.ts';
import { type Arrangement, arranged } from '../pane-arrangements.ts';
import { split as divide, fits, isLeaf, remove, type Tree } from '../pane-tree.ts';
import { MOST_PANES, membersOf, newSplit, type Split } from '../split.ts';
import { layout, type Size } from '../window-layout.ts';
import { splitOf, stackFits, treeArea } from './pane-layout.ts';

/**
 * Puts a terminal at a side of another one, whose pane it halves; it leaves the split that it was in. Undefined where there is
 * no room in a window of that size; without a size, where there are too many panes.
 */
export function joined(
  splits: readonly Split[],
  uri: string,
  to: string,
  side: Side,
  size?: Size,
): readonly Split[] | undefined {
  if (uri === to) return undefined;
  const left = without(splits, uri, size);
  const split = splitOf({ splits: left }, to);
  const count = split === undefined ? 1 : membersOf(split).length;
  if (count >= MOST_PANES) return undefined;
  // A stack shows its members as rows, so that only rows need room.
  if (split?.stack === true && size !== undefined && !stackFits(count + 1, layout(size).area))
    return undefined;
  const area = size === undefined || split?.stack === true ? undefined : treeArea(size);
  const tree = divide(split?.tree ?? to, to, uri, side, area);
  if (tree === undefined || isLeaf(tree)) return undefined;
  const grown = split === undefined ? newSplit(tree) : { ...split, tree, zoomed: false };
  return [...left.filter((each) => each !== split), grown];
}

/** Takes a terminal out of its split; what is left of a split of two is no split. */
export function without(splits: readonly Split[], uri: string, size?: Size): readonly Split[] {
  return onlyWith(splits, (each) => each !== uri, size);
}

/** Keeps the members for which this holds; returns the same list when all of them stay. */
export function onlyWith(
  splits: readonly Split[],
  stays: (uri: string) => boolean,
  size?: Size,
): readonly Split[] {
  const area = size && treeArea(size);
  if (splits.every((split) => membersOf(split).every(stays))) return splits;
  return splits.flatMap((split) => {
    const gone = membersOf(split).filter((uri) => !stays(uri));
    if (gone.length === 0) return [split];
    const tree = gone.reduce<Tree | undefined>((each, uri) => each && remove(each, uri, area), split.tree);
    return tree === undefined || isLeaf(tree)
      ? []
      : [{ ...split, tree, peeks: split.peeks.filter(stays), zoomed: false }];
  });
}

/** Changes the split of the terminal in front; the same model where it has none. */
export function withSplit(model: Model, change: (split: Split) => Split): Model {
  const split = splitOf(model, model.active);
  if (split === undefined) return model;
  const next = change(split);
  if (next === split) return model;
  return { ...model, splits: model.splits.map((each) => (each === split ? next : each)) };
}

/** Changes the tree of a split; the same split where nothing changes, or where no split would be left. */
export function withTree(split: Split, change: (tree: Tree) => Tree): Split {
  const tree = change(split.tree);
  return tree === split.tree || isLeaf(tree) ? split : { ...split, tree };
}

/** Builds the panes of a split anew; undefined where they have no room in a window of that size. */
export function rearranged(split: Split, arrangement: Arrangement, size?: Size): Split | undefined {
  const tree = arranged(arrangement, membersOf(split));
  if (isLeaf(tree) || (size !== undefined && !fits(tree, treeArea(size)))) return undefined;
  return { ...split, tree, arranged: arrangement, stack: false, zoomed: false };
}
