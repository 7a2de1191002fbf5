/**
 * Panes as a tree. A branch divides its area among its children, side by side (`row`) or one below the other (`column`), with a
 * border of one cell between two of them; a leaf is the URI of a terminal. A branch has at least two children, and none of its
 * own kind. All functions are pure: they return a new tree, or the same one if nothing changes.
 */

import type { Side } from '../../protocol/cotty/pane-side.ts';

/** A size in cells. */
export type Size = { readonly cols: number; readonly rows: number };

/** A rectangle of cells; the origin is the top left corner of the window. */
export type Rect = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

export type Kind = 'row' | 'column';

export type Branch = {
  readonly kind: Kind;
  readonly children: readonly Tree[];
  /**
   * A share for each child, greater than 0. A share includes one border, so that the edges of all other children stay where
   * they are when a child is divided, or two are joined.
   */
  readonly shares: readonly number[];
};

export type Tree = string | Branch;

/** The child numbers that lead from the root to a node. */
export type Path = readonly number[];

/** A terminal and its place in the window; `folded`: a single row in a stack, with its state instead of its screen. */
export type Pane = { readonly uri: string; readonly rect: Rect; readonly folded?: true };

/** The border after the child `index` of the branch at `path`. */
export type BorderId = { readonly path: Path; readonly index: number };

/** A border as a line of cells; in a row it is vertical. */
export type Border = BorderId & { readonly kind: Kind; readonly rect: Rect };

export type Placed = { readonly panes: readonly Pane[]; readonly borders: readonly Border[] };

/** Least size of a pane. */
export const LEAST_PANE: Size = { cols: 10, rows: 2 };

/** Makes a branch, by default with children of the same size; of a single child it returns the child. */
export function branch(
  kind: Kind,
  children: readonly Tree[],
  shares: readonly number[] = children.map(() => 1),
): Tree {
  const [only] = children;
  return children.length === 1 && only !== undefined ? only : { kind, children, shares };
}

export function isLeaf(tree: Tree): tree is string {
  return typeof tree === 'string';
}

/** Returns the terminals in the order in which they are read: from the left, and from above. */
export function leaves(tree: Tree): readonly string[] {
  return isLeaf(tree) ? [tree] : tree.children.flatMap(leaves);
}

function pathTo(tree: Tree, leaf: string): Path | undefined {
  if (isLeaf(tree)) return tree === leaf ? [] : undefined;
  for (const [index, child] of tree.children.entries()) {
    const path = pathTo(child, leaf);
    if (path !== undefined) return [index, ...path];
  }
  return undefined;
}

function nodeAt(tree: Tree, path: Path): Tree | undefined {
  return path.reduce<Tree | undefined>(
    (node, index) => (node === undefined || isLeaf(node) ? undefined : node.children[index]),
    tree,
  );
}

/** Puts another node in the place of the one at `path`. */
function withNode(tree: Tree, path: Path, node: Tree): Tree {
  const [index, ...rest] = path;
  if (index === undefined) return node;
  if (isLeaf(tree)) return tree;
  const child = tree.children[index];
  return child === undefined
    ? tree
    : { ...tree, children: tree.children.with(index, withNode(child, rest, node)) };
}

// Where the panes are.

/** Returns the smallest size in which every pane has at least its least size. */
function least(tree: Tree): Size {
  if (isLeaf(tree)) return LEAST_PANE;
  const sizes = tree.children.map(least);
  const cols = sizes.map((size) => size.cols);
  const rows = sizes.map((size) => size.rows);
  const borders = sizes.length - 1;
  return tree.kind === 'row'
    ? { cols: sum(cols) + borders, rows: Math.max(...rows) }
    : { cols: Math.max(...cols), rows: sum(rows) + borders };
}

export function fits(tree: Tree, { width, height }: Pick<Rect, 'width' | 'height'>): boolean {
  const { cols, rows } = least(tree);
  return width >= cols && height >= rows;
}

