/**
 * Text for the clipboard: output, command, or both as Markdown, in whole logical lines without control characters.
 */

import type { Block } from '../../../client/blocks/block.ts';
import { asConsole, withoutControls } from '../../../client/blocks/copied-text.ts';
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
  if (block.status.kind === 'between') return copyOutput(block, output);
  const text = asConsole(block.commandLine, output.lines(block.part));
  return { text, lines: text.split('\n').length - FENCES };
}

/** Lines of a fenced block that are none of its text. */
const FENCES = 2;
