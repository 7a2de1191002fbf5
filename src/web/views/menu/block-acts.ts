/** What can be done with a block, for its menu, its keys and the buttons of its header. */

import type { Block } from '../../../client/blocks/block.ts';
import { asConsole, withoutControls } from '../../../client/blocks/copied-text.ts';
import { isExported, MOST_EXPORTED } from '../../../client/blocks/exported-blocks.ts';
import { readOutputLines } from '../../../client/blocks/output-lines.ts';
import { isShortened } from '../../../client/blocks/output-pieces.ts';
import { hasCommand, seqOf, whyNoLine, whyNoNote } from '../../../client/blocks/recorded-run.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { CommandMeta } from '../../../protocol/terminal/command-meta.ts';
import { type StyledLine, textOfLine } from '../../../screen/cells/styled-line.ts';
import type { FrontTerminal } from '../../model/front-terminal.ts';
import type { Page } from '../../model/page.ts';
import { hashOf } from '../../model/place.ts';
import { copyText } from '../parts/copy-text.ts';

/** A block of the terminal in front. */
export type BlockPlace = { readonly page: Page; readonly front: FrontTerminal; readonly block: Block };

export function copyOutput({ page, front, block }: BlockPlace): void {
  copy(page, 'the output', outputText(front, block));
}

export function copyCommand({ page, block }: BlockPlace): void {
  copy(page, 'the command', Promise.resolve(withoutControls(block.commandLine)));
}

/** Copies command and output. */
export function copyMarkdown({ page, front, block }: BlockPlace): void {
  copy(page, hasCommand(block) ? 'command and output' : 'the output', markdownOf(front, block));
}

/** Copies the address of the block, where its number is known. */
export function copyLink({ page, front, block }: BlockPlace): void {
  const seq = seqOf(block);
  if (seq === undefined) return;
  const hash = hashOf({ kind: 'terminal', uri: front.uri, block: seq });
  copy(page, 'the link', Promise.resolve(`${location.origin}/${hash}`));
}

export function writeIntoLine({ page, front, block }: BlockPlace): void {
  if (!mayWrite(page, block)) return;
  front.list.selected.value = undefined;
  front.write(block.commandLine);
}

export function toggleFold({ front, block }: BlockPlace): void {
  front.list.toggleFold(block);
}

/** Asks in which format it, or all that are shown, are written. */
export function exportBlock({ page, front, block }: BlockPlace): void {
  const { uri } = front;
  const terminal = page.rows.peek().find((row) => row.uri === uri)?.title ?? '';
  const exportable = (each: Block) => ({ block: each, terminal, uri });
  const shown = front.list.shown.peek().filter(isExported).slice(-MOST_EXPORTED).map(exportable);
  page.dialog.value = { kind: 'export', chosen: exportable(block), shown };
}

/** Sets or removes the bookmark. */
export function toggleBookmark({ page, front, block }: BlockPlace): void {
  const seq = seqOf(block);
  if (seq === undefined || !mayAnnotate(page, block)) return;
  const change = { bookmarked: block.bookmarked !== true };
  page.messages.watch(page.client.cotty.annotate(front.uri, seq, change).then(() => {}));
}

/** Opens the dialog for the note. */
export function askForNote({ page, front, block }: BlockPlace): void {
  const seq = seqOf(block);
  if (seq === undefined || !mayAnnotate(page, block)) return;
  const keep = (note: string) => page.client.cotty.annotate(front.uri, seq, { note }).then(() => {});
  page.dialog.value = { kind: 'note', commandLine: block.commandLine, note: block.note?.text ?? '', keep };
}

export function mayAnnotate(page: Page, block: Block): boolean {
  return page.mayType && whyNoNote(block) === undefined;
}

export function mayWrite(page: Page, block: Block): boolean {
  return page.mayType && whyNoLine(block) === undefined;
}

function copy(page: Page, what: string, text: Promise<string>): void {
  page.messages.watch(text.then((found) => copyText(page, what, found)));
}

// Blocks as text. What the page has not of an output is asked for.

/** Limit: UTF-16 units of an output that is copied; of a longer one the beginning is. */
const MOST_CHARS = 4 * 1024 * 1024;

async function outputText(front: FrontTerminal, block: Block): Promise<string> {
  return (await outputLines(front, block)).join('\n');
}

/** Returns command and output as a fenced block, and how it ended when that was badly. */
async function markdownOf(front: FrontTerminal, block: Block): Promise<string> {
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
