/** Keys of the list of blocks, while it has the focus: nothing is typed into a shell then. */

import type { Block } from '../../../client/blocks/block.ts';
import { asConsole, withoutControls } from '../../../client/blocks/copied-text.ts';
import { hasFailed } from '../../../client/blocks/exit-state.ts';
import { readOutputLines } from '../../../client/blocks/output-lines.ts';
import { isShortened } from '../../../client/blocks/output-pieces.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { CommandMeta } from '../../../protocol/terminal/command-meta.ts';
import { seqOf } from '../../model/block-list.ts';
import type { FrontTerminal } from '../../model/front-terminal.ts';
import type { Page } from '../../model/page.ts';
import { type StyledLine, textOfLine } from '../../text/styled-line.ts';
import { copyText } from '../parts/copy-text.ts';
import { openAsText } from './output-file.ts';

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

const copy =
  (what: string, text: (front: FrontTerminal, block: Block) => Promise<string>): Act =>
  ({ page, front }, block) => {
    if (block === undefined) return;
    page.messages.watch(text(front, block).then((found) => copyText(page, what, found)));
  };

const failed = ({ status }: Block) => hasFailed(status);

const fold: Act = ({ front }, block) => block && front.list.toggleFold(block);

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
  Enter: { does: 'fold or unfold', act: fold },
  ' ': { does: 'fold or unfold', act: fold },
  Z: { does: 'fold or unfold all', act: ({ front }) => front.list.foldAll() },
  o: {
    does: 'open the output as text',
    act: ({ page, front }, block) => block && openAsText(page, front, block),
  },
  y: { does: 'copy the output', act: copy('the output', outputText) },
  c: {
    does: 'copy the command',
    act: copy('the command', async (_front, block) => withoutControls(block.commandLine)),
  },
  Y: { does: 'copy both as Markdown', act: copy('command and output', markdownOf) },
  e: {
    does: 'write the command into the line',
    act: ({ page, front }, block) => {
      if (block === undefined || block.commandLine === '' || !page.mayType) return;
      front.list.selected.value = undefined;
      front.write(block.commandLine);
    },
  },
  f: {
    does: 'failed only, or all',
    act: ({ front }) => {
      front.list.toggleFailed();
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

// Blocks as text, to be copied. What the page has not of an output is asked for.

/** Limit: UTF-16 units of an output that is copied; of a longer one the beginning is. */
const MOST_CHARS = 4 * 1024 * 1024;

export async function outputText(front: FrontTerminal, block: Block): Promise<string> {
  return (await outputLines(front, block)).join('\n');
}

/** Returns command and output as a fenced block, and how it ended when that was badly. */
export async function markdownOf(front: FrontTerminal, block: Block): Promise<string> {
  const output = await outputLines(front, block);
  const { status, commandLine } = block;
  if (status.kind === 'between') return `${output.join('\n')}\n`;
  const end = status.kind === 'failed' ? `\n\nexit code ${status.code}` : '';
  return `${asConsole(commandLine, output)}${end}\n`;
}

async function outputLines(front: FrontTerminal, block: Block): Promise<readonly string[]> {
  const text = await wholeOutput(front, block);
  return front.outputs.of(text, colsOf(block)).map(trimmed);
}

async function wholeOutput(front: FrontTerminal, block: Block): Promise<string> {
  const seq = seqOf(block);
  if (seq === undefined || !isShortened(block.part)) return block.part.output;
  return (await readOutputLines(front.askOutput, { seq, fromLine: 1 }, MOST_CHARS)).text;
}

function colsOf({ part }: Block): number | undefined {
  return cottyMeta<CommandMeta>(part._meta).cols;
}

function trimmed(line: StyledLine): string {
  return textOfLine(line).trimEnd();
}