/** Returns panes and borders, which fill the area exactly; undefined if a pane would be smaller than the least size. */
export function place(tree: Tree, area: Rect): Placed | undefined {
  if (!fits(tree, area)) return undefined;
  const panes: Pane[] = [];
  const borders: Border[] = [];
  const visit = (node: Tree, rect: Rect, path: Path): void => {
    if (isLeaf(node)) {
      panes.push({ uri: node, rect });
      return;
    }
    const { kind } = node;
    const parts = partsOf(node, rect);
    for (const [index, child] of node.children.entries()) {
      const part = parts[index] ?? rect;
      visit(child, part, [...path, index]);
      if (index === parts.length - 1) continue;
      const line =
        kind === 'row'
          ? { ...rect, x: part.x + part.width, width: 1 }
          : { ...rect, y: part.y + part.height, height: 1 };
      borders.push({ path, index, kind, rect: line });
    }
  };
  visit(tree, area, []);
  return { panes, borders };
}

/** Returns the areas of the children of a branch. */
function partsOf(node: Branch, rect: Rect): readonly Rect[] {
  let at = 0;
  return cellsOf(node, lengthOf(rect, node.kind)).map((cells) => {
    const from = at;
    at += cells + 1;
    return node.kind === 'row'
      ? { ...rect, x: rect.x + from, width: cells }
      : { ...rect, y: rect.y + from, height: cells };
  });
}

function lengthOf({ width, height }: Rect, kind: Kind): number {
  return kind === 'row' ? width : height;
}

/** Tolerance for rounding errors, in cells. */
const NOISE = 1e-6;

/** Returns the cells of the children of a branch that has `total` cells in its direction. */
function cellsOf(node: Branch, total: number): readonly number[] {
  const whole = sum(node.shares);
  const sizes: number[] = [];
  let before = 0;
  let edge = 0;
  // Edges are rounded, not sizes, so that the parts always add up.
  for (const share of node.shares) {
    before += share;
    const next = Math.floor((before / whole) * (total + 1) + 0.5 + NOISE);
    sizes.push(next - edge - 1);
    edge = next;
  }
  return atLeast(sizes, leastCells(node));
}

function leastCells(node: Branch): readonly number[] {
  return node.children.map((child) => (node.kind === 'row' ? least(child).cols : least(child).rows));
}

/** Enlarges parts below their least size, at the cost of those that have most to spare. */
function atLeast(sizes: readonly number[], leasts: readonly number[]): readonly number[] {
  const given = [...sizes];
  const spare = (index: number) => (given[index] ?? 0) - (leasts[index] ?? 0);
  for (const index of sizes.keys()) {
    while (spare(index) < 0) {
      const richest = given.reduce((most, _, each) => (spare(each) > spare(most) ? each : most), 0);
      const taken = Math.min(-spare(index), spare(richest));
      if (taken <= 0) break;
      given[richest] = (given[richest] ?? 0) - taken;
      given[index] = (given[index] ?? 0) + taken;
    }
  }
  return given;
}

/** Returns the area of the node at `path`. */
function rectAt(tree: Tree, path: Path, area: Rect): Rect {
  const [index, ...rest] = path;
  if (index === undefined || isLeaf(tree)) return area;
  const child = tree.children[index];
  return child === undefined ? area : rectAt(child, rest, partsOf(tree, area)[index] ?? area);
}

// Changes.

/**
 * Divides a leaf into two halves; `added` gets the one at `side`, and nothing else moves. Returns undefined if the leaf is
 * missing, or if a half would be smaller than the least pane. Without an area the share is halved.
 */
