/** What the menus offer, in groups. An entry that does what a command of the window does has its id and its title. */

import { isExported } from '../../../client/blocks/exported-blocks.ts';
import { hasCommand, seqOf } from '../../../client/blocks/recorded-run.ts';
import { askerOf, canEnd } from '../../../client/claims.ts';
import { BLOCK_COMMANDS } from '../../../client/commands/blocks.ts';
import { SHARING_COMMANDS } from '../../../client/commands/sharing.ts';
import { TAB_COMMANDS } from '../../../client/commands/tabs.ts';
import { holderOf, isOwn } from '../../../client/holder.ts';
import type { TerminalInfo } from '../../../protocol/terminal/state.ts';
import { askToEnd, askToRename, decline, handOver, takeOver } from '../../model/acts.ts';
import type { Anchor, MenuItem } from '../../model/menu.ts';
import type { Page } from '../../model/page.ts';
import { hashOf } from '../../model/place.ts';
import { firstLine } from '../../model/terminal-rows.ts';
import { copyText } from '../parts/copy-text.ts';
import {
  askForNote,
  type BlockPlace,
  copyCommand,
  copyLink,
  copyMarkdown,
  copyOutput,
  exportBlock,
  mayAnnotate,
  mayWrite,
  toggleBookmark,
  toggleFold,
  writeIntoLine,
} from './block-acts.ts';
import { compare, isCompared, markToCompare, replay, rerun } from './compare-acts.ts';
import { download, openAsText } from './output-file.ts';

export type Entry<Place> = {
  readonly id: string;
  readonly title: string;
  readonly harms?: true;
  readonly isShown: (place: Place) => boolean;
  readonly run: (place: Place) => void;
};

export type TerminalPlace = { readonly page: Page; readonly info: TerminalInfo };

const COMMANDS = { ...TAB_COMMANDS, ...BLOCK_COMMANDS, ...SHARING_COMMANDS };

/** Returns what the entry of a command of the window begins with. */
function named(id: keyof typeof COMMANDS): { readonly id: string; readonly title: string } {
  return { id, title: COMMANDS[id].title };
}

const always = () => true;
const mayChange = ({ page }: TerminalPlace) => page.mayType;
const holds = ({ page, info }: TerminalPlace) => page.mayType && isOwn(holderOf(info, page.me));

export const TERMINAL_ENTRIES: readonly (readonly Entry<TerminalPlace>[])[] = [
  [
    {
      ...named('tab.rename'),
      isShown: mayChange,
      run: ({ page, info }) => askToRename(page, info.resource),
    },
    {
      id: 'tab.copyLink',
      title: 'Copy link',
      isShown: always,
      run: ({ page, info }) => {
        const hash = hashOf({ kind: 'terminal', uri: info.resource });
        void copyText(page, 'the link', `${location.origin}/${hash}`);
      },
    },
    {
      ...named('tab.replay'),
      isShown: always,
      run: ({ page, info }) => page.go({ kind: 'replay', uri: info.resource }),
    },
  ],
  [
    {
      ...named('claim.takeOver'),
      isShown: ({ page, info }) => page.mayType && holderOf(info, page.me).kind === 'other',
      run: ({ page, info }) => takeOver(page, info.resource, undefined),
    },
    {
      ...named('claim.handBack'),
      isShown: (place) => holds(place) && (askerOf(place.info) !== undefined || hadAgent(place)),
      run: ({ page, info }) => handOver(page, info.resource),
    },
    {
      ...named('claim.decline'),
      isShown: (place) => holds(place) && askerOf(place.info) !== undefined,
      run: ({ page, info }) => decline(page, info.resource),
    },
  ],
  [
    {
      ...named('tab.close'),
      isShown: mayChange,
      run: ({ page, info }) => page.messages.watch(askToEnd(page, info.resource, 'close')),
    },
    {
      id: 'tab.kill',
      title: 'Kill',
      harms: true,
      isShown: ({ page, info }) => page.mayType && canEnd(info, page.me),
      run: ({ page, info }) => page.messages.watch(askToEnd(page, info.resource, 'kill')),
    },
  ],
];

function hadAgent({ page, info }: TerminalPlace): boolean {
  return page.takenFrom.get(info.resource)?.kind === 'session';
}

export const BLOCK_ENTRIES: readonly (readonly Entry<BlockPlace>[])[] = [
  [
    { ...named('block.copyOutput'), isShown: always, run: copyOutput },
    { ...named('block.copyCommand'), isShown: ({ block }) => hasCommand(block), run: copyCommand },
    { ...named('block.copyBoth'), isShown: ({ block }) => hasCommand(block), run: copyMarkdown },
    {
      id: 'block.copySelection',
      title: 'Copy selection',
      isShown: () => selectedText() !== '',
      run: ({ page }) => void copyText(page, 'the selection', selectedText()),
    },
    {
      id: 'block.copyLink',
      title: 'Copy link',
      isShown: ({ block }) => seqOf(block) !== undefined,
      run: copyLink,
    },
  ],
  [
    { id: 'block.openAsText', title: 'Open as text', isShown: always, run: openAsText },
    { id: 'block.download', title: 'Download', isShown: always, run: download },
    { ...named('block.replay'), isShown: isCompared, run: replay },
  ],
  [
    {
      ...named('block.rerun'),
      isShown: ({ page, front, block }) => mayWrite(page, block) && front.takesLines.peek(),
      run: (place) => rerun(place, false),
    },
    {
      ...named('block.edit'),
      isShown: ({ page, block }) => mayWrite(page, block),
      run: writeIntoLine,
    },
    {
      ...named('block.rerunCompare'),
      isShown: ({ page, front, block }) => mayWrite(page, block) && front.takesLines.peek(),
      run: (place) => rerun(place, true),
    },
    { ...named('block.compare'), isShown: isCompared, run: compare },
    { ...named('block.compareMark'), isShown: isCompared, run: markToCompare },
  ],
  [
    {
      ...named('block.bookmark'),
      isShown: ({ page, block }) => mayAnnotate(page, block),
      run: toggleBookmark,
    },
    { ...named('block.note'), isShown: ({ page, block }) => mayAnnotate(page, block), run: askForNote },
  ],
  [
    { ...named('block.export'), isShown: ({ block }) => isExported(block), run: exportBlock },
    { ...named('block.toggleFold'), isShown: always, run: toggleFold },
  ],
];

function selectedText(): string {
  return getSelection()?.toString() ?? '';
}

/** Returns what is shown of a table, with the place it is for. */
export function itemsFor<Place>(
  table: readonly (readonly Entry<Place>[])[],
  place: Place,
): readonly (readonly MenuItem[])[] {
  return table
    .map((group) =>
      group
        .filter(({ isShown }) => isShown(place))
        .map(({ id, title, harms = false, run }) => ({ id, title, harms, run: () => run(place) })),
    )
    .filter(({ length }) => length > 0);
}

export function openTerminalMenu(page: Page, uri: string, anchor: Anchor): void {
  const info = page.info(uri);
  const title = page.rows.peek().find((row) => row.uri === uri)?.title;
  if (info === undefined || title === undefined) return;
  const groups = itemsFor(TERMINAL_ENTRIES, { page, info });
  page.menu.value = { title, groups, anchor };
}

export function openBlockMenu(place: BlockPlace, anchor: Anchor): void {
  const { page, block } = place;
  const title = hasCommand(block) ? firstLine(block.commandLine) : 'Output';
  page.menu.value = { title, groups: itemsFor(BLOCK_ENTRIES, place), anchor };
}
