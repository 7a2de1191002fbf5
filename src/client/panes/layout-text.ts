/**
 * Layouts as text: the layout string of tmux, as `list-windows` prints it and `select-layout` takes it, and a tree as JSON, for notes and
 * `cotty layout`. Any client or user may have written them, so reading validates them.
 *
 * A layout string is a checksum and cells, each with its size and its place, `WxH,X,Y`. After a pane follows its number; a row has its
 * cells in braces, and a column in brackets.
 */

import { arranged, isArrangement } from './arrangements.ts';
import {
  branch,
  isLeaf,
  joined,
  type Kind,
  leaves,
  place,
  type Rect,
  type Size,
  type Tree,
  withLeaves,
} from './pane-tree.ts';
import { MOST_PANES } from './split.ts';

/** Limits of what is read: characters of a layout string and of a leaf, levels, and cells of a side. */
const MAX_LAYOUT = 16 * 1024;
const MAX_LEAF = 256;
const MOST_LEVELS = 32;
const MOST_CELLS = 10_000;

export type ReadTree =
  | { readonly ok: true; readonly tree: Tree }
  | { readonly ok: false; readonly problem: string };

/** The leaves of the tree are `0`, `1` and so on, in the order of the panes; the pane numbers of tmux are ignored. */
export type TmuxLayout =
  | { readonly ok: true; readonly tree: Tree; readonly size: Size }
  | { readonly ok: false; readonly problem: string };

/** Puts terminals into the panes of an arrangement or of a layout string. Returns undefined for a text that is neither. */
export function readLayout(text: string, members: readonly string[]): ReadTree | undefined {
  if (isArrangement(text)) return { ok: true, tree: arranged(text, members) };
  if (!/^[0-9a-f]+[,x]/.test(text)) return undefined;
  const read = readTmuxLayout(text);
  if (!read.ok) return read;
  const count = leaves(read.tree).length;
  return count === members.length
    ? { ok: true, tree: withLeaves(read.tree, members) }
    : { ok: false, problem: `the layout has ${count} panes for ${members.length} terminals` };
}

/** An error in a layout, thrown and caught in this file only. */
class Wrong extends Error {}

function caught<Read>(read: () => Read): Read | { readonly ok: false; readonly problem: string } {
  try {
    return read();
  } catch (error) {
    if (error instanceof Wrong) return { ok: false, problem: error.message };
    throw error;
  }
}

// Layout strings of tmux.

/** Reads a layout. The checksum is optional, but must be right if it is there. */
export function readTmuxLayout(text: string): TmuxLayout {
  return caught(() => {
    if (text.length > MAX_LAYOUT) throw new Wrong(`a layout may have ${MAX_LAYOUT} characters at most`);
    const [, sum, rest = text] = /^([0-9a-f]{4}),(\d+x.*)$/s.exec(text) ?? [];
    if (sum !== undefined && sum !== checksum(rest))
      throw new Wrong(`the checksum of the layout is ${checksum(rest)}, not ${sum}`);
    const reader = new Reader(rest);
    const { tree, rect } = reader.cell(0);
    reader.end();
    if (rect.x !== 0 || rect.y !== 0) throw new Wrong('the layout does not begin at 0,0');
    return { ok: true, tree: joined(tree), size: { cols: rect.width, rows: rect.height } };
  });
}

type Cell = { readonly tree: Tree; readonly rect: Rect };

class Reader {
  readonly #text: string;
  #at = 0;
  #panes = 0;

  constructor(text: string) {
    this.#text = text;
  }

