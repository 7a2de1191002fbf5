/** One row of the history search: how the command ended, the command, and the folder in which it ran. */

import { placeName } from '../../../client/blocks/place.ts';
import { isSuspended } from '../../../protocol/common/exit-status.ts';
import type { PastLine } from '../../../protocol/cotty/past-line.ts';
import { textWidth } from '../../../screen/cells/text-width.ts';
import { cut } from '../../blocks/header/span.ts';
import type { Model } from '../model.ts';
import type { Piece } from './mode-chip.ts';

/** Cells of the list; the command has what chip and folder leave. */
const LIST_CELLS = 94;
const CHIP_CELLS = 5;
const FOLDER_CELLS = 28;

export function historyRow(
  { line, exitCode, cwd }: PastLine,
  { around, size, appearance }: Model,
): readonly Piece[] {
  const { glyphs } = appearance;
  const room = Math.max(20, Math.min(LIST_CELLS, size.cols - 6)) - CHIP_CELLS;
  const place = cwd === undefined ? '' : placeName(cwd, around.home);
  // The end of a long path tells more than its start.
  const folder = room < 2 * FOLDER_CELLS ? '' : fromEnd(place, FOLDER_CELLS);
  const width = room - (folder === '' ? 0 : textWidth(folder) + 2);
  const text = cut(onOneLine(line), width, '…');
  return [
    chipOf(exitCode, glyphs),
    { text, role: 'command' },
    { text: folder === '' ? '' : ' '.repeat(width - textWidth(text) + 2) + folder, role: 'muted' },
  ];
}

function chipOf(exitCode: number | undefined, { success, failure }: Model['appearance']['glyphs']): Piece {
  if (exitCode === undefined) return { text: ' '.repeat(CHIP_CELLS), role: 'muted' };
  if (isSuspended(exitCode)) return { text: '^Z'.padEnd(CHIP_CELLS), role: 'muted' };
  return exitCode === 0
    ? { text: success.padEnd(CHIP_CELLS), role: 'success' }
    : { text: `${failure}${exitCode}`.padEnd(CHIP_CELLS), role: 'failure' };
}

function fromEnd(text: string, cells: number): string {
  if (textWidth(text) <= cells) return text;
  let rest = text;
  while (rest !== '' && textWidth(rest) > cells - 1) rest = rest.slice(1);
  return `…${rest}`;
}

function onOneLine(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .join(' ⏎ ');
}
