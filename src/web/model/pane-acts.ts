/** What the commands on panes do in the page: those of `client/panes/pane-commands.ts`. */

import { placeName } from '../../client/blocks/place.ts';
import {
  joinBeside,
  PANE_COMMANDS,
  type PaneOutcome,
  type PaneState,
  withRoom,
} from '../../client/panes/pane-commands.ts';
import { create } from './acts.ts';
import { type Page, sentence } from './page.ts';
import { hasRoom, LEAST_PANE, shownPanes } from './panes.ts';

type PaneCommand = (state: PaneState, count?: number) => PaneOutcome;
type Act = (page: Page, count?: number) => void;
type PaneId = keyof typeof PANE_COMMANDS;

export const PANE_ACTS: Readonly<Record<PaneId | 'pane.join', Act>> = {
  ...actsOf(PANE_COMMANDS),
  'pane.join': (page) => {
    if (page.terminals.value.length < 2) page.messages.say('There is no other tab.');
    else page.dialog.value = { kind: 'join' };
  },
};

function actsOf(commands: Readonly<Record<PaneId, PaneCommand>>): Readonly<Record<PaneId, Act>> {
  const acts = Object.entries<PaneCommand>(commands).map(([id, command]): [string, Act] => [
    id,
    (page, count) => apply(page, command(paneState(page), count)),
  ]);
  return Object.fromEntries(acts) as Record<PaneId, Act>;
}

/** Shows a terminal at the right of the one in front. */
export function showBeside(page: Page, uri: string): void {
  if (uri !== page.panes.front.peek()) apply(page, joinBeside(paneState(page), [uri]));
}

/** Returns what the order of the tabs depends on. */
export function tabsOf({ panes, terminals }: Page): Omit<PaneState, 'room'> {
  return {
    splits: panes.splits.peek(),
    front: panes.front.peek(),
    used: panes.used,
    terminals: terminals.peek().map(({ resource }) => resource),
  };
}

function paneState(page: Page): PaneState {
  const area = page.panes.area.peek();
  return {
    ...tabsOf(page),
    room: {
      of: 'page',
      // In the page each pane has its own title.
      area: { ...area, y: area.y - 1, height: area.height + 1 },
      leastPane: LEAST_PANE,
      fits: (tree) => hasRoom(tree, area),
      // A list of names beside the open pane scrolls.
      stackFits: () => true,
      shown: (splits, front) => shownPanes(splits, front, area).panes,
    },
  };
}

function apply(page: Page, { splits, front, opens, note, isBad = false }: PaneOutcome): void {
  if (splits !== undefined) page.panes.change(() => splits);
  if (front !== undefined) page.focusPane(front);
  if (opens !== undefined) open(page, opens);
  if (note !== undefined) page.messages.say(sentence(note), isBad ? { kind: 'bad' } : {});
}

/** Opens a terminal at a side of the one in front, in the same folder. */
function open(page: Page, opens: NonNullable<PaneOutcome['opens']>): void {
  const { cwd } = page.front.peek()?.meta.peek() ?? {};
  const folder = cwd === undefined ? '' : placeName(cwd, page.home);
  const wanted = { name: '', cwd: folder, cwdIsDefault: true, purpose: '' };
  const place = (uri: string) => {
    const splits = withRoom(paneState(page), uri, opens);
    if (splits !== undefined) page.panes.change(() => splits);
  };
  page.messages.watch(create(page, wanted, place));
}
