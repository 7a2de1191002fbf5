/** The commands on panes, for window and page: from what is shown to what is shown next. */

import type { Side } from '../../protocol/cotty/pane-side.ts';
import { type Arrangement, nextArrangement } from './arrangements.ts';
import { neighbour } from './geometry.ts';
import { even, type Kind, moveBorderOf, type Pane, type Rect, type Size, type Tree } from './pane-tree.ts';
import {
  belowTitles,
  type Direction,
  type Joining,
  memberBeside,
  membersOf,
  type Split,
  splitOf,
} from './split.ts';
import {
  joined,
  rearranged,
  stackOf,
  without,
  withPeekToggled,
  withRotated,
  withSwapped,
  withTree,
} from './split-changes.ts';

export type PaneState = {
  readonly splits: readonly Split[];
  /** The terminal that has the keys. */
  readonly front: string | undefined;
  /** The terminals that were in front, newest first. */
  readonly used: readonly string[];
  /** All terminals, in the order of their tabs. */
  readonly terminals: readonly string[];
  readonly room: Room;
};

/** What a window or a page has room for; areas are in cells. */
export type Room = {
  readonly of: 'window' | 'page';
  /** The area that all panes share, with the row of titles above them. */
  readonly area: Rect;
  readonly leastPane: Size;
  readonly fits: (tree: Tree) => boolean;
  readonly stackFits: (count: number) => boolean;
  /** Returns the panes that are in view with these splits. */
  readonly shown: (splits: readonly Split[], front: string) => readonly Pane[];
};

export type PaneOutcome = {
  /** Absent: the splits stay as they are. */
  readonly splits?: readonly Split[];
  /** The terminal that comes to the front. */
  readonly front?: string;
  /** A terminal is to be opened at a side of another one. */
  readonly opens?: Joining;
  /** A message for the user, without a full stop. */
  readonly note?: string;
  /** Whether nothing was done for want of room. */
  readonly isBad?: boolean;
};

/** @param count how often a tmux command repeats it, where it moves a border: in cells */
type Command = (state: PaneState, count?: number) => PaneOutcome;

export const ALONE = 'this terminal is the only pane';

export const PANE_COMMANDS = {
  'pane.splitRight': opening('right'),
  'pane.splitBelow': opening('below'),
  'pane.splitLeft': opening('left'),
  'pane.splitAbove': opening('above'),
  'pane.left': going('left'),
  'pane.right': going('right'),
  'pane.up': going('up'),
  'pane.down': going('down'),
  'pane.next': stepping(1),
  'pane.previous': stepping(-1),
  'pane.last': onSplit((state, split, front) => {
    const members = membersOf(split);
    const last = state.used.find((uri) => uri !== front && members.includes(uri));
    return last === undefined ? { note: 'no other pane was in front yet' } : goTo(state, split, last);
  }),
  'pane.zoom': onSplit((state, split) => changed(state, split, { ...split, zoomed: !split.zoomed })),
  'pane.arrange': onSplit((state, split) => arrange(state, split, nextArrangement(split.arranged))),
  'pane.beside': arranging('beside'),
  'pane.below': arranging('below'),
  'pane.mainAbove': arranging('main-above'),
  'pane.mainLeft': arranging('main-left'),
  'pane.grid': arranging('grid'),
  'pane.stack': onSplit((state, split) => {
    const next = changed(state, split, { ...split, stack: !split.stack, zoomed: false });
    if (split.stack) return next;
    const { length } = membersOf(split);
    return state.room.stackFits(length)
      ? { ...next, note: 'panes in a stack, the one in front open' }
      : noRows(state, length);
  }),
  'pane.even': onTree((tree, { front = '' }) => even(tree, front)),
  'pane.wider': sizing('row', 4),
  'pane.narrower': sizing('row', -4),
  'pane.taller': sizing('column', 2),
  'pane.shorter': sizing('column', -2),
  'pane.resizeLeft': resizing('row', -1),
  'pane.resizeRight': resizing('row', 1),
  'pane.resizeUp': resizing('column', -1),
  'pane.resizeDown': resizing('column', 1),
  'pane.swapNext': swapping(1),
  'pane.swapPrevious': swapping(-1),
  'pane.rotate': rotating(1),
  'pane.rotateBack': rotating(-1),
  'pane.breakOut': onSplit(({ splits, room }, _split, front) => ({
    splits: without(splits, front, room.area),
  })),
  'pane.peek': onSplit((state, split, front) => ({
    ...changed(state, split, withPeekToggled(split, front)),
    note: split.peeks.includes(front)
      ? 'keys go to this pane again'
      : 'this pane is only watched: no key goes to it',
  })),
  'pane.fleet': (state: PaneState): PaneOutcome => {
    const split = stackOf(state.terminals);
    const members = split === undefined ? [] : membersOf(split);
    if (split === undefined || state.front === undefined || !members.includes(state.front))
      return { note: 'there is no other terminal' };
    return state.room.stackFits(members.length) ? { splits: [split] } : noRows(state, members.length);
  },
} satisfies { readonly [id: string]: Command };

/** Puts terminals at the right of the one in front, the first one nearest, and brings that to the front. */
export function joinBeside(state: PaneState, uris: readonly string[]): PaneOutcome {
  const { front } = state;
  const [first] = uris;
  if (front === undefined || first === undefined) return {};
  let next: PaneState | undefined = state;
  for (const uri of uris.toReversed()) {
    const splits: readonly Split[] | undefined = next && withRoom(next, uri, { to: front, side: 'right' });
    next = splits && { ...state, splits };
  }
  return next === undefined ? noRoom(state) : { splits: next.splits, front: first };
}

