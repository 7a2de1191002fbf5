/**
 * Text for the clipboard: output, command, or both as Markdown, in whole logical lines without control characters.
 */

import type { Block } from '../../../client/blocks/block.ts';
import { withoutControls } from '../block/controls.ts';
import type { OutputText } from './search.ts';

export type Copy = { readonly text: string; readonly lines: number };

export function copyOutput(block: Block, output: OutputText): Copy {
  const lines = output.lines(block.part);
  return { text: lines.join('\n'), lines: lines.length };
}

export function copyCommand(block: Block): Copy {
  const text = withoutControls(block.commandLine);
  return { text, lines: text.split('\n').length };
}

/** Returns a fenced block with a prompt before the command, ready to paste into an issue. */
export function copyBoth(block: Block, output: OutputText): Copy {
  return asConsole(block.commandLine, output.lines(block.part));
}

/** Returns a command line and the lines of its output as a fenced block. */
export function asConsole(commandLine: string, output: readonly string[]): Copy {
  const [first = '', ...further] = withoutControls(commandLine).split('\n');
  const inner = [`$ ${first}`, ...further.map((line) => `> ${line}`), ...output];
  const fence = fenceFor(inner);
  return { text: [`${fence}console`, ...inner, fence].join('\n'), lines: inner.length };
}

/** Returns a fence longer than any fence in the text, so that the output cannot end the block (CommonMark §4.5). */
function fenceFor(lines: readonly string[]): string {
  const runs = lines.map((line) => /^ {0,3}(`{3,})/.exec(line)?.[1]?.length ?? 0);
  return '`'.repeat(1 + runs.reduce((longest, run) => Math.max(longest, run), 2));
}