  cell(level: number): Cell {
    const width = this.#number();
    this.#take('x');
    const height = this.#number();
    this.#take(',');
    const x = this.#number();
    this.#take(',');
    const y = this.#number();
    const rect = { x, y, width, height };
    const open = this.#text[this.#at];
    if (open === '{' || open === '[') return { tree: this.#branch(open, rect, level), rect };
    // A comma and digits are the number of a pane, unless it is the size of the next cell.
    const number = /^,\d+(?![\dx])/.exec(this.#text.slice(this.#at, this.#at + 12))?.[0] ?? '';
    this.#at += number.length;
    this.#panes += 1;
    if (this.#panes > MOST_PANES) throw new Wrong(`the layout has more than ${MOST_PANES} panes`);
    return { tree: `${this.#panes - 1}`, rect };
  }

  end(): void {
    if (this.#at < this.#text.length) throw this.#unexpected('the end');
  }

  #branch(open: '{' | '[', rect: Rect, level: number): Tree {
    if (level >= MOST_LEVELS) throw new Wrong(`the layout has more than ${MOST_LEVELS} levels`);
    const kind = open === '{' ? 'row' : 'column';
    this.#take(open);
    const cells = [this.cell(level + 1)];
    while (this.#text[this.#at] === ',') {
      this.#at += 1;
      cells.push(this.cell(level + 1));
    }
    this.#take(open === '{' ? '}' : ']');
    if (cells.length < 2) throw new Wrong(`a ${kind} of the layout has a single cell`);
    const whole = along(kind, rect);
    let next = whole.at;
    const shares: number[] = [];
    for (const { rect: each } of cells) {
      const { at, length, across } = along(kind, each);
      if (at !== next || across !== whole.across)
        throw new Wrong(
          `the cell ${each.width}x${each.height},${each.x},${each.y} does not fit into its ${kind}`,
        );
      next += length + 1;
      shares.push(length + 1);
    }
    if (next - 1 !== whole.at + whole.length)
      throw new Wrong(`the cells of a ${kind} do not fill ${rect.width}x${rect.height}`);
    return { kind, children: cells.map(({ tree }) => tree), shares };
  }

  #number(): number {
    const digits = /^\d{1,5}/.exec(this.#text.slice(this.#at, this.#at + 5))?.[0];
    if (digits === undefined) throw this.#unexpected('a number');
    this.#at += digits.length;
    const found = Number(digits);
    if (found > MOST_CELLS) throw new Wrong(`${found} cells are too many`);
    return found;
  }

  #take(sign: string): void {
    if (this.#text[this.#at] !== sign) throw this.#unexpected(`"${sign}"`);
    this.#at += 1;
  }

  #unexpected(wanted: string): Wrong {
    const found = this.#text[this.#at];
    return new Wrong(
      `the layout must have ${wanted} at character ${this.#at + 1}, not ${found === undefined ? 'its end' : JSON.stringify(found)}`,
    );
  }
}

/**
 * Writes a tree as laid out in a window of this size; panes are numbered from 0. Returns undefined if the window is too
 * small.
 */
export function writeTmuxLayout(tree: Tree, { cols, rows }: Size): string | undefined {
  const area = { x: 0, y: 0, width: cols, height: rows };
  const placed = place(tree, area);
  if (placed === undefined) return undefined;
  const rects = new Map(placed.panes.map(({ uri, rect }) => [uri, rect]));
  const order = leaves(tree);
  const visit = (node: Tree): { readonly text: string; readonly rect: Rect } => {
    if (isLeaf(node)) {
      const rect = rects.get(node) ?? area;
      return { text: `${cellText(rect)},${order.indexOf(node)}`, rect };
    }
    const parts = node.children.map(visit);
    const rect = around(parts.map((part) => part.rect));
    const [open, close] = node.kind === 'row' ? '{}' : '[]';
    return { text: `${cellText(rect)}${open}${parts.map(({ text }) => text).join(',')}${close}`, rect };
  };
  const { text } = visit(tree);
  return `${checksum(text)},${text}`;
}

/** Returns place and length of a cell in the direction of its branch, and as text its place and length across it. */
function along(kind: Kind, { x, y, width, height }: Rect) {
  return kind === 'row'
    ? { at: x, length: width, across: `${y},${height}` }
    : { at: y, length: height, across: `${x},${width}` };
}

function cellText({ x, y, width, height }: Rect): string {
  return `${width}x${height},${x},${y}`;
}

function around(rects: readonly Rect[]): Rect {
  const x = Math.min(...rects.map((rect) => rect.x));
  const y = Math.min(...rects.map((rect) => rect.y));
  const width = Math.max(...rects.map((rect) => rect.x + rect.width)) - x;
  return { x, y, width, height: Math.max(...rects.map((rect) => rect.y + rect.height)) - y };
}

/** A sum of 16 bits over the characters, rotated by one bit at each. */
function checksum(text: string): string {
  let sum = 0;
  for (let at = 0; at < text.length; at++)
    sum = (((sum >> 1) | ((sum & 1) << 15)) + (text.charCodeAt(at) & 0xff)) & 0xffff;
  return sum.toString(16).padStart(4, '0');
}

// Trees as JSON.

/**
 * Reads a tree: a leaf is a string, a branch `{"kind": "row", "children": [...], "shares": [...]}`. Shares are optional: numbers
 * greater than 0, one for each child.
 */
export function readTree(value: unknown): ReadTree {
  return caught(() => {
    const tree = joined(treeFrom(value, 0));
    const all = leaves(tree);
    if (all.length > MOST_PANES)
      throw new Wrong(`there are ${all.length} panes; at most ${MOST_PANES} are possible`);
    const twice = all.find((leaf, index) => all.indexOf(leaf) !== index);
    if (twice !== undefined) throw new Wrong(`"${twice}" can only stand in one place`);
    return { ok: true, tree };
  });
}

function treeFrom(value: unknown, level: number): Tree {
  if (typeof value === 'string') {
    if (value === '' || value.length > MAX_LEAF)
      throw new Wrong(`a pane must have 1 to ${MAX_LEAF} characters`);
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
  return branch(
    kind,
    children.map((child) => treeFrom(child, level + 1)),
    sharesFrom(shares, children.length),
  );
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