export function split(tree: Tree, leaf: string, added: string, side: Side, area?: Rect): Tree | undefined {
  const path = pathTo(tree, leaf);
  if (path === undefined) return undefined;
  const kind: Kind = side === 'right' || side === 'left' ? 'row' : 'column';
  const isBefore = side === 'left' || side === 'above';
  const halves = isBefore ? [added, leaf] : [leaf, added];
  const own = area && rectAt(tree, path, area);
  if (own !== undefined && !fits(branch(kind, halves), own)) return undefined;
  const at = path.at(-1);
  const parent = nodeAt(tree, path.slice(0, -1));
  if (at === undefined || parent === undefined || isLeaf(parent) || parent.kind !== kind)
    return withNode(tree, path, branch(kind, halves));
  const around = area && rectAt(tree, path.slice(0, -1), area);
  return withNode(tree, path.slice(0, -1), {
    kind,
    children: parent.children.toSpliced(at, 1, ...halves),
    shares: parent.shares.toSpliced(at, 1, ...halfShares(parent, at, around)),
  });
}

/** Halves a share; if the area is known, the border between the halves is on a whole cell. */
function halfShares(parent: Branch, at: number, rect: Rect | undefined): readonly [number, number] {
  const share = parent.shares[at] ?? 1;
  const half: readonly [number, number] = [share / 2, share / 2];
  if (rect === undefined) return half;
  const total = lengthOf(rect, parent.kind);
  const cells = cellsOf(parent, total);
  const before = sum(cells.slice(0, at)) + at;
  // The first half is the larger one, as in tmux.
  const edge = before + Math.ceil(((cells[at] ?? 0) + 1) / 2);
  const first = (edge / (total + 1)) * sum(parent.shares) - sum(parent.shares.slice(0, at));
  return first > 0 && first < share ? [first, share - first] : half;
}

/**
 * Removes a leaf; its cells go to the child before it, or after it if it is the first one. Returns undefined if nothing is left.
 * With an area, no other pane moves in it.
 */
export function remove(tree: Tree, leaf: string, area?: Rect): Tree | undefined {
  const path = pathTo(tree, leaf);
  const at = path?.at(-1);
  if (path === undefined) return tree;
  if (at === undefined) return undefined;
  const above = path.slice(0, -1);
  const parent = nodeAt(tree, above);
  if (parent === undefined || isLeaf(parent)) return tree;
  const { kind, children, shares } = parent;
  const heir = at === 0 ? 1 : at - 1;
  if (children.length > 2) {
    const grown = shares.with(heir, (shares[heir] ?? 1) + (shares[at] ?? 1));
    return withNode(tree, above, {
      kind,
      children: children.toSpliced(at, 1),
      shares: grown.toSpliced(at, 1),
    });
  }
  const rest = children[heir];
  if (rest === undefined) return tree;
  const grand = nodeAt(tree, above.slice(0, -1));
  const joins =
    above.length > 0 && !isLeaf(rest) && grand !== undefined && !isLeaf(grand) && grand.kind === rest.kind;
  if (!joins) return withNode(tree, above, rest);
  // The remaining child has the same kind as the branch around it, and becomes part of that.
  const gone = withNode(tree, above, rest);
  return joined(area !== undefined && fits(gone, area) ? settled(gone, area) : gone);
}

/** Merges children that have the same kind as their parent into the parent. */
export function joined(tree: Tree): Tree {
  if (isLeaf(tree)) return tree;
  const children: Tree[] = [];
  const shares: number[] = [];
  for (const [index, each] of tree.children.entries()) {
    const child = joined(each);
    const share = tree.shares[index] ?? 1;
    if (isLeaf(child) || child.kind !== tree.kind) {
      children.push(child);
      shares.push(share);
      continue;
    }
    const whole = sum(child.shares);
    children.push(...child.children);
    shares.push(...child.shares.map((part) => (part / whole) * share));
  }
  return { kind: tree.kind, children, shares };
}

/** Returns the tree with shares that are the cells of its children in an area. */
export function settled(tree: Tree, area: Rect): Tree {
  if (isLeaf(tree)) return tree;
  const parts = partsOf(tree, area);
  return {
    kind: tree.kind,
    children: tree.children.map((child, index) => settled(child, parts[index] ?? area)),
    shares: parts.map((part) => lengthOf(part, tree.kind) + 1),
  };
}

