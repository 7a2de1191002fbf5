/**
 * The layout string of tmux, as `list-windows` prints it and `select-layout` takes it: a checksum and cells, each with its
 * size and its place, `WxH,X,Y`. After a pane follows its number; a row has its cells in braces, and a column in brackets.
 */

import { isLeaf, joined, type Kind, leaves, place, type Rect, type Size, type Tree } from './pane-tree.ts';
import { MOST_PANES } from './split.ts';

/** Limits of a layout that is read: characters, levels, and cells of a side. */
const MAX_TEXT = 16 * 1024;
const MOST_LEVELS = 32;
const MOST_CELLS = 10_000;

/** The leaves of the tree are `0`, `1` and so on, in the order of the panes; the pane numbers of tmux are ignored. */
export type TmuxLayout =
  | { readonly ok: true; readonly tree: Tree; readonly size: Size }
  | { readonly ok: false; readonly problem: string };

/** Reads a layout. The checksum is optional, but must be right if it is there. */
export function readTmuxLayout(text: string): TmuxLayout {
  if (text.length > MAX_TEXT)
    return { ok: false, problem: `a layout may have ${MAX_TEXT} characters at most` };
  const [, sum, rest = text] = /^([0-9a-f]{4}),(\d+x.*)$/s.exec(text) ?? [];
  if (sum !== undefined && sum !== checksum(rest))
    return { ok: false, problem: `the checksum of the layout is ${checksum(rest)}, not ${sum}` };
  const reader = new Reader(rest);
  try {
    const { tree, rect } = reader.cell(0);
    reader.end();
    if (rect.x !== 0 || rect.y !== 0) throw new Wrong('the layout does not begin at 0,0');
    return { ok: true, tree: joined(tree), size: { cols: rect.width, rows: rect.height } };
  } catch (error) {
    if (error instanceof Wrong) return { ok: false, problem: error.message };
    throw error;
  }
}

/** An error in a layout, thrown and caught in this file only. */
class Wrong extends Error {}

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
  for (const byte of Buffer.from(text, 'latin1')) sum = (((sum >> 1) | ((sum & 1) << 15)) + byte) & 0xffff;
  return sum.toString(16).padStart(4, '0');
}
