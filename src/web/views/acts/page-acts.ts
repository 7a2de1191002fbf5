/** What the commands do in the page: one function for each that it has. Palette, keys and menus run them by their ids. */

import { placeName } from '../../../client/blocks/place.ts';
import { seqOf } from '../../../client/blocks/recorded-run.ts';
import { askerOf } from '../../../client/claims.ts';
import type { CommandId } from '../../../client/commands/commands.ts';
import { membersOf } from '../../../client/panes/split.ts';
import { groupBeside, lastElsewhere, tabBeside } from '../../../client/panes/tabs.ts';
import { nextInQueue } from '../../../client/waiting.ts';
import { hasFailed } from '../../../review/exit-state.ts';
import { askToEnd, askToRename, closeGroup, create, decline, handOver, takeOver } from '../../model/acts.ts';
import type { FrontTerminal } from '../../model/front-terminal.ts';
import type { Page } from '../../model/page.ts';
import { PANE_ACTS, tabsOf } from '../../model/pane-acts.ts';
import type { Dialog } from '../../model/subject.ts';
import {
  askForNote,
  type BlockPlace,
  copyCommand,
  copyMarkdown,
  copyOutput,
  exportBlock,
  toggleBookmark,
  toggleFold,
  writeIntoLine,
} from '../menu/block-acts.ts';
import { compare, markToCompare, replay, rerun } from '../menu/compare-acts.ts';
import { openAsText } from '../menu/output-file.ts';

/** A number may stand with the key, or in a line of tmux. */
type Act = (page: Page, argument?: number) => void;

type FrontAct = (page: Page, front: FrontTerminal) => void;

/** With a terminal in front. */
const inFront =
  (act: FrontAct): Act =>
  (page) => {
    const front = page.front.peek();
    if (front !== undefined) act(page, front);
  };

const opens =
  (dialog: Dialog): Act =>
  (page) => {
    page.dialog.value = dialog;
  };

const PAGE_ACTS: { readonly [Id in CommandId]?: Act } = {
  ...PANE_ACTS,
  'tab.new': (page) => newTab(page),
  'tab.rename': inFront((page, { uri }) => askToRename(page, uri)),
  'tab.close': inFront((page, { uri }) => page.messages.watch(askToEnd(page, uri, 'close'))),
  'tab.closeGroup': inFront((page, { uri }) => {
    const { split } = page.panes.shown.peek();
    if (split === undefined) page.messages.watch(askToEnd(page, uri, 'close'));
    else closeGroup(page, membersOf(split));
  }),
  'tab.undoClose': (page) => page.messages.watch(undoClose(page)),
  'tab.select': (page, number = 1) => goTo(page, page.list.shown.peek()[number - 1]?.uri),
  'tab.number': opens({ kind: 'palette', text: 'select-window -t ' }),
  'tab.last': (page) => goTo(page, lastElsewhere(tabsOf(page))),
  'tab.nextWaiting': (page) => goTo(page, nextInQueue(page.queue.peek(), page.panes.front.peek())?.uri),
  'tab.list': opens({ kind: 'tabs' }),
  'tab.next': (page) => goTo(page, tabBeside(tabsOf(page), 1)),
  'tab.previous': (page) => goTo(page, tabBeside(tabsOf(page), -1)),
  'tab.nextGroup': (page) => goTo(page, groupBeside(tabsOf(page), 1)),
  'tab.previousGroup': (page) => goTo(page, groupBeside(tabsOf(page), -1)),
  'tab.replay': inFront((page, { uri }) => page.go({ kind: 'replay', uri })),
  'tab.endAll': opens({ kind: 'endAll' }),
  'mode.toggleRaw': inFront((page, front) => toggleRaw(page, front)),
  'mode.raw': inFront((_page, front) => {
    front.raw.value = true;
  }),
  'mode.run': inFront((page, front) => toggleRaw(page, front)),
  'input.historySearch': opens({ kind: 'history' }),
  'input.interrupt': inFront((page, { uri }) => page.type(uri, '\x03')),
  'block.nextFailed': inFront((page, front) => moveTo(page, front, 1)),
  'block.previousFailed': inFront((page, front) => moveTo(page, front, -1)),
  'block.toggleFold': onBlock(toggleFold),
  'block.foldAll': inFront((_page, { list }) => list.foldAll()),
  'block.unfoldAll': inFront((_page, { list }) => list.unfoldAll()),
  'block.onlyFailed': inFront((_page, { list }) => list.toggleFailed()),
  'block.openPager': onBlock(openAsText),
  'block.searchNext': inFront((_page, { find }) => find.move(1)),
  'block.searchPrevious': inFront((_page, { find }) => find.move(-1)),
  'block.search': inFront((_page, { find }) => {
    find.isOpen.value = true;
  }),
  'block.copyOutput': onBlock(copyOutput),
  'block.copyCommand': onBlock(copyCommand),
  'block.copyBoth': onBlock(copyMarkdown),
  'block.rerun': onBlock((place) => rerun(place, false)),
  'block.rerunCompare': onBlock((place) => rerun(place, true)),
  'block.compare': onBlock(compare),
  'block.compareMark': onBlock(markToCompare),
  'block.export': onBlock(exportBlock),
  'block.replay': onBlock(replay),
  'block.edit': onBlock(writeIntoLine),
  'block.bookmark': onBlock(toggleBookmark),
  'block.note': onBlock(askForNote),
  'find.everywhere': (page) => page.go({ kind: 'history', words: '' }),
  'claim.takeOver': inFront((page, { uri }) => takeOver(page, uri, undefined)),
  'claim.handBack': inFront((page, { uri }) => handOver(page, uri)),
  'claim.decline': inFront((page, { uri }) => decline(page, uri)),
  'feed.open': (page) => page.go({ kind: 'waiting' }),
  'agents.open': (page) => page.go({ kind: 'agents' }),
  'help.open': opens({ kind: 'keys' }),
  'palette.open': opens({ kind: 'palette' }),
  'theme.choose': opens({ kind: 'settings' }),
  'config.open': opens({ kind: 'settings' }),
};

