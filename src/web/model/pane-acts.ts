/** What the commands on panes do in the page. */

import { placeName } from '../../client/blocks/place.ts';
import { type Arrangement, nextArrangement } from '../../client/panes/arrangements.ts';
import { neighbour } from '../../client/panes/geometry.ts';
import { even, type Kind, moveBorderOf, type Rect, type Tree } from '../../client/panes/pane-tree.ts';
import { type Direction, memberBeside, membersOf, type Split } from '../../client/panes/split.ts';
import {
  joined,
  rearranged,
  stackOf,
  without,
  withPeekToggled,
  withRotated,
  withSwapped,
  withTree,
} from '../../client/panes/split-changes.ts';
import type { Side } from '../../protocol/cotty/pane-side.ts';
import { create } from './acts.ts';
import type { Page } from './page.ts';
import { hasRoom, shownPanes } from './panes.ts';

const NO_ROOM = 'There is no room for that.';
const ALONE = 'This terminal is the only pane.';

type Act = (page: Page, cells?: number) => void;

export const PANE_ACTS = {
  'pane.splitRight': opening('right'),
  'pane.splitBelow': opening('below'),
  'pane.splitLeft': opening('left'),
  'pane.splitAbove': opening('above'),
  'pane.join': (page: Page) => {
    if (page.terminals.value.length < 2) page.messages.say('There is no other tab.');
    else page.dialog.value = { kind: 'join' };
  },
  'pane.left': going('left'),
  'pane.right': going('right'),
  'pane.up': going('up'),
  'pane.down': going('down'),
  'pane.next': stepping(1),
  'pane.previous': stepping(-1),
  'pane.last': (page: Page) =>
    inSplit(page, (split, front) => {
      const members = membersOf(split);
      const last = page.panes.used.find((uri) => uri !== front && members.includes(uri));
      if (last === undefined) page.messages.say('No other pane was in front yet.');
      else goTo(page, last);
    }),
  'pane.zoom': (page: Page) => inSplit(page, (split) => set(page, { ...split, zoomed: !split.zoomed })),
  'pane.arrange': (page: Page) => inSplit(page, (split) => arrange(page, nextArrangement(split.arranged))),
  'pane.beside': (page: Page) => arrange(page, 'beside'),
  'pane.below': (page: Page) => arrange(page, 'below'),
  'pane.mainAbove': (page: Page) => arrange(page, 'main-above'),
  'pane.mainLeft': (page: Page) => arrange(page, 'main-left'),
  'pane.grid': (page: Page) => arrange(page, 'grid'),
  'pane.stack': (page: Page) =>
    inSplit(page, (split) => set(page, { ...split, stack: !split.stack, zoomed: false })),
  'pane.even': (page: Page) => changeTree(page, (tree, front) => even(tree, front)),
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
  'pane.breakOut': (page: Page) =>
    inSplit(page, (_split, front) =>
      page.panes.change((splits) => without(splits, front, withTitles(page.panes.area.peek()))),
    ),
  'pane.peek': (page: Page) =>
    inSplit(page, (split, front) => {
      const was = split.peeks.includes(front);
      set(page, withPeekToggled(split, front));
      page.messages.say(
        was ? 'Keys go to this pane again.' : 'This pane is only watched: no key goes to it.',
      );
    }),
  'pane.fleet': fleet,
} satisfies { readonly [id: string]: Act };

/** Shows a terminal at the right of the one in front. */
export function joinBeside(page: Page, uri: string): void {
  const front = page.panes.front.peek();
  if (front === undefined || uri === front) return;
  if (putAt(page, uri, front, 'right')) page.focusPane(uri);
  else page.messages.say(NO_ROOM, { kind: 'bad' });
}

/** Functions of the window reckon with a row of titles above the tree; in the page each pane has its own. */
function withTitles(area: Rect): Rect {
  return { ...area, y: area.y - 1, height: area.height + 1 };
}

/** Puts a terminal at a side of another one, if there is room in the area. */
function putAt(page: Page, uri: string, to: string, side: Side): boolean {
  const next = roomBeside(page, uri, to, side);
  if (next !== undefined) page.panes.change(() => next);
  return next !== undefined;
}

function roomBeside(page: Page, uri: string, to: string, side: Side): readonly Split[] | undefined {
  const { panes } = page;
  const area = panes.area.peek();
  const next = joined(panes.splits.peek(), uri, to, side, withTitles(area));
  const split = next?.find((each) => membersOf(each).includes(uri));
  const isFine = split !== undefined && (split.stack || hasRoom(split.tree, area));
  return isFine ? next : undefined;
}

