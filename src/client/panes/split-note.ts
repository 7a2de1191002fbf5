/** The pane layout as text, which the host keeps for the next window. Any client may have written it, so reading validates it. */

import { type Arrangement, arranged, isArrangement } from './arrangements.ts';
import { readTree } from './layout-text.ts';
import { isLeaf, type Tree } from './pane-tree.ts';
import { MOST_PANES, membersOf, newSplit, type Split } from './split.ts';
import { onlyWith } from './split-changes.ts';

/** The name of the note. */
export const SPLIT_NOTE = 'splits';

/** Limits of what is written and read: splits, and characters of a name or URI. */
const MOST_SPLITS = 16;
const MAX_TEXT = 256;

export function writeSplits(splits: readonly Split[]): string {
  return splits.length === 0 ? '' : JSON.stringify(splits.slice(-MOST_SPLITS));
}

/** Reads the splits of a note. Terminals that do not exist, and values that are no splits, are left out. */
export function readSplits(text: string, has: (uri: string) => boolean): readonly Split[] {
  const taken = new Set<string>();
  return parsed(text)
    .slice(0, MOST_SPLITS)
    .flatMap((each) => {
      const found = splitFrom(each);
      const [split] = found === undefined ? [] : onlyWith([found], (uri) => has(uri) && !taken.has(uri));
      if (split === undefined) return [];
      for (const uri of membersOf(split)) taken.add(uri);
      return [split];
    });
}

function parsed(text: string): readonly unknown[] {
  try {
    const found: unknown = JSON.parse(text);
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

type Fields = Readonly<Record<string, unknown>>;

function splitFrom(value: unknown): Split | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = value as Fields;
  const { name, tree: written, stack, arranged: last, zoomed, peeks } = fields;
  const old = written === undefined ? oldTree(fields) : undefined;
  const read = readTree(written);
  const tree = old ?? (read.ok ? read.tree : undefined);
  if (tree === undefined || isLeaf(tree)) return undefined;
  const members = membersOf({ tree });
  return newSplit(tree, {
    name: typeof name === 'string' && name.length <= MAX_TEXT ? name : undefined,
    stack: stack === true || fields['arrangement'] === 'stack',
    arranged: isArrangement(last) ? last : undefined,
    zoomed: zoomed === true,
    peeks: texts(peeks).filter((uri) => members.includes(uri)),
  });
}

function texts(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value.filter((each): each is string => typeof each === 'string' && each.length <= MAX_TEXT);
}

// Notes in the older format, without trees: members, an arrangement, and the cells of its columns and rows.

const OLD_NAMES: Readonly<Record<string, Arrangement>> = {
  beside: 'beside',
  below: 'below',
  main: 'main-left',
  grid: 'grid',
  stack: 'grid',
};

function oldTree({ members, arrangement, columns, rows }: Fields): Tree | undefined {
  const uris = [...new Set(texts(members))].filter((uri) => uri !== '').slice(0, MOST_PANES);
  const name =
    typeof arrangement === 'string' && Object.hasOwn(OLD_NAMES, arrangement)
      ? OLD_NAMES[arrangement]
      : undefined;
  if (uris.length < 2 || name === undefined) return undefined;
  const tree = arranged(name, uris);
  if (isLeaf(tree) || name === 'grid') return tree;
  const [outer, inner] = name === 'below' ? [rows, columns] : [columns, rows];
  const [first, rest] = tree.children;
  const children =
    name === 'main-left' && first !== undefined && rest !== undefined && !isLeaf(rest)
      ? [first, { ...rest, shares: oldShares(inner, rest.shares) }]
      : tree.children;
  return { ...tree, children, shares: oldShares(outer, tree.shares) };
}

/** Old shares were cells without a border. */
function oldShares(value: unknown, even: readonly number[]): readonly number[] {
  if (!Array.isArray(value) || value.length !== even.length) return even;
  const cells = value.filter((each): each is number => typeof each === 'number' && each > 0 && each < 10_000);
  return cells.length === even.length ? cells.map((each) => each + 1) : even;
}
