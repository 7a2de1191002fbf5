/** A tree as JSON, for notes and `cotty layout`. Any client may have written it, so reading validates it. */

import { branch, joined, type Kind, leaves, type Tree } from './pane-tree.ts';
import { MOST_PANES } from './split.ts';

/** Limits of a tree that is read: levels of branches, and characters of a leaf. */
const MOST_LEVELS = 32;
const MAX_TEXT = 256;

export type ReadTree =
  | { readonly ok: true; readonly tree: Tree }
  | { readonly ok: false; readonly problem: string };

/**
 * Reads a tree: a leaf is a string, a branch `{"kind": "row", "children": [...], "shares": [...]}`. Shares are optional: numbers
 * greater than 0, one for each child.
 */
export function readTree(value: unknown): ReadTree {
  try {
    const tree = joined(treeFrom(value, 0));
    const all = leaves(tree);
    if (all.length > MOST_PANES)
      throw new Wrong(`there are ${all.length} panes; at most ${MOST_PANES} are possible`);
    const twice = all.find((leaf, index) => all.indexOf(leaf) !== index);
    if (twice !== undefined) throw new Wrong(`"${twice}" can only stand in one place`);
    return { ok: true, tree };
  } catch (error) {
    if (error instanceof Wrong) return { ok: false, problem: error.message };
    throw error;
  }
}

/** An error in a tree, thrown and caught in this file only. */
class Wrong extends Error {}

function treeFrom(value: unknown, level: number): Tree {
  if (typeof value === 'string') {
    if (value === '' || value.length > MAX_TEXT)
      throw new Wrong(`a pane must have 1 to ${MAX_TEXT} characters`);
    return value;
  }
  if (level >= MOST_LEVELS) throw new Wrong(`there are more than ${MOST_LEVELS} levels`);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Wrong(`${JSON.stringify(value)} is neither the name of a terminal nor a row or column`);
  const { kind, children, shares } = value as Readonly<Record<string, unknown>>;
  if (kind !== 'row' && kind !== 'column')
    throw new Wrong(`kind must be "row" or "column", not ${JSON.stringify(kind)}`);
  if (!Array.isArray(children) || children.length === 0 || children.length > MOST_PANES)
    throw new Wrong(`children of a ${kind} must be a list of 1 to ${MOST_PANES}`);
  return made(
    kind,
    children.map((child) => treeFrom(child, level + 1)),
    sharesFrom(shares, children.length),
  );
}

function made(kind: Kind, children: readonly Tree[], shares: readonly number[]): Tree {
  return branch(kind, children, shares);
}

/** Limits of a share, so that sums of them stay exact enough to place a border. */
const [LEAST_SHARE, MOST_SHARE] = [1e-6, 1e6];

function sharesFrom(value: unknown, count: number): readonly number[] {
  if (value === undefined) return Array.from({ length: count }, () => 1);
  const fine =
    Array.isArray(value) &&
    value.length === count &&
    value.every((each) => typeof each === 'number' && each >= LEAST_SHARE && each <= MOST_SHARE);
  if (!fine) throw new Wrong(`shares must be ${count} numbers greater than 0, not ${JSON.stringify(value)}`);
  return value as readonly number[];
}
