/** The layout of the body: the terminal in front alone, or the panes of its split. */

import type { Model } from '../model.ts';
import type { Split } from '../split.ts';
import { type Layout, layout, type Rect } from '../window-layout.ts';
import { LEAST_WINDOW, type Pane, panesIn } from './panes.ts';

type Placed = Pick<Model, 'splits' | 'active' | 'size' | 'rowFilter'>;

/** Returns the split that a terminal belongs to. */
export function splitOf({ splits }: Pick<Model, 'splits'>, uri: string | undefined): Split | undefined {
  return uri === undefined ? undefined : splits.find(({ members }) => members.includes(uri));
}

/** The reason why a split shows a single pane: it is zoomed, or the window is too small for more. */
export type Alone = 'zoomed' | 'small';

export type Shown = {
  readonly panes: readonly Pane[];
  readonly split: Split | undefined;
  readonly alone: Alone | undefined;
};

/** Whether the same panes are in view in both models. */
export function standsAlike(one: Placed, other: Placed): boolean {
  const { splits, active, size, rowFilter } = one;
  return (
    splits === other.splits && active === other.active && size === other.size && rowFilter === other.rowFilter
  );
}

/** Returns the panes that are in view; a window without a terminal has none. */
export function shownPanes(model: Placed): Shown {
  const { active, size } = model;
  const { area } = layout(size);
  const split = splitOf(model, active);
  if (active === undefined) return { panes: [], split, alone: undefined };
  const whole = [{ uri: active, rect: area }];
  if (split === undefined) return { panes: whole, split, alone: undefined };
  if (split.zoomed) return { panes: whole, split, alone: 'zoomed' };
  const isSmall = size.cols < LEAST_WINDOW.cols || size.rows < LEAST_WINDOW.rows;
  const panes = isSmall ? undefined : panesIn(inView(split, model), active, area);
  return panes === undefined ? { panes: whole, split, alone: 'small' } : { panes, split, alone: undefined };
}

/** Returns the split in front if it is a stack. */
export function stackInFront(model: Pick<Model, 'splits' | 'active'>): Split | undefined {
  const split = splitOf(model, model.active);
  return split?.arrangement === 'stack' ? split : undefined;
}

/** Returns a stack as its filter leaves it: with the rows that fit, and the one in front. */
function inView(split: Split, { active, rowFilter }: Placed): Split {
  if (rowFilter === undefined || split.arrangement !== 'stack') return split;
  const members = split.members.filter((uri) => uri === active || rowFilter.fitting.includes(uri));
  return { ...split, members };
}

/** Returns the terminals of the panes in front, whether they are in view or one of them is zoomed. */
export function shownMembers(model: Placed): readonly string[] {
  const split = splitOf(model, model.active);
  return split === undefined ? [] : inView(split, model).members;
}

/** Whether several panes are in view. */
export function isSideBySide(model: Placed): boolean {
  return model.splits.length > 0 && shownPanes(model).panes.length > 1;
}

/** Divides the window as a terminal has it: the one in front, or another one that is in view. */
export function paneLayout(model: Placed, barHeight = 1, uri = model.active): Layout {
  if (model.splits.length === 0) return layout(model.size, barHeight);
  return layout(model.size, barHeight, (area) => paneOf(model, uri) ?? area);
}

/** Returns the rectangle of a terminal that is in view with its screen. */
function paneOf(model: Placed, uri: string | undefined): Rect | undefined {
  return shownPanes(model).panes.find((pane) => pane.uri === uri && !pane.folded)?.rect;
}

/** Whether what is typed in front goes to other terminals as well. */
export function isToMany({ many, active }: Pick<Model, 'many' | 'active'>): boolean {
  return active !== undefined && many.length > 1 && many.includes(active);
}

/** Whether a terminal is only watched in its pane. */
export function isPeeked(model: Pick<Model, 'splits'>, uri: string | undefined): boolean {
  return uri !== undefined && splitOf(model, uri)?.peeks.includes(uri) === true;
}

/** Returns the terminals of which a stack shows a row each. */
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
