/** Changes of splits: terminals join, leave and change places. A split has two members at least. */

import type { Model } from '../model.ts';
import {
  ARRANGEMENTS,
  type Arrangement,
  type Border,
  EVEN,
  MOST_PANES,
  newSplit,
  type Side,
  type Split,
} from '../split.ts';
import type { Rect } from '../window-layout.ts';
import { splitOf } from './pane-layout.ts';
import { fits, LEAST_PANE, panesIn, shape } from './panes.ts';

/** Puts a terminal beside or below another one; it leaves the split that it was in. Undefined where there is no room. */
export function joined(
  splits: readonly Split[],
  uri: string,
  to: string,
  side: Side,
  area: Rect,
): readonly Split[] | undefined {
  if (uri === to) return undefined;
  const left = without(splits, uri);
  const split = splitOf({ splits: left }, to) ?? newSplit([to], 'beside');
  if (split.members.length >= MOST_PANES) return undefined;
  const at = split.members.indexOf(to) + 1;
  const members = split.members.toSpliced(at, 0, uri);
  const arrangement = arrangementFor(split, side, members.length, area);
  if (arrangement === undefined) return undefined;
  const shares = arrangement === split.arrangement ? inserted(split, at) : EVEN;
  const grown: Split = { ...split, ...shares, members, arrangement, zoomed: false };
  return [...left.filter((each) => each !== split), grown];
}

/** The new pane has the share of the one that it joins: that one is halved in effect, as everybody shrinks alike. */
function inserted(
  { arrangement, columns, rows, members }: Split,
  at: number,
): Pick<Split, 'columns' | 'rows'> {
  const grow = (shares: readonly number[], index: number, count: number): readonly number[] => {
    if (shares.length === 0) return shares;
    const whole = Array.from({ length: count }, (_, each) => shares[each] ?? 1);
    return whole.toSpliced(index, 0, whole[index - 1] ?? 1);
  };
  if (arrangement === 'beside') return { columns: grow(columns, at, members.length), rows };
  if (arrangement === 'below') return { columns, rows: grow(rows, at, members.length) };
  if (arrangement === 'main') return { columns, rows: grow(rows, at - 1, members.length - 1) };
  return EVEN;
}

/** Returns the arrangement after one more has come: the one that there is, as long as it can grow that way. */
function arrangementFor(
  { arrangement, members }: Split,
  side: Side,
  count: number,
  area: Rect,
): Arrangement | undefined {
  const straight: Arrangement = side === 'right' ? 'beside' : 'below';
  const wanted = (): readonly Arrangement[] => {
    if (members.length === 1 || arrangement === straight) return [straight];
    if (arrangement === 'grid' || arrangement === 'stack') return [arrangement];
    const isMain = side === 'below' && (arrangement === 'main' || count === 3);
    return isMain ? ['main'] : [];
  };
  return [...wanted(), 'grid' as const, 'stack' as const].find((each) => fits(each, count, area));
}

/** Takes a terminal out of its split; what is left of a split of two is no split. */
export function without(splits: readonly Split[], uri: string): readonly Split[] {
  return onlyWith(splits, (each) => each !== uri);
}

/** Keeps the members for which this holds; returns the same list when all of them stay. */
export function onlyWith(splits: readonly Split[], stays: (uri: string) => boolean): readonly Split[] {
  if (splits.every(({ members }) => members.every(stays))) return splits;
  return splits.flatMap((split) => {
    const members = split.members.filter(stays);
    if (members.length === split.members.length) return [split];
    const peeks = split.peeks.filter(stays);
    return members.length < 2 ? [] : [{ ...split, ...EVEN, members, peeks }];
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

/** Exchanges the places of two members. */
export function swapped(split: Split, one: string, other: string): Split {
  const members = split.members.map((uri) => (uri === one ? other : uri === other ? one : uri));
  return { ...split, members };
}

/** Returns the next arrangement for which there is room. */
export function nextArrangement({ arrangement, members }: Split, area: Rect): Arrangement {
  const at = ARRANGEMENTS.indexOf(arrangement);
  const turn = [...ARRANGEMENTS.slice(at + 1), ...ARRANGEMENTS.slice(0, at)];
  // Two panes look the same as main and stack, and in a grid.
  const distinct = members.length > 2 ? turn : turn.filter((each) => each !== 'main' && each !== 'grid');
  return distinct.find((each) => fits(each, members.length, area)) ?? arrangement;
}

// Resizing panes: a border moves by some cells, between the two tracks that it divides.

/** Moves a border by cells, to the right or down; the tracks keep their least size. The same split where it cannot move. */
export function moved(split: Split, front: string, area: Rect, { axis, before }: Border, by: number): Split {
  // A fallback arrangement has no shares of its own.
  if (!fits(split.arrangement, split.members.length, area)) return split;
  const panes = panesIn(split, front, area) ?? [];
  const at = panes.findIndex(({ uri }) => uri === before);
  const track = trackOf(split, at, axis);
  if (track === undefined) return split;
  const sizes = sizesOf(
    split,
    axis,
    panes.map(({ rect }) => (axis === 'columns' ? rect.width : rect.height)),
  );
  const [one, other] = [sizes[track], sizes[track + 1]];
  if (one === undefined || other === undefined) return split;
  const least = axis === 'columns' ? LEAST_PANE.cols : LEAST_PANE.rows;
  const step = Math.max(least - one, Math.min(by, other - least));
  if (step === 0) return split;
  const next = sizes.with(track, one + step).with(track + 1, other - step);
  return { ...split, [axis]: next };
}

/** Returns the track that a pane is in; undefined where its arrangement has none on that axis. */
function trackOf({ arrangement, members }: Split, index: number, axis: Border['axis']): number | undefined {
  const { cols, rows } = shape(arrangement, members.length);
  if (index < 0 || arrangement === 'stack') return undefined;
  if (arrangement === 'main') {
    if (axis === 'columns') return 0;
    return index === 0 ? undefined : index - 1;
  }
  const isShort = Math.floor(index / cols) === rows - 1 && members.length % cols !== 0;
  if (axis === 'columns') return isShort ? undefined : index % cols;
  return Math.floor(index / cols);
}

/** Returns the cells of all tracks of an axis, from the sizes of the panes. */
function sizesOf({ arrangement, members }: Split, axis: Border['axis'], sizes: readonly number[]): number[] {
  const { cols } = shape(arrangement, members.length);
  if (arrangement === 'main') return axis === 'columns' ? sizes.slice(0, 2) : sizes.slice(1);
  return axis === 'columns' ? sizes.slice(0, cols) : sizes.filter((_, index) => index % cols === 0);
}
