/** Measures of an emulator: the columns of clusters (mode 2027) and the pixels of a cell. */
import { clusterSequence } from '../cells/cluster-mode.ts';
import { joinsClusters } from '../cells/grapheme-width.ts';
import { type Cell, cellSequence } from './cell-size.ts';

type Terminal = Parameters<typeof joinsClusters>[0];

/** Returns the sequences that give another emulator the same measures. */
export function measuresOf(terminal: Terminal, cell: Cell): string {
  return clusterSequence(joinsClusters(terminal)) + cellSequence(cell);
}
