/** Changes of splits: terminals join and leave. A split has at least two members. */

import type { Side } from '../../protocol/cotty/pane-side.ts';
import { type Arrangement, arranged } from './arrangements.ts';
import { split as divide, fits, isLeaf, type Rect, remove, rotate, swap, type Tree } from './pane-tree.ts';
import { belowTitles, MOST_PANES, membersOf, newSplit, type Split, splitOf, stackFits } from './split.ts';

/**
 * Puts a terminal at a side of another one, whose pane is halved; it leaves the split that it was in. Returns undefined if
 * there are too many panes, or no room in the area that all panes share. Without an area any size is possible.
 */
export function joined(
  splits: readonly Split[],
  uri: string,
  to: string,
  side: Side,
  area?: Rect,
): readonly Split[] | undefined {
  if (uri === to) return undefined;
  const left = without(splits, uri, area);
  const split = splitOf({ splits: left }, to);
  const count = split === undefined ? 1 : membersOf(split).length;
  if (count >= MOST_PANES) return undefined;
  // A stack shows its members as rows, so only its height is checked.
  if (split?.stack === true && area !== undefined && !stackFits(count + 1, area)) return undefined;
  const room = area === undefined || split?.stack === true ? undefined : belowTitles(area);
  const tree = divide(split?.tree ?? to, to, uri, side, room);
  if (tree === undefined || isLeaf(tree)) return undefined;
  const grown = split === undefined ? newSplit(tree) : { ...split, tree, zoomed: false };
  return [...left.filter((each) => each !== split), grown];
}

/** Takes a terminal out of its split; a split of two then ends. */
export function without(splits: readonly Split[], uri: string, area?: Rect): readonly Split[] {
  return onlyWith(splits, (each) => each !== uri, area);
}

/** Keeps the members for which `stays` holds; returns the same list if all of them stay. */
export function onlyWith(
  splits: readonly Split[],
  stays: (uri: string) => boolean,
  area?: Rect,
): readonly Split[] {
  const room = area && belowTitles(area);
  if (splits.every((split) => membersOf(split).every(stays))) return splits;
  return splits.flatMap((split) => {
    const gone = membersOf(split).filter((uri) => !stays(uri));
    if (gone.length === 0) return [split];
    const tree = gone.reduce<Tree | undefined>((each, uri) => each && remove(each, uri, room), split.tree);
    return tree === undefined || isLeaf(tree)
      ? []
      : [{ ...split, tree, peeks: split.peeks.filter(stays), zoomed: false }];
  });
}

/**
 * Returns the splits with this one in place of what they have of it; undefined if a member of it stands beside terminals that are not
 * in it.
 */
export function withWhole(splits: readonly Split[], whole: Split): readonly Split[] | undefined {
  const members = new Set(membersOf(whole));
  const others = splits.filter((split) => !membersOf(split).every((uri) => members.has(uri)));
  const isTorn = others.some((split) => membersOf(split).some((uri) => members.has(uri)));
  return isTorn ? undefined : [...others, whole];
}

/** Changes the tree of a split; returns the same split if nothing changes, or if only one pane would be left. */
export function withTree(split: Split, change: (tree: Tree) => Tree): Split {
  const tree = change(split.tree);
  return tree === split.tree || isLeaf(tree) ? split : { ...split, tree };
}

/** Exchanges two panes of a split; a zoomed pane makes room. */
export function withSwapped(split: Split, one: string, other: string): Split {
  return { ...withTree(split, (tree) => swap(tree, one, other)), zoomed: false };
}

/** Moves each terminal of a split to the next or previous pane; a zoomed pane makes room. */
export function withRotated(split: Split, by: 1 | -1): Split {
  return { ...withTree(split, (tree) => rotate(tree, by)), zoomed: false };
}

/** Watches a pane without keys, or gives it its keys again. */
export function withPeekToggled(split: Split, uri: string): Split {
  const { peeks } = split;
  return {
    ...split,
    peeks: peeks.includes(uri) ? peeks.filter((each) => each !== uri) : [...peeks, uri],
  };
}

/** Returns a stack of the first terminals of a list, as many as a split can have; undefined for fewer than two. */
export function stackOf(uris: readonly string[]): Split | undefined {
  const tree = arranged('grid', uris.slice(0, MOST_PANES));
  return isLeaf(tree) ? undefined : newSplit(tree, { stack: true });
}

/** Rebuilds the panes of a split in an arrangement; undefined if they have no room in the area. */
export function rearranged(split: Split, arrangement: Arrangement, area?: Rect): Split | undefined {
  const tree = arranged(arrangement, membersOf(split));
  if (isLeaf(tree) || (area !== undefined && !fits(tree, belowTitles(area)))) return undefined;
  return { ...split, tree, arranged: arrangement, stack: false, zoomed: false };
}