/** Commands that only look: a page with a link to watch has no others. */
const LOOKS: ReadonlySet<CommandId> = new Set<CommandId>([
  'tab.select',
  'tab.last',
  'tab.nextWaiting',
  'tab.list',
  'tab.next',
  'tab.previous',
  'tab.replay',
  'block.nextFailed',
  'block.previousFailed',
  'block.toggleFold',
  'block.foldAll',
  'block.unfoldAll',
  'block.onlyFailed',
  'block.search',
  'block.searchNext',
  'block.searchPrevious',
  'block.openPager',
  'block.copyOutput',
  'block.copyCommand',
  'block.copyBoth',
  'block.compare',
  'block.compareMark',
  'block.export',
  'block.replay',
  'feed.open',
  'help.open',
  'palette.open',
  'theme.choose',
]);

export function hasAct(id: CommandId): boolean {
  return PAGE_ACTS[id] !== undefined;
}

/** Whether this page has the command, and may run it. */
export function canRun(page: Page, id: CommandId): boolean {
  return hasAct(id) && (page.mayType || LOOKS.has(id));
}

export function runCommand(page: Page, id: CommandId, argument?: number): void {
  if (canRun(page, id)) PAGE_ACTS[id]?.(page, argument);
}

/** Opens a terminal in the folder of the one in front. */
export function newTab(page: Page, name = ''): void {
  const { cwd } = page.front.peek()?.meta.peek() ?? {};
  const folder = cwd === undefined ? '' : placeName(cwd, page.home);
  page.messages.watch(create(page, { name, cwd: folder, cwdIsDefault: true, purpose: '' }));
}

async function undoClose(page: Page): Promise<void> {
  const [last] = await page.client.cotty.closed();
  if (last === undefined) {
    page.messages.say('Nothing to undo: no tab was closed in the last minutes.');
    return;
  }
  await page.client.cotty.restore(last.resource);
  page.go({ kind: 'terminal', uri: last.resource });
}

// Tabs in the order of the host, which is that of the window.

function goTo(page: Page, uri: string | undefined): void {
  if (uri !== undefined) page.go({ kind: 'terminal', uri });
}

/** A second press within this time means the key itself, in milliseconds. */
const TWICE_MS = 500;
const KILL_LINE = '\x0b';
let toggledAt = Number.NEGATIVE_INFINITY;

/** Switches between lines and keys at a prompt; the second press of two is meant for the shell. */
function toggleRaw(page: Page, front: FrontTerminal): void {
  const now = performance.now();
  const again = now - toggledAt < TWICE_MS;
  if (again) page.type(front.uri, KILL_LINE);
  front.raw.value = again || !front.raw.peek();
  toggledAt = again ? Number.NEGATIVE_INFINITY : now;
}

// Blocks: the selected one, else the last that has ended.

function onBlock(act: (place: BlockPlace) => void): Act {
  return inFront((page, front) => {
    const block = front.list.selectedBlock ?? front.list.shown.peek().at(-1);
    if (block === undefined) page.messages.say('No command has ended here.');
    else act({ page, front, block });
  });
}

/** Selects a block that failed, and shows it as its link would. */
function moveTo(page: Page, front: FrontTerminal, by: 1 | -1): void {
  front.list.move(by, ({ status }) => hasFailed(status));
  const block = front.list.selectedBlock && seqOf(front.list.selectedBlock);
  if (block !== undefined) page.go({ kind: 'terminal', uri: front.uri, block });
}

/** Whether an agent asks for the terminal, and this person may answer. */
export function isAsked(page: Page, uri: string): boolean {
  const info = page.info(uri);
  return info !== undefined && askerOf(info) !== undefined && page.isOwn(uri);
}
