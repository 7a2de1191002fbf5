/** Changes of splits: terminals join, leave and change places. A split has two members at least. */

import type { Model } from '../model.ts';
import {
  ARRANGEMENTS,
  type Arrangement,
  EVEN,
  MOST_PANES,
  newSplit,
  type Side,
  type Split,
} from '../split.ts';
import type { Rect } from '../window-layout.ts';
import { splitOf } from './pane-layout.ts';
import { fits } from './panes.ts';

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
