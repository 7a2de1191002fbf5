/** The sign at the right end of a header that copies the output of its block when it is clicked. */

import type { Block } from '../../../client/blocks/block.ts';
import { isShortened } from '../../../client/blocks/output-pieces.ts';
import { glyphs } from './block-glyphs.ts';
import type { LineStyle } from './line-style.ts';
import type { Span } from './span.ts';

/** Cells of the sign with the blanks around it, all of which can be clicked. */
const SIGN_CELLS = 3;

/** Narrower windows keep the room for the command. */
const LEAST_COLS = 40;

/** Returns blanks for a block without output, so that the times of neighbouring blocks align. */
export function copySign(block: Block, { cols, ascii }: LineStyle): readonly Span[] {
  if (cols < LEAST_COLS) return [];
  if (!hasSign(block, cols)) return [{ text: ' '.repeat(SIGN_CELLS), role: 'plain' }];
  return [{ text: ` ${glyphs(ascii).copy} `, role: 'dim' }];
}

export function isOnCopySign(block: Block, x: number, cols: number): boolean {
  return hasSign(block, cols) && x >= cols - SIGN_CELLS;
}

function hasSign({ part, status }: Block, cols: number): boolean {
  return status.kind !== 'running' && (part.output !== '' || isShortened(part)) && cols >= LEAST_COLS;
}