/** Puts other terminals into the same panes, in order. */
export function withLeaves(tree: Tree, others: readonly string[]): Tree {
  let next = 0;
  const visit = (node: Tree): Tree => {
    if (!isLeaf(node)) return { ...node, children: node.children.map(visit) };
    const other = others[next] ?? node;
    next += 1;
    return other;
  };
  return visit(tree);
}

/** Exchanges two terminals. */
export function swap(tree: Tree, one: string, other: string): Tree {
  return withLeaves(
    tree,
    leaves(tree).map((leaf) => (leaf === one ? other : leaf === other ? one : leaf)),
  );
}

/** Moves every terminal to the pane before its own, and the first one to the last pane; by -1 the other way round. */
export function rotate(tree: Tree, by: 1 | -1): Tree {
  const all = leaves(tree);
  const from = by === 1 ? 1 : all.length - 1;
  return withLeaves(tree, [...all.slice(from), ...all.slice(0, from)]);
}

/**
 * Gives the panes of the branch around a leaf the same size; if they have it already, those of the next outer branch that
 * differ.
 */
export function even(tree: Tree, leaf: string): Tree {
  const path = pathTo(tree, leaf) ?? [];
  for (let depth = path.length - 1; depth >= 0; depth--) {
    const node = nodeAt(tree, path.slice(0, depth));
    if (node === undefined || isLeaf(node)) continue;
    const [first = 1] = node.shares;
    if (node.shares.some((share) => Math.abs(share - first) > NOISE))
      return withNode(tree, path.slice(0, depth), { ...node, shares: node.children.map(() => 1) });
  }
  return tree;
}

/** Moves a border by cells, to the right or down; it stops before a pane beside it becomes smaller than the least size. */
export function moveBorder(tree: Tree, { path, index }: BorderId, by: number, area: Rect): Tree {
  const node = nodeAt(tree, path);
  if (node === undefined || isLeaf(node) || !fits(tree, area)) return tree;
  const cells = cellsOf(node, lengthOf(rectAt(tree, path, area), node.kind));
  const leasts = leastCells(node);
  const [one, other] = [cells[index], cells[index + 1]];
  if (one === undefined || other === undefined) return tree;
  const moved = Math.max((leasts[index] ?? 0) - one, Math.min(by, other - (leasts[index + 1] ?? 0)));
  if (moved === 0) return tree;
  const shares = cells.map((each) => each + 1);
  const next = shares.with(index, one + 1 + moved).with(index + 1, other + 1 - moved);
  return withNode(tree, path, { ...node, shares: next });
}

/** Moves the border that resizes a leaf (`borderOf`) by cells; `by` is told whether the border is behind the leaf. */
export function moveBorderOf(
  tree: Tree,
  leaf: string,
  kind: Kind,
  by: (isBehind: boolean) => number,
  area: Rect,
): Tree {
  const found = borderOf(tree, leaf, kind);
  return found === undefined ? tree : moveBorder(tree, found.border, by(found.isBehind), area);
}

/**
 * Returns the border that resizes a leaf in a direction: the one after it in the nearest branch of that kind; if it is the last
 * child there, the one before it.
 */
export function borderOf(
  tree: Tree,
  leaf: string,
  kind: Kind,
): { readonly border: BorderId; readonly isBehind: boolean } | undefined {
  const path = pathTo(tree, leaf) ?? [];
  for (let depth = path.length - 1; depth >= 0; depth--) {
    const above = path.slice(0, depth);
    const node = nodeAt(tree, above);
    const at = path[depth];
    if (node === undefined || isLeaf(node) || node.kind !== kind || at === undefined) continue;
    const isBehind = at < node.children.length - 1;
    return { border: { path: above, index: isBehind ? at : at - 1 }, isBehind };
  }
  return undefined;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}
