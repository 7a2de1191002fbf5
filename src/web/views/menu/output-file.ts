/** An output as a file of plain text, in a tab of its own or downloaded: all of it, however long it is. */

import type { Block } from '../../../client/blocks/block.ts';
import { fileNameOf } from '../../../client/blocks/copied-text.ts';
import { outputPieces } from '../../../client/blocks/output-lines.ts';
import { isShortened } from '../../../client/blocks/output-pieces.ts';
import { seqOf } from '../../../client/blocks/recorded-run.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import { reasonOf } from '../../../protocol/common/reason-of.ts';
import type { CommandMeta } from '../../../protocol/terminal/command-meta.ts';
import { textOfLine } from '../../../screen/cells/styled-line.ts';
import type { FrontTerminal } from '../../model/front-terminal.ts';
import type { BlockPlace } from './block-acts.ts';

/** Time for which a browser may need a file that was opened, in milliseconds. */
const NEEDED_MS = 60_000;

export function openAsText({ page, front, block }: BlockPlace): void {
  // A tab may be opened only in the moment of a click, before the text has come.
  const tab = open('about:blank');
  if (tab === null) {
    page.messages.say('The browser does not let this page open a tab.', { kind: 'bad' });
    return;
  }
  tab.opener = null;
  textFile(front, block).then(
    (file) => {
      tab.location.replace(addressOf(file));
    },
    (error: unknown) => {
      tab.close();
      page.messages.say(`The output was not opened: ${reasonOf(error)}`, { kind: 'bad' });
    },
  );
}

export function download({ page, front, block }: BlockPlace): void {
  page.messages.watch(downloaded(front, block));
}

async function downloaded(front: FrontTerminal, block: Block): Promise<void> {
  const link = document.createElement('a');
  link.href = addressOf(await textFile(front, block));
  link.download = `${fileNameOf(block.commandLine)}.txt`;
  link.click();
}

export function addressOf(file: Blob): string {
  const address = URL.createObjectURL(file);
  setTimeout(() => URL.revokeObjectURL(address), NEEDED_MS);
  return address;
}

async function textFile(front: FrontTerminal, block: Block): Promise<Blob> {
  const pieces: string[] = [];
  for await (const text of plainPieces(front, block)) pieces.push(text);
  return new Blob(pieces, { type: 'text/plain;charset=utf-8' });
}

/** Yields the output as it reads. Text is read in whole lines, so that no sequence is cut where an answer ends. */
async function* plainPieces(front: FrontTerminal, block: Block): AsyncGenerator<string, void, void> {
  const seq = seqOf(block);
  const { cols } = cottyMeta<CommandMeta>(block.part._meta);
  const plain = (text: string) =>
    front.outputs
      .of(text, cols)
      .map((line) => `${textOfLine(line).trimEnd()}\n`)
      .join('');
  if (seq === undefined || !isShortened(block.part)) {
    yield plain(block.part.output);
    return;
  }
  let held = '';
  for await (const piece of outputPieces(front.askOutput, { seq, fromLine: 1 })) {
    const end = piece.lastIndexOf('\n') + 1;
    if (end === 0) held += piece;
    else {
      yield plain(held + piece.slice(0, end));
      held = piece.slice(end);
    }
  }
  if (held !== '') yield plain(held);
}