/** Puts a terminal at a side of another one; undefined if there is no room. */
export function withRoom(
  { splits, room }: PaneState,
  uri: string,
  { to, side }: Joining,
): readonly Split[] | undefined {
  const next = joined(splits, uri, to, side, room.area);
  const split = next && splitOf({ splits: next }, uri);
  return split !== undefined && (split.stack || room.fits(split.tree)) ? next : undefined;
}

/** Exchanges the pane in front with another one of its split. */
export function swapped(state: PaneState, other: string): PaneOutcome {
  return onSplit((_state, split, front) => changed(state, split, withSwapped(split, front, other)))(state);
}

function noRoom({ room }: PaneState): PaneOutcome {
  const { cols, rows } = room.leastPane;
  return { note: `there is no room: a pane needs at least ${cols} columns and ${rows} rows`, isBad: true };
}

function noRows({ room }: PaneState, count: number): PaneOutcome {
  return { note: `the ${room.of} has no room for ${count} rows`, isBad: true };
}

function onSplit(act: (state: PaneState, split: Split, front: string) => PaneOutcome): Command {
  return (state) => {
    const split = splitOf(state, state.front);
    return split === undefined || state.front === undefined
      ? { note: ALONE }
      : act(state, split, state.front);
  };
}

function changed({ splits }: PaneState, split: Split, next: Split): PaneOutcome {
  return next === split ? {} : { splits: splits.map((each) => (each === split ? next : each)) };
}

/** Opens a terminal at a side of the one in front. */
function opening(side: Side): Command {
  return (state) => {
    const { front } = state;
    if (front === undefined) return {};
    return withRoom(state, 'new', { to: front, side }) === undefined
      ? noRoom(state)
      : { opens: { to: front, side } };
  };
}

function unzoomed(split: Split): Split {
  return split.zoomed ? { ...split, zoomed: false } : split;
}

/** Goes to a pane; a zoomed one makes room for it. */
function goTo(state: PaneState, split: Split, front: string): PaneOutcome {
  return { ...changed(state, split, unzoomed(split)), front };
}

/** Goes to the next pane in a direction. Of a stack in which one pane is in view, it goes through the names of the others. */
function going(direction: Direction): Command {
  return onSplit((state, split, front) => {
    const wide = changed(state, split, unzoomed(split));
    const panes = state.room.shown(wide.splits ?? state.splits, front);
    const to = neighbour(panes, front, direction, state.used);
    if (to !== undefined) return { ...wide, front: to.uri };
    if (!split.stack || panes.length > 1) return wide;
    return { front: memberBeside(split, front, direction === 'left' || direction === 'up' ? -1 : 1) };
  });
}

/** Goes to the next pane in order; a zoomed one stays zoomed. */
function stepping(by: 1 | -1): Command {
  return onSplit((_state, split, front) => ({ front: memberBeside(split, front, by) }));
}

const ARRANGED: Readonly<Record<Arrangement, string>> = {
  beside: 'panes side by side',
  below: 'panes one below the other',
  'main-above': 'one main pane, the others below it',
  'main-left': 'one main pane, the others at its right',
  grid: 'panes in a grid',
};

function arranging(arrangement: Arrangement): Command {
  return onSplit((state, split) => arrange(state, split, arrangement));
}

function arrange(state: PaneState, split: Split, arrangement: Arrangement): PaneOutcome {
  const next = rearranged(split, arrangement, state.room.area);
  if (next !== undefined && state.room.fits(next.tree))
    return { ...changed(state, split, next), note: ARRANGED[arrangement] };
  const refused = noRoom(state);
  return { ...refused, note: `${ARRANGED[arrangement]}: ${refused.note}` };
}

/** Changes the tree in view: a zoomed pane makes room first. Refuses for a stack, and if not all panes can be in view. */
function onTree(change: (tree: Tree, state: PaneState, count: number | undefined) => Tree): Command {
  return (state, count) =>
    onSplit((_state, split, front) => {
      const { splits, room } = state;
      if (split.stack) return { note: 'the panes stand in a stack' };
      const wide = unzoomed(split);
      if (room.shown(changed(state, split, wide).splits ?? splits, front).length < 2)
        return { note: `the ${room.of} is too small for all panes` };
      const next = withTree(wide, (tree) => change(tree, state, count));
      return changed(state, split, room.fits(next.tree) ? next : wide);
    })(state);
}

/** Makes the pane in front larger or smaller: moves its right or lower border; at the edge, the opposite one. */
function sizing(kind: Kind, by: number): Command {
  return onTree((tree, { front = '', room }) =>
    moveBorderOf(tree, front, kind, (isBehind) => (isBehind ? by : -by), belowTitles(room.area)),
  );
}

/** Moves a border of the pane in front, as tmux's `resize-pane` does: its right or lower one; at the edge, the opposite one. */
function resizing(kind: Kind, by: 1 | -1): Command {
  return onTree((tree, { front = '', room }, cells = 1) =>
    moveBorderOf(tree, front, kind, () => by * cells, belowTitles(room.area)),
  );
}

function swapping(by: 1 | -1): Command {
  return onSplit((state, split, front) => swapped(state, memberBeside(split, front, by)));
}

/** Rotates the terminals through the panes, as tmux's `rotate-window` does; the focus stays at its place. */
function rotating(by: 1 | -1): Command {
  return onSplit((state, split, front) => ({
    ...changed(state, split, withRotated(split, by)),
    front: memberBeside(split, front, by),
  }));
}
