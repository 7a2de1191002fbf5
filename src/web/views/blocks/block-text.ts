/** Blocks as text, to be copied. What the page has not of an output is asked for. */

import type { Block } from '../../../client/blocks/block.ts';
import { asConsole } from '../../../client/blocks/copied-text.ts';
import { isShortened } from '../../../client/blocks/output-pieces.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { CommandMeta } from '../../../protocol/terminal/command-meta.ts';
import { seqOf } from '../../model/block-list.ts';
import type { FrontTerminal } from '../../model/front-terminal.ts';
import { plainOutput } from '../../text/plain-output.ts';
import { type StyledLine, textOfLine } from '../../text/styled-line.ts';

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
  const lines = plainOutput(text) ?? (await front.emulated.lines(text, colsOf(block)));
  return lines.map(trimmed);
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