/** Opens a terminal at a side of the one in front, in the same folder. */
function opening(side: Side): Act {
  return (page) => {
    const to = page.front.peek();
    if (to === undefined) return;
    if (roomBeside(page, 'new', to.uri, side) === undefined) {
      page.messages.say(NO_ROOM, { kind: 'bad' });
      return;
    }
    const { cwd } = to.meta.peek();
    const folder = cwd === undefined ? '' : placeName(cwd, page.home);
    const wanted = { name: '', cwd: folder, cwdIsDefault: true, purpose: '' };
    page.messages.watch(create(page, wanted, (uri) => putAt(page, uri, to.uri, side)));
  };
}

function inSplit(page: Page, act: (split: Split, front: string) => void): void {
  const { split } = page.panes.shown.peek();
  const front = page.panes.front.peek();
  if (split === undefined || front === undefined) page.messages.say(ALONE);
  else act(split, front);
}

function set(page: Page, split: Split): void {
  page.panes.changeSplit(() => split);
}

/** Goes to a pane; a zoomed one makes room for it. */
function goTo(page: Page, uri: string): void {
  page.panes.changeSplit((split) => (split.zoomed ? { ...split, zoomed: false } : split));
  page.focusPane(uri);
}

function going(direction: Direction): Act {
  return (page) =>
    inSplit(page, (split, front) => {
      const { splits, area, used } = page.panes;
      const wide = { ...split, zoomed: false };
      const others = splits.peek().filter((each) => each !== split);
      const { panes } = shownPanes([...others, wide], front, area.peek());
      const to = neighbour(panes, front, direction, used);
      if (to !== undefined) goTo(page, to.uri);
      else if (split.stack) step(page, split, front, direction === 'left' || direction === 'up' ? -1 : 1);
    });
}

function stepping(by: 1 | -1): Act {
  return (page) => inSplit(page, (split, front) => step(page, split, front, by));
}

/** Goes to the next pane in order; a zoomed one stays zoomed. */
function step(page: Page, split: Split, front: string, by: 1 | -1): void {
  page.focusPane(memberBeside(split, front, by));
}

function arrange(page: Page, arrangement: Arrangement): void {
  inSplit(page, (split) => {
    const area = page.panes.area.peek();
    const next = rearranged(split, arrangement, withTitles(area));
    if (next !== undefined && hasRoom(next.tree, area)) set(page, next);
    else page.messages.say(NO_ROOM, { kind: 'bad' });
  });
}

/** Changes the tree in view: a zoomed pane makes room first. */
function changeTree(page: Page, change: (tree: Tree, front: string, area: Rect) => Tree): void {
  inSplit(page, (split, front) => {
    const area = page.panes.area.peek();
    if (split.stack) page.messages.say('The panes stand in a stack.');
    else if (!hasRoom(split.tree, area)) page.messages.say('The page is too small for all panes.');
    else {
      const next = withTree({ ...split, zoomed: false }, (tree) => change(tree, front, area));
      if (hasRoom(next.tree, area)) set(page, next);
    }
  });
}

/** Makes the pane in front larger by cells, or smaller: its border behind moves, or before it where there is none. */
function sizing(kind: Kind, by: number): Act {
  return (page) => moveAt(page, kind, (isBehind) => (isBehind ? by : -by));
}

/** Moves a border of the pane in front to the right or down, or back. */
function resizing(kind: Kind, by: 1 | -1): Act {
  return (page, cells = 1) => moveAt(page, kind, () => by * cells);
}

function moveAt(page: Page, kind: Kind, by: (isBehind: boolean) => number): void {
  changeTree(page, (tree, front, area) => moveBorderOf(tree, front, kind, by, area));
}

function swapping(by: 1 | -1): Act {
  return (page) =>
    inSplit(page, (split, front) => set(page, withSwapped(split, front, memberBeside(split, front, by))));
}

/** Moves every terminal to the next or previous pane; the same place stays in front, with the terminal that comes there. */
function rotating(by: 1 | -1): Act {
  return (page) =>
    inSplit(page, (split, front) => {
      set(page, withRotated(split, by));
      page.focusPane(memberBeside(split, front, by));
    });
}

/** Shows all terminals in a stack; no terminals are side by side any more. */
function fleet(page: Page): void {
  const split = stackOf(page.terminals.peek().map(({ resource }) => resource));
  if (split === undefined) page.messages.say('There is no other terminal.');
  else page.panes.change(() => [split]);
}
