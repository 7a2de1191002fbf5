/** Resizing panes: a border moves by some cells, between the two tracks that it divides. */

import type { Border, Split } from '../split.ts';
import type { Rect } from '../window-layout.ts';
import { fits, LEAST_PANE, panesIn, shape } from './panes.ts';

/** Moves a border by cells, to the right or down; the tracks keep their least size. The same split where it cannot move. */
export function moved(split: Split, front: string, area: Rect, { axis, before }: Border, by: number): Split {
  // What stands in for the arrangement has no shares of its own.
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
