/** Keys of BROWSE, where they are for the blocks: nothing is typed into a shell then. */

import type { Block } from '../../../client/blocks/block.ts';
import { asConsole, withoutControls } from '../../../client/blocks/copied-text.ts';
import { hasFailed } from '../../../client/blocks/exit-state.ts';
import { isShortened } from '../../../client/blocks/output-pieces.ts';
import type { CommandId } from '../../../client/commands/commands.ts';
import { IDLE } from '../../../client/commands/conditions.ts';
import { bindingFor } from '../../../client/commands/keymap.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { CommandMeta } from '../../../protocol/terminal/command-meta.ts';
import { seqOf } from '../../model/block-list.ts';
import type { FrontTerminal } from '../../model/front-terminal.ts';
import type { Page } from '../../model/page.ts';
import { submit } from '../../model/submit.ts';
import { type StyledLine, textOfLine } from '../../text/styled-line.ts';
import { copyText } from '../parts/copy-text.ts';
import { KEYMAP, nameOfKey } from '../parts/web-keys.ts';

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

const fold: Act = ({ front }, block) => block && front.list.toggleFold(block.id);

const write: Act = ({ page, front }, block) => {
  if (block === undefined || block.commandLine === '' || !page.mayType) return;
  front.list.selected.value = undefined;
  front.write(block.commandLine);
};

/** What the page does for the commands of BROWSE. */
const ACTS: Partial<Readonly<Record<CommandId, Act>>> = {
  'block.next': move(1),
  'block.previous': move(-1),
  'block.nextFailed': move(1, failed),
  'block.previousFailed': move(-1, failed),
  'block.first': move(Number.NEGATIVE_INFINITY),
  'block.last': move(Number.POSITIVE_INFINITY),
  'block.toggleFold': fold,
  'block.foldAll': ({ front }) => front.list.foldAll(),
  'block.unfoldAll': ({ front }) => front.list.unfoldAll(),
  'block.onlyFailed': ({ front }) => {
    front.list.onlyFailed.value = !front.list.onlyFailed.value;
  },
  'block.search': ({ front }) => {
    front.find.isOpen.value = true;
  },
  'block.copyOutput': copy('the output', outputText),
  'block.copyCommand': copy('the command', async (_front, block) => withoutControls(block.commandLine)),
  'block.copyBoth': copy('command and output', markdownOf),
  'block.rerun': ({ page, front }, block) => {
    if (block === undefined || block.commandLine === '' || !page.mayType) return;
    front.write(block.commandLine);
    submit({ page, front });
  },
  'block.edit': write,
  'mode.run': ({ front }) => front.leaveBrowse(),
};

/** The commands of BROWSE that the page knows, in the order of their keys. */
export const BLOCK_COMMANDS: readonly CommandId[] = [
  ...new Set(
    KEYMAP.bindings.flatMap(({ table, command }) => (table === 'browse' && command in ACTS ? [command] : [])),
  ),
];

/** Does what a key means while the blocks are browsed. Returns whether it means something. */
export function blockKey(event: KeyboardEvent, place: BlockKeyPlace): boolean {
  if (event.isComposing || event.metaKey) return false;
  const name = nameOfKey(event);
  const command = name === undefined ? undefined : bindingFor(KEYMAP, 'browse', name, IDLE)?.command;
  const act = command === undefined ? undefined : ACTS[command];
  act?.(place, place.front.list.selectedBlock);
  return act !== undefined;
}

// Blocks as text, to be copied. What the page has not of an output is asked for.

/** Limit: UTF-16 units of an output that is copied; of a longer one the beginning is. */
const MOST_CHARS = 4 * 1024 * 1024;
/** UTF-16 units of one answer, as many as a host gives. */
const ANSWER_CHARS = 1024 * 1024;

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
  let text = '';
  let fromLine = 1;
  for (;;) {
    const answer = await front.askOutput({ seq, fromLine, maxChars: ANSWER_CHARS });
    text += answer.text;
    fromLine = answer.fromLine + answer.lines;
    if (!answer.more || answer.lines === 0 || text.length >= MOST_CHARS) return text;
  }
}

function colsOf({ part }: Block): number | undefined {
  return cottyMeta<CommandMeta>(part._meta).cols;
}

function trimmed(line: StyledLine): string {
  return textOfLine(line).trimEnd();
}
