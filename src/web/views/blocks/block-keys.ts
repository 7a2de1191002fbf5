/** Keys of the list of blocks, while it has the focus: nothing is typed into a shell then. */

import type { Block } from '../../../client/blocks/block.ts';
import { hasFailed } from '../../../client/blocks/exit-state.ts';
import type { FrontTerminal } from '../../model/front-terminal.ts';
import type { Page } from '../../model/page.ts';
import {
  type BlockPlace,
  copyCommand,
  copyMarkdown,
  copyOutput,
  toggleFold,
  writeIntoLine,
} from '../menu/block-acts.ts';

export type BlockKeyPlace = {
  readonly page: Page;
  readonly front: FrontTerminal;
  /** Brings the block with this index into sight. */
  readonly show: (index: number) => void;
};

type Act = (place: BlockKeyPlace, block: Block | undefined) => void;

const move =
  (by: number, wanted?: (block: Block) => boolean): Act =>
  ({ front, show }) => {
    const index = front.list.move(by, wanted);
    if (index !== undefined) show(index);
  };

/** Does something with the selected block, if there is one. */
const on =
  (act: (place: BlockPlace) => void): Act =>
  ({ page, front }, block) =>
    block && act({ page, front, block });

const failed = ({ status }: Block) => hasFailed(status);

const toLine: Act = ({ front }) => {
  front.list.selected.value = undefined;
  front.wantsLine.value += 1;
};

export const BLOCK_KEYS: { readonly [key: string]: { readonly does: string; readonly act: Act } } = {
  j: { does: 'next block', act: move(1) },
  ArrowDown: { does: 'next block', act: move(1) },
  k: { does: 'previous block', act: move(-1) },
  ArrowUp: { does: 'previous block', act: move(-1) },
  J: { does: 'next failed block', act: move(1, failed) },
  K: { does: 'previous failed block', act: move(-1, failed) },
  g: { does: 'first block', act: move(Number.NEGATIVE_INFINITY) },
  G: { does: 'last block', act: move(Number.POSITIVE_INFINITY) },
  Enter: { does: 'fold or unfold', act: on(toggleFold) },
  ' ': { does: 'fold or unfold', act: on(toggleFold) },
  Z: { does: 'fold or unfold all', act: ({ front }) => front.list.foldAll() },
  o: { does: 'show all of the output', act: ({ front }, block) => block && front.list.open(block.id) },
  y: { does: 'copy the output', act: on(copyOutput) },
  c: { does: 'copy the command', act: on(copyCommand) },
  Y: { does: 'copy both as Markdown', act: on(copyMarkdown) },
  e: { does: 'write the command into the line', act: on(writeIntoLine) },
  f: {
    does: 'failed only, or all',
    act: ({ front }) => {
      front.list.onlyFailed.value = !front.list.onlyFailed.value;
    },
  },
  '/': {
    does: 'search',
    act: ({ front }) => {
      front.find.isOpen.value = true;
    },
  },
  n: { does: 'next match', act: ({ front }) => front.find.move(1) },
  N: { does: 'previous match', act: ({ front }) => front.find.move(-1) },
  i: { does: 'to the line', act: toLine },
  Escape: { does: 'to the line', act: toLine },
};

export function blockKeys(event: KeyboardEvent, place: BlockKeyPlace): void {
  // Buttons and the live screen inside have keys of their own.
  if (event.target !== event.currentTarget || event.ctrlKey || event.altKey || event.metaKey) return;
  const known = Object.hasOwn(BLOCK_KEYS, event.key) ? BLOCK_KEYS[event.key] : undefined;
  if (known === undefined) return;
  event.preventDefault();
  known.act(place, place.front.list.selectedBlock);
}
