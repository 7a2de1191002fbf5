/** The layout of the body: the terminal in front alone, or the panes of its split. */

import type { PaneState } from '../../../client/panes/pane-commands.ts';
import {
  type Border,
  LEAST_PANE,
  type Pane,
  place,
  type Rect,
  type Size,
} from '../../../client/panes/pane-tree.ts';
import { belowTitles, membersOf, type Split, splitOf, stackFits } from '../../../client/panes/split.ts';
import type { Model } from '../model.ts';
import { type Layout, layout } from '../window-layout.ts';

type Placed = Pick<Model, 'splits' | 'active' | 'size' | 'rowFilter'>;

/** Fewest columns of a window with several panes: a narrower one shows only the terminal in front. */
const LEAST_COLS = 80;

/** The reason why a split shows a single pane: it is zoomed, or the window is too small for more. */
export type Alone = 'zoomed' | 'small';

export type Shown = {
  readonly panes: readonly Pane[];
  readonly borders: readonly Border[];
  readonly split: Split | undefined;
  readonly alone: Alone | undefined;
  /** The row above the panes with the titles of the topmost ones; in a small window with a single pane, the names of all. */
  readonly top: Rect | undefined;
};

/** Returns what the order of the tabs depends on; while a closed terminal is visited, the front is where the user came from. */
export function tabsOf({ splits, active, visited, used, tabs }: Model): Omit<PaneState, 'room'> {
  const front = visited === undefined ? active : visited.from;
  return { splits, front, used, terminals: tabs.map(({ resource }) => resource) };
}

/** Whether nothing differs in two models that decides which panes are in view. */
export function standsAlike(one: Placed, other: Placed): boolean {
  const { splits, active, size, rowFilter } = one;
  return (
    splits === other.splits && active === other.active && size === other.size && rowFilter === other.rowFilter
  );
}

/** Returns the area that the panes of a window share. */
export function panesArea(size: Size): Rect {
  return layout(size).area;
}

/** Returns the area of the tree of a split: the shared area without its first row, which has the titles. */
export function treeArea(size: Size): Rect {
  return belowTitles(panesArea(size));
}

/** Returns the panes that are in view; a window without a terminal has none. */
export function shownPanes(model: Placed): Shown {
  const { active, size } = model;
  const { area } = layout(size);
  const split = splitOf(model, active);
  const nothing: Shown = { panes: [], borders: [], split, alone: undefined, top: undefined };
  if (active === undefined) return nothing;
  const whole: Shown = { ...nothing, panes: [{ uri: active, rect: area }] };
  if (split === undefined) return whole;
  if (split.zoomed) return { ...whole, alone: 'zoomed' };
  const isWide = size.cols >= LEAST_COLS;
  if (split.stack) {
    const members = inView(split, model);
    if (isWide && stackFits(members.length, area))
      return { ...nothing, panes: stacked(members, active, area) };
  }
  const placed = isWide && !split.stack ? place(split.tree, belowTitles(area)) : undefined;
  const top = { ...area, height: 1 };
  if (placed !== undefined) return { ...nothing, ...placed, top };
  if (area.height <= LEAST_PANE.rows) return { ...whole, alone: 'small' };
  return { ...nothing, panes: [{ uri: active, rect: belowTitles(area) }], alone: 'small', top };
}

const FOLDED = { folded: true } as const;

/** Lays out a stack: the pane in front gets all rows but one for each other pane. */
function stacked(members: readonly string[], front: string, area: Rect): readonly Pane[] {
  const open = Math.max(0, members.indexOf(front));
  const rest = area.height - (members.length - 1);
  return members.map((uri, index) => ({
    uri,
    rect: {
      ...area,
      y: area.y + (index <= open ? index : index - 1 + rest),
      height: index === open ? rest : 1,
    },
    ...(index === open ? {} : FOLDED),
  }));
}

/** Returns the split in front if it is a stack. */
export function stackInFront(model: Pick<Model, 'splits' | 'active'>): Split | undefined {
  const split = splitOf(model, model.active);
  return split?.stack === true ? split : undefined;
}

/** Returns the members of a split; those of a stack are filtered, but the one in front always stays. */
function inView(split: Split, { active, rowFilter }: Placed): readonly string[] {
  const members = membersOf(split);
  if (rowFilter === undefined || !split.stack) return members;
  return members.filter((uri) => uri === active || rowFilter.fitting.includes(uri));
}

/** Returns the filtered members of the split in front, also while one of them is zoomed. */
export function shownMembers(model: Placed): readonly string[] {
  const split = splitOf(model, model.active);
  return split === undefined ? [] : inView(split, model);
}

/** Whether several panes are in view. */
export function isSideBySide(model: Placed): boolean {
  return model.splits.length > 0 && shownPanes(model).panes.length > 1;
}

/** Returns the layout of the window with the pane of a terminal: by default the one in front, else another visible one. */
export function paneLayout(model: Placed, barHeight = 1, uri = model.active): Layout {
  if (model.splits.length === 0) return layout(model.size, barHeight);
  return layout(model.size, barHeight, (area) => paneOf(model, uri) ?? area);
}

/** Returns the rectangle of a visible terminal that is not folded. */
function paneOf(model: Placed, uri: string | undefined): Rect | undefined {
  return shownPanes(model).panes.find((pane) => pane.uri === uri && !pane.folded)?.rect;
}

/**
 * Returns the terminals that get what is typed in front, if they are several: the marked ones in sight, while the one in front is
 * one of them. Tabs in the background, and panes behind a zoomed one, get nothing.
 */
export function typedTo(model: Placed & Pick<Model, 'many'>): readonly string[] {
  const { many, active } = model;
  if (active === undefined || many.length < 2 || !many.includes(active)) return [];
  const shown = shownPanes(model).panes.flatMap(({ uri }) => (many.includes(uri) ? [uri] : []));
  return shown.length > 1 ? shown : [];
}

/** Whether a terminal is only watched in its pane. */
export function isPeeked(model: Pick<Model, 'splits'>, uri: string | undefined): boolean {
  return uri !== undefined && splitOf(model, uri)?.peeks.includes(uri) === true;
}

/** Returns the folded terminals of a stack, which have a row each. */
export function foldedUris(model: Placed): readonly string[] {
  if (splitOf(model, model.active) === undefined) return [];
  return shownPanes(model).panes.flatMap(({ uri, folded }) => (folded ? [uri] : []));
}

/** Returns the terminals whose screens are in view; the one in front comes first. */
export function openUris(model: Placed): readonly string[] {
  const { active } = model;
  if (active === undefined) return [];
  if (splitOf(model, active) === undefined) return [active];
  const beside = shownPanes(model).panes.filter(({ uri, folded }) => uri !== active && !folded);
  return [active, ...beside.map(({ uri }) => uri)];
}

/** Changes the split of the terminal in front; returns the same model if it has none. */
export function withSplit(model: Model, change: (split: Split) => Split): Model {
  const split = splitOf(model, model.active);
  if (split === undefined) return model;
  const next = change(split);
  if (next === split) return model;
  return { ...model, splits: model.splits.map((each) => (each === split ? next : each)) };
}
